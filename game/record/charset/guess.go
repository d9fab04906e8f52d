package charset

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// Guess returns the charset of a text. declared is its declared name, or "". Guess trusts it unless
// the bytes clearly contradict it.
func Guess(text, declared string) *Charset {
	named := ByName(declared)
	good, bad, long := countUTF8(text)
	if good+bad == 0 {
		if named == nil {
			return UTF8
		}
		return named
	}
	switch {
	case bad == 0 && (!named.multibyte() || long > 0):
		return UTF8
	case named == UTF8 && (good >= 2*bad || long >= bad), long > 0 && (good >= 20*bad || long >= 3*bad):
		return UTF8 // with a broken character or so, as in a cut text
	case named != nil && named.score == nil && named != UTF8:
		return named // such as KOI8-R, which fits any bytes
	}
	words := highBytes(text)
	best, points := guess(words)
	if named != nil && named != UTF8 && named != best {
		if named.multibyte() && named.fits(words) && !(best == Latin1 && named.splitsWords(words)) &&
			points < 3*named.leniently(words)+3*common {
			return named
		}
		own := named.score(words)
		if own >= points || named == Latin1 && own > 0 && (points < own+common || !hasRun(words)) ||
			named != Latin1 && (own > 0 && points < 3*own+3*common || own > broken && points < common) {
			return named
		}
	}
	return best
}

// fits reports whether all bytes of the words are valid in a charset, but for a few cut characters.
func (c *Charset) fits(words string) bool {
	text := c.Decode(words)
	good, _, _ := countUTF8(text)
	bad := strings.Count(text, "\uFFFD")
	return good-bad >= 2*bad
}

// splitsWords reports whether half of the characters of a charset of East Asia or more would stand within a word of Latin letters.
func (c *Charset) splitsWords(words string) bool {
	within, all := 0, 0
	for i := 0; i < len(words); i++ {
		if words[i] < utf8.RuneSelf {
			continue
		}
		all++
		if i > 0 && isLetter(words[i-1]) && i+1 < len(words) && words[i+1] >= 'a' && words[i+1] <= 'z' {
			within++
		}
		i++ // the second byte
	}
	return 2*within >= all
}

// leniently scores words in a declared charset: all characters of East Asia are usual, and those that are frequent in any
// language there count as frequent. Programs of China write Japanese and traditional names in GBK.
func (c *Charset) leniently(words string) (sum float64) {
	for _, r := range c.Decode(words) {
		switch {
		case simplified[r] || traditional[r] || japaneseKanji[r] || hangul[r]:
			sum += common
		case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana):
			sum += usual
		}
	}
	return sum
}

