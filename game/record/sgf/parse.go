package sgf

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"moyo/game/record/charset"
	"moyo/internal/errtext"
)

// Limits are the limits of a reader. Zero fields stand for the default.
type Limits struct {
	Bytes  int // of text
	Nodes  int // in all games together
	Values int // of all properties together
	Depth  int // of nested variations
}

// DefaultLimits accept the largest joseki dictionaries and keep the memory for one text below about
// 150 MB.
var DefaultLimits = Limits{Bytes: 16 << 20, Nodes: 300_000, Values: 600_000, Depth: 20_000}

// OrDefault returns the limits with zero fields replaced by those of [DefaultLimits].
func (l Limits) OrDefault() Limits {
	pick := func(v *int, def int) {
		if *v <= 0 {
			*v = def
		}
	}
	pick(&l.Bytes, DefaultLimits.Bytes)
	pick(&l.Nodes, DefaultLimits.Nodes)
	pick(&l.Values, DefaultLimits.Values)
	pick(&l.Depth, DefaultLimits.Depth)
	return l
}

// Error describes an error in a text, with its place. Column counts bytes.
type Error struct {
	Line, Column int // from 1
	Reason       string
	Lost         bool // a part of the text could not be read
}

func (e *Error) Error() string { return fmt.Sprintf("sgf: %d:%d: %s", e.Line, e.Column, e.Reason) }

// Read parses the contents of r within lim.
func Read(r io.Reader, lim Limits) (Collection, error) {
	lim = lim.OrDefault()
	data, err := io.ReadAll(io.LimitReader(r, int64(lim.Bytes)+1))
	if err != nil {
		return nil, fmt.Errorf("sgf: %w", err)
	}
	return ParseLimits(string(data), lim)
}

// Parse parses a text within [DefaultLimits]. The values of the tree are parts of text. Errors in
// the text have type [*Error].
//
// Text before, between and after games is skipped, because mail headers used to be there. Small
// letters in identifiers are dropped, as in FF[3]. A repeated property in a node is read as one
// with all values.
func Parse(text string) (Collection, error) { return ParseLimits(text, DefaultLimits) }

// ParseLimits is [Parse] with other limits.
func ParseLimits(text string, lim Limits) (Collection, error) {
	lim = lim.OrDefault()
	if len(text) > lim.Bytes {
		return nil, &Error{Line: 1, Column: 1, Reason: fmt.Sprintf("the text is longer than %d bytes", lim.Bytes)}
	}
	text, wide := charset.FromUTF16(text)
	p := parser{text: text, lim: lim, charsets: charsets{text: text}}
	p.bare = !p.skipToGame()
	p.pos = 0
	if p.bare && !p.skipToGame() {
		p.text, p.unopened = opened(text)
		p.charsets.text = p.text
	}
	p.pos = 0
	var games Collection
	for p.skipToGame() {
		g, err := p.game()
		if err != nil {
			return nil, err
		}
		if g == nil {
			continue
		}
		if wide && g.Root.Has("CA") {
			g.Root.Set("CA", "UTF-8")
		}
		games = append(games, g)
	}
	if len(games) == 0 && p.strange != nil {
		return nil, p.strange
	}
	if len(games) == 0 {
		p.pos = len(text)
		return nil, p.fail(`no game found: a game begins with "(;"`)
	}
	return games, nil
}

// parser parses the text once, byte by byte, without recursion.
type parser struct {
	text     string
	lim      Limits
	pos      int
	nodes    int
	values   int
	unopened bool      // the "(" at the start was missing
	bare     bool      // the text contains no "(;", so games may start with less
	encoding *encoding // of the current game
	faults   []*Error  // of the current game
	strange  *Error    // why the first invalid "(;" does not start a game
	place    place
	charsets charsets
}

// place is a position in a text.
type place struct{ pos, line, column int }

// at returns the line and the column of a position, from 1.
func (p *place) at(text string, pos int) (line, column int) {
	if p.line == 0 || pos < p.pos {
		*p = place{line: 1, column: 1}
	}
	for ; p.pos < min(pos, len(text)); p.pos++ {
		switch c := text[p.pos]; {
		case c == '\n' || c == '\r' && !strings.HasPrefix(text[p.pos+1:], "\n"):
			p.line, p.column = p.line+1, 1
		default:
			p.column++
		}
	}
	return p.line, p.column
}

