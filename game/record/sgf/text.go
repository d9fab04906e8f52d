package sgf

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"moyo/game/record/charset"
)

// encoding is how all nodes of one game encode their values.
type encoding struct {
	charset *charset.Charset
	guessed bool // the file does not declare it: a value may be UTF-8 by itself, as where programs added to a file
}

// utf8Encoding is the encoding of new games.
var utf8Encoding = &encoding{charset: charset.UTF8}

// decode converts a raw value to valid UTF-8. Escapes stay.
func (e *encoding) decode(raw string) string {
	switch {
	case e == nil || e.charset == nil:
		return strings.ToValidUTF8(raw, "\uFFFD")
	case e.guessed && e.charset == charset.Latin1 && utf8.ValidString(raw):
		return raw
	case e.guessed && charset.SurelyUTF8(raw) && utf8Encoding.end(raw+"]", 0) == len(raw):
		return raw
	case e.pairs():
		raw = e.whole(raw)
	}
	return e.charset.Decode(raw)
}

// whole removes escapes within characters.
func (e *encoding) whole(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 {
		return raw
	}
	closed := raw + "]" // so that characters are split as on reading
	var b strings.Builder
	for i := 0; i < len(raw); {
		n := min(e.step(closed, i), len(raw)-i)
		if n == 3 {
			b.WriteByte(raw[i])
			b.WriteByte(raw[i+2])
		} else {
			b.WriteString(raw[i : i+n])
		}
		i += n
	}
	return b.String()
}

// pairs reports whether a byte that equals "]" or "\" may be half of a character.
func (e *encoding) pairs() bool { return e != nil && e.charset != nil && e.charset.Pairs() }

// end returns the index of the "]" that closes the value starting at text[open:], or -1.
func (e *encoding) end(text string, open int) int {
	pairs := e.pairs()
	for i := open; i < len(text); {
		switch c := text[i]; {
		case c == ']':
			return i
		case c == '\\' || pairs && c >= utf8.RuneSelf:
			i += e.step(text, i)
		default:
			i++
		}
	}
	return -1
}

// step returns the length of the unit at text[i:]: a byte, a byte with the escape before it, or a
// character.
func (e *encoding) step(text string, i int) int {
	switch c := text[i]; {
	case c >= utf8.RuneSelf && e.pairs():
		return e.width(text, i)
	case c == '\\' && !(e.pairs() && i+1 < len(text) && text[i+1] >= utf8.RuneSelf):
		return 2
	}
	return 1
}

// width returns the length in bytes of the non-ASCII character at text[i:]. In some charsets of
// East Asia its second byte may be that of "]" or "\". Some programs write such a character as it
// is; others escape its second byte too. Yet others cut a text within a character, so that the "]"
// after its first byte closes the value; the following text shows that.
func (e *encoding) width(text string, i int) int {
	if i+1 >= len(text) || !e.charset.IsPair(text[i], text[i+1]) {
		return 1
	}
	switch text[i+1] {
	case ']':
		if closes(text, i+2) {
			return 1
		}
	case '\\':
		return e.escapes(text, i+1)
	}
	return 2
}

// escapes returns the width of a character whose first byte is followed by escapes at text[i:]: 2
// if the first of them is its second byte, 3 if it is the escape of that byte. The number of
// escapes up to a "]" that closes the value decides: odd means the former, even the latter.
func (e *encoding) escapes(text string, i int) int {
	end := i
	for end < len(text) && text[end] == '\\' {
		end++
	}
	odd := (end-i)%2 == 1
	bracket := end < len(text) && text[end] == ']'
	closing := bracket && (closes(text, end+1) || text[end+1] == '[')
	if bracket && odd != closing || !bracket && !odd {
		return 3
	}
	return 2
}

// closes reports whether the text at text[i:] can follow a value: another property, node or game,
// or the end.
func closes(text string, i int) bool {
	i, spaced := afterSpace(text, i)
	if i == len(text) {
		return true
	}
	switch text[i] {
	case '[':
		return spaced
	case ';':
		i, _ = afterSpace(text, i+1)
		return i == len(text) || strings.IndexByte(";()", text[i]) >= 0 || isProperty(text, i)
	case '(':
		i, _ = afterSpace(text, i+1)
		return i < len(text) && text[i] == ';'
	case ')':
		i, _ = afterSpace(text, i+1)
		return i == len(text) || text[i] == ')' || text[i] == '(' || text[i] == ';'
	}
	return isProperty(text, i)
}

