// Package charset decodes the bytes of records: it knows the charsets that programs declare, and
// guesses if the declaration is missing or wrong, as is frequent in East Asia.
package charset

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// Charset is an encoding of text. ASCII is the same in all of them.
type Charset struct {
	name  string
	enc   encoding.Encoding // nil for UTF-8
	trail *trails           // nil if no character contains a byte of ASCII
	score scorer            // nil if it is never guessed
}

// trails contains the pairs of bytes that form one character, where the second byte may be ASCII.
type trails struct {
	lead, second [256]bool
}

// The charsets that are guessed.
var (
	UTF8     = &Charset{name: "UTF-8"}
	Latin1   = &Charset{name: "ISO-8859-1", enc: charmap.Windows1252, score: scoreLatin1}
	GB18030  = &Charset{name: "GB18030", enc: simplifiedchinese.GB18030, trail: pairs("\x81\xFE", "\x40\x7E", "\x80\xFE"), score: scoreGB}
	Big5     = &Charset{name: "Big5", enc: traditionalchinese.Big5, trail: pairs("\x81\xFE", "\x40\x7E", "\xA1\xFE"), score: scoreBig5}
	ShiftJIS = &Charset{
		name: "Shift_JIS", enc: japanese.ShiftJIS, trail: pairs("\x81\x9F\xE0\xFC", "\x40\x7E", "\x80\xFC"), score: scoreShiftJIS,
	}
	EUCJP = &Charset{name: "EUC-JP", enc: japanese.EUCJP, score: scoreEUCJP}
	EUCKR = &Charset{name: "EUC-KR", enc: korean.EUCKR, score: scoreEUCKR}

	cyrillic = &Charset{name: charmap.Windows1251.String(), enc: charmap.Windows1251, score: scoreCyrillic} // only where none is declared
)

// pairs makes trails of ranges, each given by the first and the last byte.
func pairs(leads string, seconds ...string) *trails {
	var t trails
	fill := func(set *[256]bool, ranges string) {
		for i := 0; i < len(ranges); i += 2 {
			for c := int(ranges[i]); c <= int(ranges[i+1]); c++ {
				set[c] = true
			}
		}
	}
	fill(&t.lead, leads)
	for _, s := range seconds {
		fill(&t.second, s)
	}
	return &t
}

// names are declared names that the index of the web lacks or reads as another charset, folded by
// fold.
var names = map[string]*Charset{
	"utf8": UTF8, "ascii": UTF8, "usascii": UTF8, "utf": UTF8, "unicode": UTF8,
	"iso88591": Latin1, "latin1": Latin1, "l1": Latin1, "windows1252": Latin1, "cp1252": Latin1, "ansi": Latin1,
	"gb": GB18030, "gb2312": GB18030, "gbk": GB18030, "gb18030": GB18030, "euccn": GB18030,
	"cp936": GB18030, "ms936": GB18030, "windows936": GB18030, "936": GB18030, "hz": GB18030,
	"big5": Big5, "big5hkscs": Big5, "cp950": Big5, "ms950": Big5, "windows950": Big5, "950": Big5, "euctw": Big5,
	"shiftjis": ShiftJIS, "sjis": ShiftJIS, "xsjis": ShiftJIS, "cp932": ShiftJIS, "ms932": ShiftJIS,
	"windows932": ShiftJIS, "windows31j": ShiftJIS, "932": ShiftJIS, "mskanji": ShiftJIS,
	"eucjp": EUCJP, "ujis": EUCJP, "xeucjp": EUCJP,
	"euckr": EUCKR, "cp949": EUCKR, "ms949": EUCKR, "uhc": EUCKR, "ksc5601": EUCKR, "ksc56011987": EUCKR,
	"kscc56011987": EUCKR, "windows949": EUCKR, "949": EUCKR, "johab": EUCKR,
}

var fold = strings.NewReplacer("-", "", "_", "", " ", "", ".", "", ":", "")

// ByName returns the charset with that name in any usual spelling. It returns nil if it is unknown
// or differs from ASCII.
func ByName(name string) *Charset {
	name = strings.ToLower(strings.TrimSpace(name))
	if c := names[fold.Replace(name)]; c != nil {
		return c
	}
	if windows, ok := strings.CutPrefix(name, "cp"); ok {
		name = "windows-" + windows
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return nil
	}
	if single, ok := enc.(*charmap.Charmap); ok {
		return &Charset{name: single.String(), enc: single}
	}
	return nil
}

// Name returns the usual name of the charset.
func (c *Charset) Name() string { return c.name }

// Pairs reports whether the second byte of a character may be ASCII, such as "]" or "\".
func (c *Charset) Pairs() bool { return c.trail != nil }

// IsPair reports whether two bytes are one character of a charset with such pairs.
func (c *Charset) IsPair(lead, second byte) bool {
	return c.trail != nil && c.trail.lead[lead] && c.trail.second[second]
}

// Decode converts bytes to valid UTF-8. Invalid bytes become U+FFFD.
func (c *Charset) Decode(raw string) string {
	if c.enc == nil {
		return strings.ToValidUTF8(raw, "\uFFFD")
	}
	if isASCII(raw) {
		return raw
	}
	text, err := c.enc.NewDecoder().String(raw)
	if err != nil { // these decoders never fail: they write U+FFFD
		return strings.ToValidUTF8(raw, "\uFFFD")
	}
	return text
}

// Encode is the inverse of Decode. It returns an error for characters that the charset lacks.
func (c *Charset) Encode(text string) (string, error) {
	if c.enc == nil || isASCII(text) {
		return text, nil
	}
	raw, err := c.enc.NewEncoder().String(text)
	if err != nil {
		return "", fmt.Errorf("%.40q cannot be written in %s", text, c.name)
	}
	return raw, nil
}

// FromUTF16 converts UTF-16 to UTF-8. ok is false if the text is not UTF-16. Without a byte order
// mark it is if one byte of its first characters is 0.
func FromUTF16(text string) (converted string, ok bool) {
	order := unicode.LittleEndian
	switch {
	case strings.HasPrefix(text, "\xFF\xFE"):
	case strings.HasPrefix(text, "\xFE\xFF"):
		order = unicode.BigEndian
	case len(text) >= 4 && text[0] != 0 && text[1] == 0 && text[2] != 0 && text[3] == 0:
	case len(text) >= 4 && text[0] == 0 && text[1] != 0 && text[2] == 0 && text[3] != 0:
		order = unicode.BigEndian
	default:
		return text, false
	}
	converted, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().String(text)
	return converted, err == nil
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
