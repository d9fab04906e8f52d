package studies

import (
	"slices"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
)

// The limits of a node's content.
const (
	maxProperties = 60
	maxValues     = 4000      // of all properties in one command
	maxName       = 16        // letters in a property's name
	maxNamed      = 1_000_000 // points in all ranges of one command, if each contained the whole board
)

// moves are the properties that make a move or a choice of an opening.
var moves = []string{"B", "W", "OC", "OF"}

// choices are the properties for an opening.
var choices = moves[2:]

// fixed are the properties that a chapter keeps from its creation, above all its board.
var fixed = []string{"FF", "CA", "GM", "SZ", "BD", "BJ", "RI", "AP", "ST"}

// listed are the properties whose values are points. In labelled ones a text follows the point; paired ones have two points.
var (
	listed   = []string{"CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"}
	placing  = []string{"AB", "AE", "AW"} // as Setup reads them
	labelled = []string{"LB"}
	paired   = []string{"AR", "LN"}
)

// checker checks the nodes that a client sends for a chapter.
type checker struct {
	board  *board.Board
	points sgf.Board // of the board
	values int       // counted so far
	named  int       // points in ranges so far
}

func newChecker(b *board.Board) *checker { return &checker{board: b, points: record.Points(b)} }

// refused returns the error for invalid requests, which the page does not send.
func refused(format string, args ...any) error {
	return apierror.New(apierror.BadRequest, format, args...)
}

// nodes checks nodes that are to be added.
func (c *checker) nodes(nodes []StudyNode) error {
	for i, n := range nodes {
		if err := c.node(n.Properties, true); err != nil {
			return refused("node %d: %v", i, err)
		}
	}
	return nil
}

// node checks the properties of an added or changed node. A change may have properties without values, but no moves.
func (c *checker) node(properties [][]string, added bool) error {
	if len(properties) > maxProperties {
		return refused("a node has at most %d properties", maxProperties)
	}
	seen, made := map[string]bool{}, 0
	for _, p := range properties {
		if len(p) == 0 || added && len(p) == 1 {
			return refused("a property needs a name and values")
		}
		name := p[0]
		if err := checkName(name); err != nil {
			return err
		}
		if seen[name] {
			return refused("the property %s comes twice", name)
		}
		seen[name] = true
		if slices.Contains(moves, name) {
			made++
		}
		if err := c.content(p); err != nil {
			return err
		}
	}
	switch {
	case made > 1:
		return refused("a node can make only one move")
	case made > 0 && !added:
		return refused("the move of a node cannot change")
	}
	return c.onBoard(properties)
}

func checkName(name string) error {
	switch {
	case name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r < 'A' || r > 'Z' }):
		return refused("property %.20q: a name has 1 to %d capital letters", name, maxName)
	case slices.Contains(fixed, name):
		return refused("the property %s of a chapter cannot change", name)
	}
	return nil
}

// content checks that values are valid between brackets.
func (c *checker) content(p []string) error {
	if c.values += len(p) - 1; c.values > maxValues {
		return refused("too many values")
	}
	if slices.Contains(moves, p[0]) && len(p) != 2 {
		return refused("a move has one value")
	}
	ranges := slices.Contains(listed, p[0]) || slices.Contains(placing, p[0])
	for _, v := range p[1:] {
		if !isValue(v) {
			return refused("property %s: %.20q cannot be between brackets", p[0], v)
		}
		if ranges && strings.Contains(v, ":") {
			c.named += c.board.Len()
		}
	}
	if c.named > maxNamed {
		return refused("too many ranges of points")
	}
	return nil
}

// isValue reports whether a text is a valid value: brackets are escaped, and line breaks are the only control characters.
func isValue(text string) bool {
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			escaped = false
		case r == ']':
			return false
		case r == '\\':
			escaped = true
		}
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
			return false
		}
	}
	return !escaped
}

// onBoard checks that all points are on the board.
func (c *checker) onBoard(properties [][]string) error {
	n := nodeOf(properties)
	if _, err := n.Moves(c.points); err != nil {
		return refused("%v", err)
	}
	if _, _, err := n.Offered(c.points); err != nil {
		return refused("%v", err)
	}
	if _, _, err := n.Setup(c.points); err != nil {
		return refused("%v", err)
	}
	for _, p := range properties {
		var err error
		switch {
		case slices.Contains(listed, p[0]):
			_, err = c.points.Points(p[1:])
		case slices.Contains(labelled, p[0]):
			err = c.each(p[1:], false)
		case slices.Contains(paired, p[0]):
			err = c.each(p[1:], true)
		}
		if err != nil {
			return refused("property %s: %v", p[0], err)
		}
	}
	return nil
}

// each checks values that consist of a point, a colon, and a text or another point.
func (c *checker) each(values []string, two bool) error {
	for _, v := range values {
		from, to, ok := strings.Cut(v, ":")
		points := []string{from}
		if two {
			points = append(points, to)
		}
		if _, err := c.points.Points(points); !ok || err != nil {
			return refused("%.20q is not a point of the board", v)
		}
	}
	return nil
}

// nodeOf returns a node with these properties that belongs to no game.
func nodeOf(properties [][]string) *sgf.Node {
	n := sgf.New().Root.Add()
	n.Properties = propertiesOf(properties)
	return n
}

// moveOf returns the move that properties make, as far as it is known without a position.
func (c *checker) moveOf(properties [][]string) (move, color string) {
	n := nodeOf(properties)
	if name := n.Choice(); name != "" {
		return name, ""
	}
	if p, ok, err := n.Offered(c.points); err == nil && ok {
		return c.board.Name(game.Point(p)), ""
	}
	made, err := n.Moves(c.points)
	if err != nil || len(made) != 1 {
		return "", ""
	}
	color = convert.Side(game.Color(made[0].Color))
	if made[0].Point == sgf.Pass {
		return "pass", color
	}
	return c.board.Name(game.Point(made[0].Point)), color
}
