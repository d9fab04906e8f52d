package name

import "unicode"

// lengthener is the sign for long vowels in kana.
const lengthener = 'ー'

// script is a set of characters that a name can have.
type script struct {
	name    string
	letters *unicode.RangeTable
	group   int // bit in mixtures, 0 for characters that mix with everything
}

// separator are the characters between the parts of a name.
const separator = "-_"

var (
	separators = &script{"", table(`-`, `_`), 0}
	digits     = &script{"", table(`09`), 0}
	latin      = &script{"Latin", table(
		`AZ`, `az`, `ÀÖ`, `ØÞ`, `ßö`, `øÿ`, // Western Europe
		`Āľ`, `Łň`, `Ŋž`, // Central Europe, Turkey, the Baltic; without letters that NFKC decomposes
		`Ə`, `Ơơ`, `Ưư`, `Ǎǜ`, `Șț`, `ə`, // Azerbaijani, Vietnamese, pinyin, Romanian
		`Ạỹ`, // Vietnamese
	), 1}
	greek    = &script{"Greek", table(`Ά`, `ΈΊ`, `Ό`, `ΎΡ`, `Σώ`), 2}
	cyrillic = &script{"Cyrillic", table(
		`Ѐџ`, `Ґґ`, // Slavic languages
		`Ғғ`, `Җҗ`, `Ққ`, `Ңң`, `Үҳ`, `Ҷҷ`, `Һһ`, `Әә`, `Ӣӣ`, `Өө`, `Ӯӯ`, // Kazakh, Tatar, Kyrgyz, Mongolian, Tajik
	), 4}
	// The strokes 丨丶丿乀乁亅 look like punctuation and are hardly ever used alone.
	han      = &script{"Chinese", table(`々`, `一丧`, `丩丵`, `丷举`, `乂亄`, `了鿿`), 8}
	hiragana = &script{"Hiragana", table(`ぁゖ`, `ゝゞ`), 16}
	katakana = &script{"Katakana", table(`ァヺ`, `ーヾ`), 32}
	hangul   = &script{"Korean", table(`가힣`), 64}
)

// scripts are all scripts.
var scripts = []*script{separators, digits, latin, greek, cyrillic, han, hiragana, katakana, hangul}

// mixtures are the groups that may occur together in a name, each as a set of bits. UTS 39 calls these highly restrictive.
var mixtures = []int{1, 2, 4, 1 | 8 | 16 | 32, 1 | 8 | 64}

// table returns the characters in ranges, each given by its first and last character, in ascending order.
func table(ranges ...string) *unicode.RangeTable {
	t := &unicode.RangeTable{}
	for _, s := range ranges {
		r := []rune(s)
		t.R16 = append(t.R16, unicode.Range16{Lo: uint16(r[0]), Hi: uint16(r[len(r)-1]), Stride: 1})
	}
	for _, r := range t.R16 {
		if r.Hi <= unicode.MaxLatin1 {
			t.LatinOffset++
		}
	}
	return t
}