func afterSpace(text string, i int) (next int, some bool) {
	start := i
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i, i > start
}

// isProperty reports whether text[i:] starts with a property: a name and "[". Names start with a
// capital, or are at most two small letters, as some programs write them.
func isProperty(text string, i int) bool {
	start := i
	for i < len(text) && i-start < maxIdent && isIdent(text[i]) {
		i++
	}
	name := text[start:i]
	if name == "" || !isLetter(name[0]) || isSmall(rune(name[0])) && len(name) > 2 {
		return false
	}
	i, _ = afterSpace(text, i)
	return i < len(text) && text[i] == '['
}

// text returns a raw value decoded and without escapes. newline replaces every unescaped line
// break.
func (e *encoding) text(raw, newline string) string { return unescape(e.decode(raw), newline) }

// Text returns the first value of a property of FF[4]'s type Text: decoded, without escapes, line
// breaks as "\n", other white space as spaces.
func (n *Node) Text(id string) string { return n.encoding.text(n.first(id), "\n") }

// SimpleText is [Node.Text] for FF[4]'s type SimpleText: line breaks are
// spaces.
func (n *Node) SimpleText(id string) string {
	return strings.TrimSpace(n.encoding.text(n.first(id), " "))
}

// Values returns the values of a property, each converted as by [Node.SimpleText].
func (n *Node) Values(id string) []string {
	var texts []string
	for _, raw := range n.Raw(id) {
		texts = append(texts, strings.TrimSpace(n.encoding.text(raw, " ")))
	}
	return texts
}

// Parts cuts a composed raw value at its first unescaped colon.
func Parts(raw string) (first, second string, ok bool) {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case ':':
			return raw[:i], raw[i+1:], true
		}
	}
	return raw, "", false
}

// SetText gives the property one value of text. It returns an error for characters that the game's
// charset lacks; see [Game.ToUTF8].
func (n *Node) SetText(id, text string) error {
	raw := Escape(text)
	if e := n.encoding; e != nil && e.charset != nil {
		own, err := e.charset.Encode(raw)
		if err != nil {
			return fmt.Errorf("sgf: %w", err)
		}
		// If bytes of characters equal SGF's signs, some texts are ambiguous.
		if e.end(own+"]", 0) != len(own) || e.decode(own) != raw {
			return fmt.Errorf("sgf: %.40q cannot be written in %s", text, e.charset.Name())
		}
		raw = own
	}
	n.Set(id, raw)
	return nil
}

// ToUTF8 converts all values of the game to UTF-8, and sets CA. Characters stay the same, and
// invalid bytes become U+FFFD.
func (g *Game) ToUTF8() {
	e := g.Root.encoding
	for n := range g.Nodes() {
		for _, p := range n.Properties {
			for i, raw := range p.Values {
				text := e.decode(raw)
				if text != raw && utf8Encoding.end(text+"]", 0) != len(text) {
					text = Escape(unescape(text, "\n")) // an invalid character leaves its second byte
				}
				p.Values[i] = text
			}
		}
		n.encoding = utf8Encoding
	}
	g.Root.Set("CA", "UTF-8")
}

// Escape returns text as a raw value, with escaped backslashes and closing brackets.
func Escape(text string) string { return escaper.Replace(text) }

// escaper is shared, because making it takes longer than using it.
var escaper = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// unescape resolves escapes. newline replaces every unescaped line break. An escaped (soft) line
// break disappears.
func unescape(raw, newline string) string {
	if !strings.ContainsAny(raw, "\\\r\n\t\v\f") {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		escaped := raw[i] == '\\'
		if escaped {
			if i++; i == len(raw) {
				break
			}
		}
		switch c := raw[i]; c {
		case '\r', '\n':
			if i+1 < len(raw) && raw[i+1] != c && (raw[i+1] == '\r' || raw[i+1] == '\n') {
				i++ // CRLF and LFCR are one line break
			}
			if !escaped {
				b.WriteString(newline)
			}
		case '\t', '\v', '\f':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
