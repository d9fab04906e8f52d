package sgf

import (
	"fmt"
	"io"
	"strings"
)

// Limits bound what a reader accepts. A zero field takes the default.
type Limits struct {
	Bytes  int // of text
	Nodes  int // in all games together
	Values int // of all properties together
	Depth  int // of variations nested in one another
}

// DefaultLimits hold the largest joseki dictionaries and keep what is read from
// one text under about 150 MB of memory.
var DefaultLimits = Limits{Bytes: 16 << 20, Nodes: 300_000, Values: 600_000, Depth: 20_000}

func (l Limits) orDefault() Limits {
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

// Error says where a text is no SGF and why. Column counts bytes.
type Error struct {
	Line, Column int // from 1
	Reason       string
}

func (e *Error) Error() string { return fmt.Sprintf("sgf: %d:%d: %s", e.Line, e.Column, e.Reason) }

// Read parses all that r holds within lim.
func Read(r io.Reader, lim Limits) (Collection, error) {
	lim = lim.orDefault()
	data, err := io.ReadAll(io.LimitReader(r, int64(lim.Bytes)+1))
	if err != nil {
		return nil, fmt.Errorf("sgf: %w", err)
	}
	return ParseLimits(string(data), lim)
}

// Parse parses a text within [DefaultLimits]. The values of the tree are parts
// of text. Errors that concern the text are of type [*Error].
//
// What comes before the first game, between games and after the last is
// skipped, as mail headers used to stand there. Small letters in identifiers
// are dropped, as FF[3] says; a property that a node has twice is read as one
// with all values.
func Parse(text string) (Collection, error) { return ParseLimits(text, DefaultLimits) }

// ParseLimits is [Parse] within other limits.
func ParseLimits(text string, lim Limits) (Collection, error) {
	p := parser{text: text, lim: lim.orDefault()}
	if len(text) > p.lim.Bytes {
		return nil, &Error{1, 1, fmt.Sprintf("the text is longer than %d bytes", p.lim.Bytes)}
	}
	var games Collection
	for p.skipToGame() {
		g, err := p.game()
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		p.pos = len(text)
		return nil, p.fail(`no game found: a game begins with "(;"`)
	}
	return games, nil
}

// parser walks the text once, byte by byte; it does not recurse.
type parser struct {
	text   string
	lim    Limits
	pos    int
	nodes  int
	values int
}

// fail returns an error at the present position.
func (p *parser) fail(format string, args ...any) error {
	before := p.text[:min(p.pos, len(p.text))]
	e := &Error{Line: 1, Column: 1, Reason: fmt.Sprintf(format, args...)}
	for i := range len(before) {
		switch {
		case before[i] == '\n' || before[i] == '\r' && !strings.HasPrefix(before[i+1:], "\n"):
			e.Line, e.Column = e.Line+1, 1
		default:
			e.Column++
		}
	}
	return e
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (p *parser) skipSpace() {
	for p.pos < len(p.text) && isSpace(p.text[p.pos]) {
		p.pos++
	}
}

// skipToGame moves to the next "(" that a ";" follows.
func (p *parser) skipToGame() bool {
	for p.pos < len(p.text) {
		i := strings.IndexByte(p.text[p.pos:], '(')
		if i < 0 {
			return false
		}
		open := p.pos + i
		p.pos = open + 1
		p.skipSpace()
		if p.pos < len(p.text) && p.text[p.pos] == ';' {
			p.pos = open
			return true
		}
	}
	return false
}

// game reads one game tree, standing on its "(". at is the node that the next
// ";" continues; each open "(" remembers where its variation branched off.
func (p *parser) game() (*Game, error) {
	var (
		g        = &Game{}
		chars    = &charset{}
		at       *Node
		branches []*Node
		fresh    bool // the last sign was "(", which wants a node
	)
	for {
		p.skipSpace()
		if p.pos == len(p.text) {
			return nil, p.fail(`the text ends within a game: %d ")" missing`, len(branches))
		}
		c := p.text[p.pos]
		switch {
		case fresh && c != ';':
			return nil, p.fail(`want ";" after "(", have %q`, c)
		case c == '(':
			if len(branches) == p.lim.Depth {
				return nil, p.fail("more than %d variations within one another", p.lim.Depth)
			}
			branches, fresh = append(branches, at), true
			p.pos++
		case c == ')':
			at, branches = branches[len(branches)-1], branches[:len(branches)-1]
			p.pos++
			if len(branches) == 0 {
				return g, nil
			}
		case c == ';':
			fresh = false
			n, err := p.node(at, chars)
			if err != nil {
				return nil, err
			}
			if at == nil {
				g.Root = n
				chars.kind = parseCharset(n.SimpleText("CA"))
			}
			at = n
		default:
			return nil, p.fail(`want ";", "(" or ")", have %q`, c)
		}
	}
}

// node reads ";" and the properties after it, and hangs the node under parent.
func (p *parser) node(parent *Node, chars *charset) (*Node, error) {
	if p.nodes++; p.nodes > p.lim.Nodes {
		return nil, p.fail("more than %d nodes", p.lim.Nodes)
	}
	p.pos++
	n := &Node{Parent: parent, charset: chars}
	if parent != nil {
		parent.Children = append(parent.Children, n)
	}
	for {
		p.skipSpace()
		if p.pos == len(p.text) || !isLetter(p.text[p.pos]) {
			return n, nil
		}
		if err := p.property(n); err != nil {
			return nil, err
		}
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// maxIdent bounds an identifier; FF[4]'s own have two letters.
const maxIdent = 64

// property reads an identifier and its values.
func (p *parser) property(n *Node) error {
	start := p.pos
	for p.pos < len(p.text) && (isLetter(p.text[p.pos]) || p.text[p.pos] >= '0' && p.text[p.pos] <= '9') {
		p.pos++
	}
	id := p.text[start:p.pos]
	if strings.ContainsFunc(id, isSmall) {
		id = strings.Map(dropSmall, id)
	}
	if id == "" || id[0] < 'A' || len(id) > maxIdent {
		p.pos = start
		return p.fail("a property's name has 1 to %d capital letters", maxIdent)
	}
	i := n.find(id)
	if i < 0 {
		if len(n.Properties) == maxProperties {
			return p.fail("more than %d different properties in one node", maxProperties)
		}
		i = len(n.Properties)
		n.Properties = append(n.Properties, Property{ID: id})
	}
	for first := true; ; first = false {
		p.skipSpace()
		if p.pos == len(p.text) || p.text[p.pos] != '[' {
			if first {
				return p.fail("property %s has no value", id)
			}
			return nil
		}
		v, err := p.value(id)
		if err != nil {
			return err
		}
		n.Properties[i].Values = append(n.Properties[i].Values, v)
	}
}

// maxProperties bounds a node, whose properties are found by looking at each;
// FF[4] has 70 in all.
const maxProperties = 256

func isSmall(r rune) bool { return r >= 'a' && r <= 'z' }

func dropSmall(r rune) rune {
	if isSmall(r) {
		return -1
	}
	return r
}

// value reads "[...]" and returns what stands between, raw.
func (p *parser) value(id string) (string, error) {
	if p.values++; p.values > p.lim.Values {
		return "", p.fail("more than %d values", p.lim.Values)
	}
	open := p.pos
	for i := open + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case ']':
			p.pos = i + 1
			return p.text[open+1 : i], nil
		}
	}
	return "", p.fail(`the value of %s has no closing "]"`, id)
}