// fail returns an error at the current position.
func (p *parser) fail(format string, args ...any) *Error {
	line, column := p.place.at(p.text, p.pos)
	return &Error{Line: line, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// maxFaults limits the faults reported for one game.
const maxFaults = 10

// mend records a fault at the current position that does not prevent reading.
func (p *parser) mend(format string, args ...any) { p.mendAt(p.pos, format, args...) }

func (p *parser) mendAt(pos int, format string, args ...any) {
	if len(p.faults) < maxFaults {
		line, column := p.place.at(p.text, pos)
		p.faults = append(p.faults, &Error{Line: line, Column: column, Reason: fmt.Sprintf(format, args...)})
	}
}

// lose marks the last fault as one with which a part of the text is lost.
func (p *parser) lose() { p.faults[len(p.faults)-1].Lost = true }

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (p *parser) skipSpace() {
	for p.pos < len(p.text) && isSpace(p.text[p.pos]) {
		p.pos++
	}
}

// skipToGame moves to the next "(" followed by a ";" or, in a text without any, by a property.
func (p *parser) skipToGame() bool {
	for p.pos < len(p.text) {
		i := strings.IndexByte(p.text[p.pos:], '(')
		if i < 0 {
			return false
		}
		open := p.pos + i
		p.pos = open + 1
		p.skipSpace()
		if p.pos < len(p.text) && p.text[p.pos] == ';' || p.bare && isProperty(p.text, p.pos) {
			p.pos = open
			return true
		}
	}
	return false
}

// tree is a game under construction. at is the node that the next ";" continues; each open "("
// remembers the node of its branch.
type tree struct {
	root, at *Node
	branches []*Node
}

// game reads one game tree at its "(". It returns nil if it is not a game, and records why.
func (p *parser) game() (*Game, error) {
	var t tree
	nodes, values := p.nodes, p.values
	p.encoding, p.faults = p.charsets.of(p.pos), nil
	line, _ := p.place.at(p.text, p.pos)
	if p.unopened {
		p.mend(`no "(" before the first node`)
	}
	for done := false; !done; {
		p.skipSpace()
		if p.pos == len(p.text) {
			p.mend(`the game has no end: %d ")" missing`, len(t.branches))
			break
		}
		var err error
		switch c := p.text[p.pos]; {
		case c == '(' && p.nodes > nodes+1 && BeginsGame(p.text[p.pos:]):
			p.mend(`the game has no end: %d ")" missing`, len(t.branches))
			done = true
		case c == '(':
			err = p.open(&t)
		case c == ')':
			p.pos++
			t.at, t.branches = t.branches[len(t.branches)-1], t.branches[:len(t.branches)-1]
			done = len(t.branches) == 0
		case c == ';' || isProperty(p.text, p.pos):
			err = p.grow(&t)
			done = len(p.faults) > 0 && t.root != nil && len(t.root.Properties) == 0 && t.at == t.root
		default:
			p.skipJunk()
		}
		if err != nil {
			return nil, err
		}
	}
	if len(p.faults) > 0 && p.values == values { // "(;" in other text
		p.strange = cmp.Or(p.strange, p.faults[0])
		return nil, nil
	}
	return &Game{Root: t.root, Line: line, Faults: p.faults}, nil
}

// heads are properties with which the root of a game begins, and no variation.
var heads = map[string]bool{"FF": true, "GM": true, "CA": true, "AP": true, "SZ": true}

// opened returns a text that starts with a node with the "(" that it lacks. ok is false for other texts.
func opened(text string) (with string, ok bool) {
	node := strings.TrimLeft(text, "\ufeff \t\r\n")
	if !strings.HasPrefix(node, ";") || !CanBegin("("+node) {
		return text, false
	}
	return text[:len(text)-len(node)] + "(" + node, true
}

// BeginsGame reports whether a text starts with "(;" and a property of a game's root. After at least
// two nodes it is another game and not a variation.
func BeginsGame(text string) bool {
	i, ok := afterHead(text)
	if !ok || !isProperty(text, i) {
		return false
	}
	end := i
	for isIdent(text[end]) {
		end++
	}
	return heads[identifier(text[i:end])]
}

// CanBegin reports whether a text that starts with "(" may be a game or a variation, and not "(;"
// in other text.
func CanBegin(text string) bool {
	i, ok := afterHead(text)
	return ok && (i == len(text) || strings.IndexByte(";()", text[i]) >= 0 || isProperty(text, i))
}

// afterHead returns the place after "(;" and spaces at the start of a text.
func afterHead(text string) (i int, ok bool) {
	if !strings.HasPrefix(text, "(") {
		return 0, false
	}
	if i, _ = afterSpace(text, 1); i == len(text) || text[i] != ';' {
		return 0, false
	}
	i, _ = afterSpace(text, i+1)
	return i, true
}

// open reads the "(" of a variation.
func (p *parser) open(t *tree) error {
	if len(t.branches) == p.lim.Depth {
		return p.fail("more than %d variations within one another", p.lim.Depth)
	}
	t.branches = append(t.branches, t.at)
	p.pos++
	if p.skipSpace(); p.pos < len(p.text) && p.text[p.pos] == ')' && t.at != nil {
		p.mend("a variation without a move")
	}
	return nil
}

// grow reads a node and appends it to the tree.
func (p *parser) grow(t *tree) error {
	if p.text[p.pos] == ';' {
		p.pos++
	} else {
		p.mend(`want ";" before a property`)
	}
	if t.at == nil && t.root != nil {
		p.mend("a second start of a game, read as a variation")
		t.at = t.root
	}
	n, err := p.node(t.at)
	if err != nil {
		return err
	}
	if t.root == nil {
		t.root = n
	}
	t.at = n
	return nil
}

// skipJunk skips invalid text up to the next sign.
func (p *parser) skipJunk() {
	start := p.pos
	defer func() {
		if junk := strings.TrimSpace(p.text[start:p.pos]); junk != "," { // some programs write commas between properties
			p.mendAt(start, "%q has no place here", errtext.Clip(junk, 20))
			p.lose()
		}
	}()
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == ';' || c == '(' || c == ')':
			return
		case c == '[':
			end := p.encoding.end(p.text, p.pos+1)
			if end < 0 {
				p.pos = len(p.text)
				return
			}
			p.pos = end
		case isLetter(c):
			if isProperty(p.text, p.pos) {
				return
			}
			for p.pos+1 < len(p.text) && isIdent(p.text[p.pos+1]) {
				p.pos++ // a property starts with the first letter of its name
			}
		}
		p.pos++
	}
}

