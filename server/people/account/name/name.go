// Package name defines which names an account may have. A name is shown as its owner wrote it. It is unique by its [Name.Skeleton]:
// the name without case, accents and the differences between look-alikes.
//
// The rules are the "highly restrictive" level of Unicode's security report (UTS 39), with our own alphabet: the letters of today's
// languages in these scripts. Latin, Greek and Cyrillic do not mix; Latin mixes with Chinese, Japanese and Korean. Right-to-left
// scripts, scripts whose marks are separate letters, and invisible characters are excluded, since names appear in lists among other
// text.
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

	MaxTeamColumns = 32 // of a team's name
)

// maxBytes bounds the input: 20 characters of up to 4 bytes, with decomposed accents.
const maxBytes = 200

// Name is the name of an account. Create it with [Parse].
type Name struct {
	text     string
	skeleton string
}

// String returns the name as shown.
func (n Name) String() string { return n.text }

// Skeleton returns the key that no two accounts may share. It is compared, never shown.
func (n Name) Skeleton() string { return n.skeleton }

// Parse returns the name in a text, in the form in which it is shown: NFKC, without surrounding spaces. The error tells the user
// what is wrong.
func Parse(input string) (Name, error) {
	if len(input) > maxBytes {
		return Name{}, tooLong
	}
	return parse(norm.NFKC.String(strings.TrimSpace(input)), MaxColumns, tooLong)
}

// ParseOfTeam is Parse for the name of a team, which may be longer and contain single spaces between words. A skeleton ignores
// spaces like other separators.
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

// parse returns the name in a text of at most most columns.
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
			return Name{}, sentence.Errorf("name.lengthener", "In a name, %q can only follow kana; elsewhere it looks like a dash.", r)
		}
		before = s
		if s == separators && (i == 0 || i+1 == len(text) || strings.ContainsRune(separator, rune(text[i-1]))) {
			return Name{}, sentence.Errorf("name.separator", "In a name, use only one %q at a time, between letters or digits.", r)
		}
		letters = letters || s != separators && s != digits
		seen[s] = true
	}
	if !letters {
		return Name{}, sentence.Errorf("name.letter", "A name needs at least one letter.")
	}
	if err := checkMixture(seen); err != nil {
		return Name{}, err
	}
	if seen[greek] && posesAsLatin(text) {
		return Name{}, sentence.Errorf("name.latin",
			"Written like this, the name looks like one in Latin letters. Please change some capital or small letters.")
	}
	return Name{text, skeleton(text)}, nil
}

var (
	tooLong = sentence.Errorf("name.long", "A name can have at most %d characters; "+
		"Chinese, Japanese and Korean ones count twice.", MaxColumns)
	tooLongOfTeam = sentence.Errorf("name.longOfTeam",
		"A team's name can have at most %d characters; Chinese, Japanese and Korean ones count twice.", MaxTeamColumns)
	tooShort = sentence.Errorf("name.short", "A name needs at least two characters.")
)

// Like returns the account name that another text resembles, such as a guest's name. It leaves out what a name cannot contain. The
// zero Name resembles no account.
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

// checkLength checks the number of columns.
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

// scriptOf returns the script of a character in a name.
func scriptOf(r rune) (*script, error) {
	for _, s := range scripts {
		if unicode.Is(s.letters, r) {
			return s, nil
		}
	}
	if unicode.IsSpace(r) {
		return nil, sentence.Errorf("name.spaces", "A name cannot have spaces. Please use - or _ instead.")
	}
	if !unicode.IsGraphic(r) || unicode.Is(unicode.M, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) {
		return nil, sentence.Errorf("name.unseen", "A name cannot have the character %U.", r)
	}
	return nil, sentence.Errorf("name.character", "A name cannot have the character %q. Please use letters, digits, - and _.", r)
}

// checkMixture refuses mixtures of scripts that only serve to deceive.
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

// posesAsLatin reports whether each letter of a Greek name looks like a Latin one while one of them looks like a different Latin
// letter than its skeleton: a small nu is a v, the capital an N. Both cases of a name have one skeleton, so the skeleton detects
// only one of the two disguises.
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
