// Package name says what an account may be called. A name is shown to others as
// its owner wrote it, and it is unique by its [Name.Skeleton]: what is left of it
// when case, accents and the differences between look-alikes are taken away.
//
// The rules are those of Unicode's security report (UTS 39) at its level "highly
// restrictive", with an alphabet of our own: the letters in which today's
// languages of these scripts are written. Latin, Greek and Cyrillic are not
// mixed; Latin goes with Chinese, Japanese and Korean. What runs from right to
// left, needs marks that are letters of their own, or is not seen is left out,
// since a name stands in lists between other text.
package name

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"moyo/internal/sentence"
)

// The length of a name in columns: a Chinese, Japanese or Korean character has two.
const (
	MinColumns = 2
	MaxColumns = 20

	MaxTeamColumns = 32 // of a team's
)

// maxBytes bounds what is looked at: 20 characters of up to 4 bytes each, written
// with accents apart.
const maxBytes = 200

// Name is the name of an account. Make it with [Parse].
type Name struct {
	text     string
	skeleton string
}

// String returns the name as it is shown.
func (n Name) String() string { return n.text }

// Skeleton returns what no two accounts may have in common. It is no name: it is
// compared, never shown.
func (n Name) Skeleton() string { return n.skeleton }

// Parse returns the name that somebody typed, in the form in which it is shown
// (NFKC, without spaces around it). The error says for people what a name cannot
// have.
func Parse(input string) (Name, error) {
	if len(input) > maxBytes {
		return Name{}, tooLong
	}
	return parse(norm.NFKC.String(strings.TrimSpace(input)), MaxColumns, tooLong)
}

// ParseOfTeam is Parse for the name of a team, which may be longer and have words with a space
// between them. To the eye a space is like other separators: they make no difference.
func ParseOfTeam(input string) (Name, error) {
	if len(input) > maxBytes {
		return Name{}, tooLongOfTeam
	}
	text := strings.Join(strings.Fields(norm.NFKC.String(input)), " ")
	n, err := parse(strings.ReplaceAll(text, " ", "-"), MaxTeamColumns, tooLongOfTeam)
	if err != nil {
		return Name{}, err
	}
	n.text = text
	return n, nil
}

// parse returns the name of a text of at most so many columns.
func parse(text string, most int, tooLong error) (Name, error) {
	if err := checkLength(text, most, tooLong); err != nil {
		return Name{}, err
	}
	seen := map[*script]bool{}
	letters := false
	var before *script
	for i, r := range text {
		s, err := scriptOf(r)
		if err != nil {
			return Name{}, err
		}
		if r == lengthener && before != hiragana && before != katakana {
			return Name{}, sentence.Errorf("name.lengthener", "In a name %q makes the kana before it long; elsewhere it looks like a dash.", r)
		}
		before = s
		if s == separators && (i == 0 || i+1 == len(text) || strings.ContainsRune(separator, rune(text[i-1]))) {
			return Name{}, sentence.Errorf("name.separator", "In a name %q stands single between letters or digits.", r)
		}
		letters = letters || s != separators && s != digits
		seen[s] = true
	}
	if !letters {
		return Name{}, sentence.Errorf("name.letter", "A name needs a letter.")
	}
	if err := checkMixture(seen); err != nil {
		return Name{}, err
	}
	if seen[greek] && posesAsLatin(text) {
		return Name{}, sentence.Errorf("name.latin",
			"Written like this the name looks like one in Latin letters; please change between capital and small letters.")
	}
	return Name{text, skeleton(text)}, nil
}

var (
	tooLong = sentence.Errorf("name.long", "A name has at most %d characters, "+
		"Chinese, Japanese and Korean ones counting twice.", MaxColumns)
	tooLongOfTeam = sentence.Errorf("name.longOfTeam",
		"A team's name has at most %d characters, Chinese, Japanese and Korean ones counting twice.", MaxTeamColumns)
	tooShort = sentence.Errorf("name.short", "A name has at least two characters.")
)

// Like returns the name of an account that a text looks like that is no name, such as
// what a guest wants to be called: what cannot be in one is left out. Its zero
// value looks like nobody's.
func Like(text string) Name {
	if len(text) > maxBytes {
		text = text[:maxBytes]
	}
	kept := strings.Map(func(r rune) rune {
		if _, err := scriptOf(r); err != nil && !unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
	return Name{kept, skeleton(kept)}
}

// checkLength counts columns.
func checkLength(text string, most int, tooLong error) error {
	columns := 0
	for _, r := range text {
		columns++
		if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
			columns++
		}
	}
	switch {
	case columns < MinColumns:
		return tooShort
	case columns > most:
		return tooLong
	}
	return nil
}

// scriptOf returns the script that a character of a name counts for.
func scriptOf(r rune) (*script, error) {
	for _, s := range scripts {
		if unicode.Is(s.letters, r) {
			return s, nil
		}
	}
	if unicode.IsSpace(r) {
		return nil, sentence.Errorf("name.spaces", "A name has no spaces; please write - or _ instead.")
	}
	if !unicode.IsGraphic(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
		return nil, sentence.Errorf("name.unseen", "A name cannot have the character %U.", r)
	}
	return nil, sentence.Errorf("name.character", "A name cannot have the character %q; it is made of letters, digits, - and _.", r)
}

// checkMixture refuses scripts that are never mixed but to deceive.
func checkMixture(seen map[*script]bool) error {
	var found []*script
	for _, s := range scripts {
		if seen[s] && s.group != 0 {
			found = append(found, s)
		}
	}
	for _, mixture := range mixtures {
		fits := true
		for _, s := range found {
			fits = fits && s.group&mixture != 0
		}
		if fits {
			return nil
		}
	}
	return sentence.Errorf("name.mixture", "A name cannot mix %s and %s letters.", found[0].name, found[len(found)-1].name)
}

// posesAsLatin says whether each letter of a Greek name looks like a Latin one,
// while one of them looks like another Latin letter than its skeleton says: a
// small nu is a v, the capital one an N. Both cases of a name have one skeleton,
// so of the two ways to pose only one is found by that.
func posesAsLatin(text string) bool {
	mistaken := false
	for _, r := range norm.NFD.String(text) {
		if unicode.IsLetter(r) && !strings.ContainsRune(greekLikeLatin, r) {
			return false
		}
		mistaken = mistaken || strings.ContainsRune(greekUnlikeSkeleton, r)
	}
	return mistaken
}