// node reads the properties of a node, and appends it to parent.
func (p *parser) node(parent *Node) (*Node, error) {
	if p.nodes++; p.nodes > p.lim.Nodes {
		return nil, p.fail("more than %d nodes", p.lim.Nodes)
	}
	n := &Node{Parent: parent, encoding: p.encoding}
	if parent != nil {
		parent.Children = append(parent.Children, n)
	}
	for {
		p.skipSpace()
		if p.pos == len(p.text) || strings.IndexByte(";()", p.text[p.pos]) >= 0 {
			return n, nil
		}
		if !isProperty(p.text, p.pos) {
			p.skipJunk()
			continue
		}
		if err := p.property(n); err != nil {
			return nil, err
		}
	}
}

// maxIdent limits the length of an identifier. FF[4]'s own have two letters.
const maxIdent = 64

// property reads an identifier and its values.
func (p *parser) property(n *Node) error {
	start := p.pos
	for p.pos < len(p.text) && isIdent(p.text[p.pos]) {
		p.pos++
	}
	id := identifier(p.text[start:p.pos])
	i := n.find(id)
	if i < 0 {
		if len(n.Properties) == maxProperties {
			return p.fail("more than %d different properties in one node", maxProperties)
		}
		i = len(n.Properties)
		n.Properties = append(n.Properties, Property{ID: id})
	}
	for {
		p.skipSpace()
		if p.pos == len(p.text) || p.text[p.pos] != '[' {
			break
		}
		if p.values++; p.values > p.lim.Values {
			return p.fail("more than %d values", p.lim.Values)
		}
		if v, ok := p.value(id); ok {
			n.Properties[i].Values = append(n.Properties[i].Values, v)
		}
	}
	if len(n.Properties[i].Values) == 0 { // its only value was cut
		n.Remove(id)
	}
	return nil
}

