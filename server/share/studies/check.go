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

// The bounds of what a node says.
const (
	maxProperties = 60
	maxValues     = 4000      // of all properties of one command
	maxName       = 16        // letters of a property's name
	maxNamed      = 1_000_000 // points of all ranges of one command, had each all points of the board
)

// moves are the properties that make a move, or a choice of an opening.
var moves = []string{"B", "W", "OC", "OF"}

// choices are those of an opening.
var choices = moves[2:]

// fixed are the properties that a chapter is made with and keeps: its board above all.
var fixed = []string{"FF", "CA", "GM", "SZ", "BD", "BJ", "RI", "AP", "ST"}

// listed are the properties whose values are points, labelled those in which a text follows the
// point, and paired those with two points.
var (
	listed   = []string{"CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"}
	placing  = []string{"AB", "AE", "AW"} // the same, as Setup reads them
	labelled = []string{"LB"}
	paired   = []string{"AR", "LN"}
)

// checker looks at what somebody wants nodes of a chapter to say.
type checker struct {
	board  *board.Board
	points sgf.Board // of board
	values int       // seen so far
	named  int       // points that ranges may have named so far
}

func newChecker(b *board.Board) *checker { return &checker{board: b, points: record.Points(b)} }

// refused answers those who write nonsense, which the page does not.
func refused(format string, args ...any) error {
	return apierror.New(apierror.BadRequest, format, args...)
}

// nodes looks at nodes that are to be added.
func (c *checker) nodes(nodes []StudyNode) error {
	for i, n := range nodes {
		if err := c.node(n.Properties, true); err != nil {
			return refused("node %d: %v", i, err)
		}
	}
	return nil
}

// node looks at properties of a node that is added, or written to: then some may have no
// values, and none may be a move.
func (c *checker) node(properties [][]string, added bool) error {
	if len(properties) > maxProperties {
		return refused("a node has at most %d properties", maxProperties)
	}
	seen, made := map[string]bool{}, 0
	for _, p := range properties {
		if len(p) == 0 || added && len(p) == 1 {
			return refused("a property has a name and values")
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
		return refused("a node makes one move")
	case made > 0 && !added:
		return refused("the move of a node stays as it is")
	}
	return c.onBoard(properties)
}

func checkName(name string) error {
	switch {
	case name == "" || len(name) > maxName || strings.ContainsFunc(name, func(r rune) bool { return r < 'A' || r > 'Z' }):
		return refused("property %.20q: a name has 1 to %d capital letters", name, maxName)
	case slices.Contains(fixed, name):
		return refused("the property %s stays as the chapter was made", name)
	}
	return nil
}

// content looks whether values can stand between brackets.
func (c *checker) content(p []string) error {
	if c.values += len(p) - 1; c.values > maxValues {
		return refused("these are too many values")
	}
	if slices.Contains(moves, p[0]) && len(p) != 2 {
		return refused("a move has one value")
	}
	ranges := slices.Contains(listed, p[0]) || slices.Contains(placing, p[0])
	for _, v := range p[1:] {
		if !isValue(v) {
			return refused("property %s: %.20q cannot stand between brackets", p[0], v)
		}
		if ranges && strings.Contains(v, ":") {
			c.named += c.board.Len()
		}
	}
	if c.named > maxNamed {
		return refused("these are too many ranges of points")
	}
	return nil
}

// isValue says whether a text is the value of a property: its brackets are escaped, and it has no
// characters of control but those of lines.
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

// onBoard looks whether the points that are named are on the board.
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

// each looks at values of a point, a colon, and a text or another point.
func (c *checker) each(values []string, two bool) error {
	for _, v := range values {
		from, to, ok := strings.Cut(v, ":")
		points := []string{from}
		if two {
			points = append(points, to)
		}
		if _, err := c.points.Points(points); !ok || err != nil {
			return refused("%.20q names no points of the board", v)
		}
	}
	return nil
}

// nodeOf returns a node of no game that has these properties.
func nodeOf(properties [][]string) *sgf.Node {
	n := sgf.New().Root.Add()
	n.Properties = propertiesOf(properties)
	return n
}

// moveOf returns the move that properties make, as far as that can be told without a position.
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