// hasRun reports whether two bytes beyond ASCII follow each other, as in most texts of East Asia.
func hasRun(words string) bool {
	for i := 1; i < len(words); i++ {
		if words[i-1] >= utf8.RuneSelf && words[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// multibyte reports whether a guessed charset other than UTF-8 has multibyte characters beyond
// ASCII.
func (c *Charset) multibyte() bool { return c != nil && c.score != nil && c != Latin1 }

// guessed are the charsets of texts without a declaration, the more frequent first.
var guessed = []*Charset{GB18030, ShiftJIS, Big5, EUCKR, EUCJP, Latin1, cyrillic}

// guess returns the most probable of guessed, and its score: Latin-1, which keeps every byte, if a tenth of the characters
// would be lost otherwise.
func guess(words string) (best *Charset, points float64) {
	for _, c := range guessed {
		if p := c.score(words); best == nil || p > points {
			best, points = c, p
		}
	}
	text := best.Decode(words)
	good, _, _ := countUTF8(text)
	lost := strings.Count(text, "\uFFFD")
	cut := strings.Count(text, "\uFFFD"+string(rune(valueEnd)))
	if 10*(lost-cut) >= good-lost && lost > cut && best != Latin1 {
		return Latin1, Latin1.score(words)
	}
	return best, points
}

// maxSample limits the bytes that are examined.
const maxSample = 1 << 16

// valueEnd stands in words after bytes that end a value or a line: a program may have cut a character there.
const valueEnd = 0

// highBytes returns the parts of a text with bytes beyond ASCII, each with the byte before it and
// two after, and valueEnd or a space, up to a limit.
func highBytes(text string) string {
	var b strings.Builder
	for i := 0; i < len(text) && b.Len() < maxSample; i++ {
		if text[i] < utf8.RuneSelf {
			continue
		}
		start := i
		for i < len(text) && (text[i] >= utf8.RuneSelf || text[i-1] >= utf8.RuneSelf && text[i] >= 0x30 && !closes(text, i)) &&
			i-start < maxSample {
			i++
		}
		if SurelyUTF8(text[start:i]) {
			continue // no evidence for the other charset of a mixed file
		}
		if start > 0 {
			b.WriteByte(text[start-1])
		}
		b.WriteString(text[start:i])
		if i == len(text) || text[i] == ']' || text[i] == '\n' || text[i] == '\r' {
			b.WriteByte(valueEnd)
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// closes reports whether text[i] is the "]" that closes a value of SGF, because a value, a property, a node, a game or the
// end follows. Otherwise it may be the second byte of a character.
func closes(text string, i int) bool {
	if text[i] != ']' {
		return false
	}
	rest := strings.TrimLeft(text[i+1:min(len(text), i+1+mostSpace)], " \t\r\n")
	name := strings.TrimLeft(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return rest == "" || strings.IndexByte(";()[", rest[0]) >= 0 || name != rest && strings.HasPrefix(name, "[")
}

// mostSpace limits the bytes that are examined after a value.
const mostSpace = 40

// countUTF8 counts the characters beyond ASCII, the invalid parts, and the characters of three
// bytes or more, which texts in other charsets rarely contain. A character without its end before ASCII is one invalid part.
func countUTF8(text string) (good, bad, long int) {
	for i := firstHigh(text); i < len(text); {
		if text[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
			size = cutUTF8(text[i:])
		case size >= 3:
			long++
			good++
		default:
			good++
		}
		i += size
	}
	return good, bad, long
}

// SurelyUTF8 reports whether a text is valid UTF-8 whose characters beyond ASCII would hardly ever be valid if it were in another
// charset: one of three bytes or three of two.
func SurelyUTF8(text string) bool {
	good, bad, long := countUTF8(text)
	return bad == 0 && (long > 0 || good >= 3)
}

// cutUTF8 returns the length of the invalid part at the start of a text: that of a character whose end is missing before ASCII
// or the end, or 1.
func cutUTF8(text string) int {
	n := 1
	for n < min(len(text), utf8.UTFMax) && !utf8.RuneStart(text[n]) {
		n++
	}
	if (n == len(text) || text[n] < utf8.RuneSelf) && !utf8.FullRuneInString(text[:n]) {
		return n
	}
	return 1
}

// firstHigh returns the index of the first byte beyond ASCII, or the text's length. Most
// texts have none.
func firstHigh(text string) int {
	const step = 8
	i := 0
	for ; i+step <= len(text); i += step {
		s := text[i : i+step]
		if (s[0]|s[1]|s[2]|s[3]|s[4]|s[5]|s[6]|s[7])&utf8.RuneSelf != 0 {
			break
		}
	}
	for i < len(text) && text[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// scorer scores how well a text fits a charset: the sum of the scores of its characters beyond
// ASCII. Above 0 it is more likely than not.
type scorer func(words string) float64

// The scores of characters.
const (
	common  = 4.0  // among the most frequent of the language
	kana    = 4.0  // hiragana, which nearly every Japanese sentence contains
	mark    = 1.0  // punctuation
	usual   = 0.5  // in the part of the charset with the usual characters
	unusual = -1.5 // in the part with the others
	strange = -3.0 // outside what programs of the country write
	broken  = -12.0
)

// frequent are sets of characters that are frequent in a language, and in records.
func frequent(lists ...string) map[rune]bool {
	set := map[rune]bool{}
	for _, list := range lists {
		for _, r := range list {
			set[r] = true
		}
	}
	return set
}

var (
	simplified = frequent(`的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主`+
		`样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代`+
		`内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指`+
		`克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运`,
		`围棋黑白胜负段级业余职贴半盘局杯赛网络野狐弈城级让先猜角劫杀打吃飞挂跳断粘`,
		`李王张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔陆廖姚邱夏谭韦贾邹石熊孟秦阎薛侯雷龙郝孔邵史毛顾赖武康贺严尹钱施牛洪龚柯洁古聂卫平睿伟俊华芮乃邰范廷钰时越檀啸唐睿连笑辜`)
	traditional = frequent(`的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主`+
		`樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代`+
		`內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指`+
		`克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運`,
		`圍棋黑白勝負段級業餘職貼半盤局盃賽網站弈城讓先角劫殺吃飛掛跳斷`,
		`李王張劉陳楊黃趙周吳徐孫朱馬胡郭林何高梁鄭羅宋謝唐韓曹許鄧蕭馮曾程蔡彭潘袁于董余蘇葉呂魏蔣田杜丁沈姜范江傅鐘盧汪戴崔陸廖姚邱夏譚韋賈鄒石熊孟秦閻薛侯雷龍郝孔邵史毛顧賴武康賀嚴尹錢施牛洪龔功柔俊勳瀚立誠彥志偉明豪`)
	japaneseKanji = frequent(`日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨`,
		`黒白勝負段級囲碁対局名人棋聖王座戦第期決勝予選目持込終了投了互先手合時間打敗中押本因坊天元石形活死劫着点局面変化検討正解失敗図参考`,
		`佐藤鈴木高橋田中渡辺伊山村小林加斎吉松井清水崎阿部森池石前岡長谷近坂遠青西福太原三浦武宮趙治勲依羽根張栩結城光一秀行和也正夫男子美樹彦介郎昭博司史明義文雄敏之裕大輔智弘直人健次竹本上野虎丸芝野仲邑菫藤沢`)
	hangul = frequent(`이다는에의가고하을지기사리은도를로자나아한시대인어서그라정수부해전장주으원스만상일제과보성여진동게들국공구신면경음조년있것비미오안했적유소치연관거생위우계발무세월화금건양문했속` +
		`남방모선실음재명영물중개때분작학했말민강교회산트드러력당반승급단흑백집바둑권김박최조윤임황송한덤불계접결본예국준우리좋습니까요네죠데니입세형호창호석철현욱환훈태민준규진영동훈`)
)

// hanPoints returns the score of a Chinese character or sign.
func hanPoints(r rune, set map[rune]bool, zone float64) float64 {
	if set[r] {
		return common
	}
	return zone
}

// model contains the scores of the pairs of bytes of a charset.
type model struct {
	pair   [1 << 16]float32 // by the first byte and the second, or the byte after the first if they are no pair
	isPair [1 << 16]bool
}

// learn makes the scorer of a two-byte charset on first use.
func learn(enc encoding.Encoding, isLead, isSecond func(byte) bool, worth func(r rune, lead, second byte) float64) scorer {
	made := sync.OnceValue(func() *model {
		m := &model{}
		dec := enc.NewDecoder()
		for lead := utf8.RuneSelf; lead < 1<<8; lead++ {
			for second := range 1 << 8 {
				i := lead<<8 | second
				if !isLead(byte(lead)) || !isSecond(byte(second)) {
					m.pair[i] = float32(worth(utf8.RuneError, byte(lead), byte(second)))
					continue
				}
				text, err := dec.String(string([]byte{byte(lead), byte(second)}))
				r, _ := utf8.DecodeRuneInString(text)
				m.isPair[i], m.pair[i] = true, broken
				if err == nil && r != utf8.RuneError {
					m.pair[i] = float32(worth(r, byte(lead), byte(second)))
				}
			}
		}
		return m
	})
	return func(words string) float64 { return made().score(words) }
}

func (m *model) score(words string) (sum float64) {
	for i := 0; i < len(words); i++ {
		if words[i] < utf8.RuneSelf {
			continue
		}
		pair := int(words[i])<<8 | valueEnd
		if i+1 < len(words) {
			pair |= int(words[i+1])
		}
		sum += float64(m.pair[pair])
		if m.isPair[pair] {
			i++
		}
	}
	return sum
}

// in returns a function that tests for bytes in a range.
func in(from, to byte) func(byte) bool {
	return func(c byte) bool { return c >= from && c <= to }
}

var scoreGB = learn(simplifiedchinese.GB18030, in(0x81, 0xFE), func(c byte) bool { return c >= 0x40 && c != 0x7F && c != 0xFF },
	func(r rune, lead, second byte) float64 {
		switch {
		case r == utf8.RuneError && in(0x81, 0xFE)(lead) && (second == valueEnd || in('0', '9')(second)):
			return 2 * strange // a cut character, or half of one of four bytes
		case r == utf8.RuneError:
			return broken
		case unicode.Is(unicode.Co, r):
			return strange
		case second < 0xA1 || lead < 0xA1:
			return hanPoints(r, simplified, strange)
		case lead == 0xA1 || lead == 0xA3:
			return mark
		case lead < 0xB0:
			return strange // kana, Greek, Cyrillic, lines
		case lead <= 0xD7:
			return hanPoints(r, simplified, usual)
		}
		return hanPoints(r, simplified, unusual)
	})

var scoreBig5 = learn(traditionalchinese.Big5, in(0x81, 0xFE),
	func(c byte) bool { return c >= 0x40 && c <= 0x7E || c >= 0xA1 && c <= 0xFE },
	func(r rune, lead, second byte) float64 {
		switch {
		case r == utf8.RuneError:
			return broken
		case lead >= 0xA1 && lead <= 0xA3:
			return mark
		case lead >= 0xA4 && lead <= 0xC6:
			return hanPoints(r, traditional, usual)
		case lead >= 0xC9 && lead <= 0xF9:
			return hanPoints(r, traditional, unusual)
		}
		return strange
	})

var scoreShiftJIS = learn(japanese.ShiftJIS, func(c byte) bool { return c >= 0x81 && c <= 0x9F || c >= 0xE0 && c <= 0xFC },
	func(c byte) bool { return c >= 0x40 && c <= 0xFC && c != 0x7F },
	func(r rune, lead, second byte) float64 {
		switch {
		case r == utf8.RuneError && lead >= 0xA1 && lead <= 0xDF:
			return -1 // half-width katakana, which text in other charsets looks like
		case r == utf8.RuneError:
			return broken
		case r >= 0x3041 && r <= 0x3093:
			return kana
		case r >= 0x30A1 && r <= 0x30F6:
			return kana - 1
		case lead == 0x81:
			return mark
		case lead >= 0x88 && lead <= 0x97:
			return hanPoints(r, japaneseKanji, usual)
		case lead >= 0x98 && lead <= 0xEA && r > 0x2FFF:
			return hanPoints(r, japaneseKanji, unusual)
		}
		return strange
	})

var scoreEUCJP = learn(japanese.EUCJP, func(c byte) bool { return c == 0x8E || c >= 0xA1 && c <= 0xFE }, in(0xA1, 0xFE),
	func(r rune, lead, second byte) float64 {
		switch {
		case r == utf8.RuneError:
			return broken
		case lead == 0xA4:
			return kana
		case lead == 0xA5:
			return kana - 1
		case lead == 0xA1 || lead == 0xA3:
			return mark
		case lead >= 0xB0 && lead <= 0xCF:
			return hanPoints(r, japaneseKanji, usual)
		case lead >= 0xD0 && lead <= 0xF4:
			return hanPoints(r, japaneseKanji, unusual)
		}
		return strange
	})

var scoreEUCKR = learn(korean.EUCKR, in(0x81, 0xFE),
	func(c byte) bool { return c >= 0x41 && c <= 0x5A || c >= 0x61 && c <= 0x7A || c >= 0x81 && c <= 0xFE },
	func(r rune, lead, second byte) float64 {
		switch {
		case r == utf8.RuneError:
			return broken
		case lead >= 0xB0 && lead <= 0xC8 && second >= 0xA1:
			return hanPoints(r, hangul, usual)
		case lead == 0xA1 || lead == 0xA3:
			return mark
		case lead >= 0xCA && lead <= 0xFD && second >= 0xA1:
			return unusual
		}
		return strange
	})

// scoreLatin1 looks for letters with accents among plain ones. Three in a row are rare.
func scoreLatin1(words string) (sum float64) {
	for i := 0; i < len(words); i++ {
		start := i
		for i < len(words) && words[i] >= utf8.RuneSelf {
			i++
		}
		run := words[start:i]
		for j := range len(run) {
			sum += latinWorth(run[j], len(run))
			if len(run) == 1 && i < len(words) && start > 0 && isLetter(words[i]) && isLetter(words[start-1]) {
				sum += 1.5 // within a word
			}
		}
	}
	return sum
}

// latinWorth returns the score of a byte in a run of that many beyond ASCII.
func latinWorth(c byte, run int) float64 {
	letter := c >= 0xC0 && c != 0xD7 && c != 0xF7
	sign := c >= 0x91 && c <= 0x97 || strings.IndexByte("\x85\xA0\xA1\xA3\xA7\xAB\xB0\xB1\xB2\xB3\xB7\xBB\xBC\xBD\xBE\xBF", c) >= 0
	switch {
	case run > 2:
		return -2
	case letter && run == 1:
		return 2.5
	case letter:
		return 0.5
	case sign && run == 1 && c >= 0xA0:
		return 0.6 // as in 25 °C, which no other charset makes likely
	case sign && run == 1:
		return 0.4
	case c == 0x81 || c == 0x8D || c == 0x8F || c == 0x90 || c == 0x9D:
		return broken
	}
	return -0.5
}

// scoreCyrillic looks for words of windows-1251: a letter, then small ones. Five and more of them are hardly ever characters of
// East Asia.
func scoreCyrillic(words string) (sum float64) {
	for i := 0; i < len(words); i++ {
		start, small := i, 0
		for ; i < len(words) && words[i] >= utf8.RuneSelf; i++ {
			if words[i] >= 0xE0 || words[i] == 0xB8 {
				small++
			}
		}
		run := words[start:i]
		switch {
		case run == "":
		case small < len(run)-1 || small < len(run) && run[0] < 0xC0 && run[0] != 0xA8:
			sum -= 2 * float64(len(run))
		case len(run) > 4:
			sum += 1.5 * float64(len(run))
		default:
			sum -= 1.5 * float64(len(run))
		}
	}
	return sum
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
