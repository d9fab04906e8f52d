package headtext

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// token is a word with a meaning, or an amount.
type token struct {
	kind  kind
	value float64 // of an amount, in points
	bare  bool    // an amount has no unit
	large bool    // an amount counts all stones of a side, as in 185子
}

const (
	mostText  = 400 // bytes of a text that are read
	mostWords = 4   // of one entry of the table
	mostRunes = 6   // of one entry in a script without spaces
	manyZi    = 100 // an amount of stones that is a side's whole area
)

// fold returns a text in lower case and ordinary width, with single spaces, cut to mostText.
func fold(text string) string {
	for len(text) > mostText {
		_, size := utf8.DecodeLastRuneInString(text[:mostText])
		text = text[:mostText-size]
	}
	text = signs.Replace(strings.ToLower(width.Fold.String(text)))
	return strings.Join(strings.Fields(text), " ")
}

// signs are fractions and the like in the form that is read.
var signs = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4", "−", "-", "half a point", "0.5 point", "half point", "0.5 point",
	"half-point", "0.5 point", "half a moku", "0.5 moku")

// scan returns the tokens of a folded text. Words that the table lacks are other, once for each run of them.
func scan(text string) []token {
	var tokens []token
	add := func(t token) {
		if n := len(tokens); t.kind != other || n == 0 || tokens[n-1].kind != other {
			tokens = append(tokens, t)
		}
	}
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		if t, n := readAmount(text); n > 0 {
			if t.kind == amount {
				add(t)
			}
			text = text[n:]
			continue
		}
		k, n := lookUp(text)
		switch {
		case n > 0 && k == filler:
			text = text[n:]
		case n > 0:
			add(token{kind: k})
			text = text[n:]
		case r == '+':
			add(token{kind: plus})
			text = text[size:]
		case isWordRune(r):
			add(token{kind: other})
			text = strings.TrimLeftFunc(text, isWordRune)
		case unicode.IsLetter(r):
			add(token{kind: other})
			text = text[size:]
		case unicode.IsDigit(r): // too many of them
			text = strings.TrimLeftFunc(text, unicode.IsDigit)
		default:
			text = text[size:]
		}
	}
	return tokens
}