// maxProperties limits the properties of a node, because they are searched linearly. FF[4] has 70
// in all.
const maxProperties = 256

// longNames are names from FF[1] and from programs whose capitals are not the FF[4] name.
var longNames = map[string]string{
	"size": "SZ", "game": "GM", "komi": "KM", "handicap": "HA", "date": "DT",
	"place": "PC", "result": "RE", "event": "EV", "round": "RO", "rules": "RU",
	"playerblack": "PB", "playerwhite": "PW", "black": "B", "white": "W", "addblack": "AB",
	"addwhite": "AW", "addempty": "AE", "comment": "C", "name": "N", "user": "US",
}

// identifier returns the FF[4] name of a property: the capitals of a long name, or small letters as
// capitals.
func identifier(name string) string {
	if !strings.ContainsFunc(name, isSmall) {
		return name
	}
	if id, ok := longNames[strings.ToLower(name)]; ok {
		return id
	}
	if isSmall(rune(name[0])) {
		return strings.ToUpper(name)
	}
	return strings.Map(dropSmall, name)
}

func isSmall(r rune) bool { return r >= 'a' && r <= 'z' }

func dropSmall(r rune) rune {
	if isSmall(r) {
		return -1
	}
	return r
}

// value reads "[...]" and returns the raw value. A value cut by the end of the text is kept if it
// still has meaning; half of a move does not.
func (p *parser) value(id string) (raw string, ok bool) {
	open := p.pos + 1
	end := p.encoding.end(p.text, open)
	if end < 0 {
		p.mend(`the value of %s has no closing "]"`, id)
		p.lose()
		p.pos = len(p.text)
		return p.cut(id, p.text[open:])
	}
	var parts []string
	for isComment(id) && p.goesOn(end+1) {
		p.pos = end
		p.mend(`a "]" in the text of %s is not escaped`, id)
		parts = append(parts, p.text[open:end])
		open = end + 1
		end = p.encoding.end(p.text, open)
	}
	p.pos = end + 1
	if parts == nil {
		return p.text[open:end], true
	}
	return strings.Join(append(parts, p.text[open:end]), `\]`), true
}

// cut returns the rest of a value that the end of the text cuts.
func (p *parser) cut(id, raw string) (string, bool) {
	switch id {
	case "B", "W", "AB", "AW", "AE":
		return "", false
	}
	for raw != "" && p.encoding.end(raw+"]", 0) != len(raw) { // half of an escape at the end
		raw = raw[:len(raw)-1]
	}
	return raw, true
}

// isComment reports whether a property contains prose, which may include a bracket.
func isComment(id string) bool { return id == "C" || id == "GC" }

// goesOn reports whether a text continues at p.text[i:], after an unescaped "]": with words or
// another "]" before the next node.
func (p *parser) goesOn(i int) bool {
	if closes(p.text, i) {
		return false
	}
	comma := false
	for ; i < len(p.text) && (isSpace(p.text[i]) || isPunctuation(p.text[i])); i++ {
		comma = comma || isPunctuation(p.text[i])
	}
	switch {
	case i == len(p.text) || isProperty(p.text, i):
		return false
	case p.text[i] == '[' && !comma, p.text[i] != '[' && p.text[i] != ']' && !isLetter(p.text[i]) && p.text[i] < utf8.RuneSelf:
		return false
	}
	end := p.encoding.end(p.text, i)
	if end < 0 {
		return false
	}
	for ; i < end; i++ {
		if p.text[i] != ';' {
			continue
		}
		if next, _ := afterSpace(p.text[:end], i+1); isProperty(p.text[:end], next) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isPunctuation(c byte) bool { return strings.IndexByte(",.!?:", c) >= 0 }

func isIdent(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' }
