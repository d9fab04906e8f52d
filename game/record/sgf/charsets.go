package sgf

import (
	"strings"

	"moyo/game/record/charset"
)

// charsets determines the charset of each game in a text.
type charsets struct {
	text  string
	whole *encoding // of all games without a declaration, if known already
}

// of returns the encoding of the game that starts at text[start:].
func (c *charsets) of(start int) *encoding {
	name, after := declared(c.text, start)
	if name == "" {
		if c.whole == nil {
			c.whole = &encoding{charset: charset.Guess(c.text, ""), guessed: true}
		}
		return c.whole
	}
	found := charset.Guess(c.text[start:nextCA(c.text, after)], name)
	own := charset.ByName(name)
	return &encoding{charset: found, guessed: own == nil || own.Name() != found.Name()}
}

// nextCA returns the index of another game's CA in text[i:], or the text's end.
func nextCA(text string, i int) int {
	for {
		next := strings.Index(text[i:], "CA")
		if next < 0 {
			return len(text)
		}
		if i += next; isProperty(text, i) {
			return i
		}
		i += len("CA")
	}
}

// mostHead limits the search for CA, in bytes. There may be many games, and in the wrong charset
// their first nodes may seem endless.
const mostHead = 8192

// declared returns the value of CA in the first node of the game at text[start:], and its place.
func declared(text string, start int) (name string, after int) {
	var bytewise *encoding
	text = text[:min(len(text), start+mostHead)]
	i, _ := afterSpace(text, start+1)
	if i < len(text) && text[i] == ';' {
		i++
	}
	for i, _ = afterSpace(text, i); isProperty(text, i); i, _ = afterSpace(text, i) {
		open := i + strings.IndexByte(text[i:], '[')
		id := strings.TrimSpace(text[i:open])
		for i = open; i < len(text) && text[i] == '['; i, _ = afterSpace(text, i) {
			end := bytewise.end(text, i+1)
			switch {
			case end >= 0 && id == "CA":
				return text[i+1 : end], end
			case end < 0:
				end = len(text) - 1
			}
			i = end + 1
		}
	}
	if i < len(text) && strings.IndexByte(";()", text[i]) >= 0 {
		return "", i
	}
	// The node could not be parsed, perhaps because its charset contains bytes of SGF's signs.
	at := strings.Index(text[start:], "CA[")
	if at < 1 || isLetter(text[start+at-1]) {
		return "", i
	}
	at += start + len("CA[")
	name, _, _ = strings.Cut(text[at:], "]")
	return name, at
}