// isWordRune reports whether a letter is of a script with spaces between words.
func isWordRune(r rune) bool {
	return r != 'ー' && unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// lookUp returns the longest entry of the table that a text begins with, and its length, or 0.
func lookUp(text string) (k kind, length int) {
	if first, _ := utf8.DecodeRuneInString(text); !isWordRune(first) {
		at := 0
		for range mostRunes {
			r, size := utf8.DecodeRuneInString(text[at:])
			if size == 0 || !unicode.IsLetter(r) || isWordRune(r) {
				break
			}
			at += size
			if found, ok := meanings[text[:at]]; ok {
				k, length = found, at
			}
		}
		return k, length
	}
	at := 0
	for range mostWords {
		end := len(text) - len(strings.TrimLeftFunc(text[at:], func(r rune) bool { return isWordRune(r) || r == '\'' || r == '-' }))
		if end == at {
			break
		}
		if found, ok := meanings[text[:end]]; ok {
			k, length = found, end
		}
		if !strings.HasPrefix(text[end:], " ") {
			break
		}
		at = end + 1
	}
	return k, length
}

// readAmount reads a number with its unit at the beginning of a text, such as "3.5", "四目半" or "2又3/4子". length is 0 if
// there is no number. The token's kind is other if the number counts no points.
func readAmount(text string) (t token, length int) {
	value, at, words := readNumber(text)
	halves := false
	if at == 0 {
		if value, at = readHalf(text); at == 0 {
			return t, 0
		}
		halves = true
	}
	rest := strings.TrimLeft(text[at:], " ")
	unit, n := lookUp(rest)
	if unit == and && !halves { // "2又3/4子", "三又四分之三子"
		after := strings.TrimLeft(rest[n:], " ")
		if more, m, _ := readNumber(after); m > 0 && more < 1 {
			value += more
			rest = strings.TrimLeft(after[m:], " ")
			unit, n = lookUp(rest)
		}
	}
	if unit == half && !halves { // "3半"
		value += 0.5
		rest = strings.TrimLeft(rest[n:], " ")
		halves = true
		unit, n = lookUp(rest)
	}
	t = token{kind: amount, value: value}
	switch unit {
	case points, stones:
		rest = rest[n:]
		after := strings.TrimLeft(rest, " ")
		if u, m := lookUp(after); u == half && !halves { // "3目半"
			t.value += 0.5
			rest = after[m:]
		} else if more, m := readFraction(after); m > 0 && more < 1 { // "1子3/4"
			t.value += more
			rest = after[m:]
		}
		if unit == stones {
			t.large = t.value >= manyZi
			t.value *= 2
		}
	case counter:
		t.kind, rest = other, rest[n:]
	default:
		if words && !halves {
			return token{}, 0 // a numeral in a name
		}
		t.bare = true
		if next, _ := utf8.DecodeRuneInString(rest); n == 0 && isWordRune(next) && len(rest) == len(text)-at {
			t.kind, rest = other, strings.TrimLeftFunc(rest,
				func(r rune) bool { return isWordRune(r) || unicode.IsDigit(r) }) // as in 3rd
		}
	}
	return t, len(text) - len(rest)
}

// readHalf reads half a unit, as in "半目".
func readHalf(text string) (value float64, length int) {
	k, n := lookUp(text)
	if k != half {
		return 0, 0
	}
	if unit, _ := lookUp(text[n:]); unit != points && unit != stones {
		return 0, 0
	}
	return 0.5, n
}

// readNumber reads a number that is not negative: digits with decimals, a fraction, both, or numerals of East Asia.
func readNumber(text string) (value float64, length int, words bool) {
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits == 0 {
		value, length = readNumeral(text)
		return value, length, true
	}
	if digits > 6 {
		return 0, 0, false
	}
	value, length = atof(text[:digits]), digits
	rest := text[digits:]
	switch {
	case len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') && isDigit(rest[1]):
		n := 1
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n <= 9 {
			value, length = atof(text[:digits]+"."+rest[1:n]), digits+n
		}
	case len(rest) > 1 && rest[0] == '/':
		if f, n := readFraction(text); n > 0 {
			return f, n, false
		}
	case len(rest) > 1 && rest[0] == ' ':
		if f, n := readFraction(rest[1:]); n > 0 && f < 1 {
			value, length = value+f, digits+1+n
		}
	}
	return value, length, false
}

// readFraction reads digits, "/" and digits.
func readFraction(text string) (value float64, length int) {
	n := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if n == 0 || n > 3 || n+1 >= len(text) || text[n] != '/' {
		return 0, 0
	}
	rest := text[n+1:]
	m := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if m == 0 || m > 3 || atof(rest[:m]) == 0 {
		return 0, 0
	}
	return atof(text[:n]) / atof(rest[:m]), n + 1 + m
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// atof reads digits, which cannot fail.
func atof(digits string) float64 {
	value, _ := strconv.ParseFloat(digits, 64)
	return value
}

var numerals = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '壱': 1, '二': 2, '两': 2, '兩': 2, '弐': 2, '三': 3, '参': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9,
	'十': 10, '百': 100,
}

// korean are the numerals before 집.
var korean = []string{"한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉"}

// readNumeral reads a numeral such as 四, 十三, 一百零五, 四分之三, 두 or 열다섯.
func readNumeral(text string) (value float64, length int) {
	if n := strings.TrimPrefix(text, "열"); n != text {
		value, length = 10, len("열")
	}
	for i, word := range korean {
		if strings.HasPrefix(text[length:], word) {
			return value + float64(i+1), length + len(word)
		}
	}
	if length > 0 {
		return value, length
	}
	total, last := 0, 0
	for length < len(text) && total < 1000 {
		r, size := utf8.DecodeRuneInString(text[length:])
		n, ok := numerals[r]
		switch {
		case !ok:
			return fractionOf(text, total+last, length)
		case n >= 10:
			total += max(last, 1) * n
			last = 0
		default:
			last = last*10 + n // 一二 is 12
		}
		if length += size; last > 1000 {
			return 0, 0
		}
	}
	return float64(total + last), length
}

// fractionOf completes a fraction such as 四分之三 after its denominator, which ends at a place of the text.
func fractionOf(text string, n, at int) (value float64, length int) {
	rest, ok := strings.CutPrefix(text[at:], "分之")
	if !ok || at == 0 || n == 0 {
		return float64(n), at
	}
	r, size := utf8.DecodeRuneInString(rest)
	if part, ok := numerals[r]; ok && part < n {
		return float64(part) / float64(n), at + len("分之") + size
	}
	return 0, 0
}
