package name

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// skeleton returns a name without case, accents, separators and the differences between look-alikes. It follows UTS 39, section 4,
// with a table for the letters that names can have. It goes further in two ways. It ignores case, so that a letter resembles
// everything that its capital or small form resembles. It also ignores accents in Latin, Greek and Cyrillic, where they are a few
// pixels.
func skeleton(text string) string {
	folded := cases.Fold().String(text)
	var out strings.Builder
	for _, r := range norm.NFD.String(folded) {
		switch {
		case strings.ContainsRune(separator, r):
		case unicode.Is(unicode.Mn, r) && !voicing(r):
		default:
			if like, ok := lookalikes[r]; ok {
				out.WriteString(like)
			} else {
				out.WriteRune(r)
			}
		}
	}
	return norm.NFC.String(out.String())
}

// voicing reports whether a mark distinguishes two kana, such as ha, ba and pa.
func voicing(r rune) bool { return r == '\u3099' || r == '\u309A' }

// lookalikes maps characters that are mistaken for others, after case folding and without accents, to the representative of their
// family. A representative belongs to no other family. The sources are UTS 39's confusables for both cases of a letter, and the
// fonts of today's browsers.
var lookalikes = families(
	// The representative, then its members, separated by spaces.
	"l 1 i ı ł", // capital I, small l and 1
	"o 0 ø",
	"rn m", "vv w",
	"ae æ", "oe œ", "d đ ð", "h ħ", "t ŧ", "n ŋ", "k ĸ", "b þ",

	// Greek and Cyrillic like Latin.
	"a α а", "b β в ь", "e ε е є", "z ζ", "h η н һ ћ ђ ң", "l ι і ӏ", "k κ к қ", "rn μ м",
	"v ν", "o ο о σ", "p ρ р", "t τ т", "u υ", "y у ү ұ", "x χ х ҳ", "c с", "s ѕ", "j ј",
	"bl ы", "lo ю", "vv ω ш щ", "n п π", "r г γ ғ ґ", "3 з", "6 б", "ə ә",
	// Cyrillic letters that differ only by a stroke below.
	"ж җ", "ч ҷ",
	// Greek like Cyrillic.
	"ф φ", "л λ", "ө θ",

	// Small kana like large ones, and kana like those of the other script and like Chinese characters.
	"あ ぁ", "い ぃ", "う ぅ", "え ぇ", "お ぉ", "つ っ", "や ゃ", "ゆ ゅ", "よ ょ", "わ ゎ", "か ゕ", "け ゖ",
	"ア ァ", "イ ィ", "ウ ゥ", "ツ ッ", "ヤ ャ", "ユ ュ", "ヨ ョ", "ワ ヮ", "ケ ヶ",
	"ヘ へ", "リ り", "工 エ ェ", "才 オ ォ", "力 カ ヵ", "夕 タ", "千 チ", "卜 ト", "二 ニ", "八 ハ", "口 ロ", "厶 ム", "一 ー",
)

// families returns the representative of each member.
func families(lines ...string) map[rune]string {
	m := map[rune]string{}
	for _, line := range lines {
		words := strings.Fields(line)
		for _, member := range words[1:] {
			m[[]rune(member)[0]] = words[0]
		}
	}
	return m
}

// The Greek letters that look like Latin ones, as written, and those whose skeleton differs from that of the Latin letter.
const (
	greekLikeLatin      = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγικνορστυχω"
	greekUnlikeSkeleton = "ΝΥγ"
)
