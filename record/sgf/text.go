package sgf

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// charsetKind says how bytes become characters.
type charsetKind uint8

const (
	unknownCharset charsetKind = iota // guess value by value
	utf8Charset
	latin1Charset
)

// charset is what all nodes of one game share.
type charset struct{ kind charsetKind }

// parseCharset reads the value of CA. ASCII is a part of UTF-8.
func parseCharset(name string) charsetKind {
	fold := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch fold {
	case "utf8", "ascii", "usascii":
		return utf8Charset
	case "iso88591", "latin1", "l1":
		return latin1Charset
	}
	return unknownCharset
}

// decode turns a value's bytes into a string of valid UTF-8.
func (c *charset) decode(raw string) string {
	kind := unknownCharset
	if c != nil {
		kind = c.kind
	}
	switch {
	case kind == utf8Charset:
		return strings.ToValidUTF8(raw, "\uFFFD")
	case kind == unknownCharset && utf8.ValidString(raw):
		return raw
	}
	var b strings.Builder
	for i := range len(raw) {
		b.WriteRune(rune(raw[i]))
	}
	return b.String()
}

// encode is the inverse of decode.
func (c *charset) encode(text string) (string, error) {
	if c == nil || c.kind != latin1Charset {
		return text, nil
	}
	b := make([]byte, 0, len(text))
	for _, r := range text {
		if r > 0xFF {
			return "", fmt.Errorf("sgf: %q cannot be written in ISO-8859-1", r)
		}
		b = append(b, byte(r))
	}
	return string(b), nil
}

// Text returns the first value of a property of FF[4]'s type Text: decoded,
// escapes resolved, line breaks as "\n", other white space as spaces.
func (n *Node) Text(id string) string { return unescape(n.charset.decode(n.first(id)), "\n") }

// SimpleText is [Node.Text] for FF[4]'s type SimpleText: line breaks are
// spaces.
func (n *Node) SimpleText(id string) string {
	return strings.TrimSpace(unescape(n.charset.decode(n.first(id)), " "))
}

// SetText gives the property one value of text. The error is for characters
// that the game's charset lacks.
func (n *Node) SetText(id, text string) error {
	raw, err := n.charset.encode(text)
	if err != nil {
		return err
	}
	n.Set(id, Escape(raw))
	return nil
}

// Escape returns text as a raw value: backslashes and closing brackets escaped.
func Escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}

// unescape resolves escapes; newline stands for every line break that is not
// escaped. An escaped line break (a soft one) vanishes.
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
