package sgf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// MaxSide is the longest side of a board in FF[4].
const MaxSide = 52

// Pass is the point of a pass.
const Pass = -1

// Color is the colour of a stone, a move or, as Empty, of a cleared point. The
// numbers are those of moyo's game package.
type Color uint8

// The colours.
const (
	Empty Color = iota
	Black
	White
)

// Board describes the notation of points on one board. Points are numbers from 0; on a grid
// y*width+x with y counted from the top.
type Board struct {
	Spec          string // such as "grid:19" or "torus:9x9"
	Width, Height int    // of a grid of at most 52x52, else 0

	// For boards with named points: conversions in both directions.
	Name   func(point int) string
	Lookup func(name string) (point int, ok bool)
}

// Grid returns the board of FF[4] with columns and rows from 1 to 52.
func Grid(width, height int) Board {
	spec := "grid:" + strconv.Itoa(width)
	if height != width {
		spec += "x" + strconv.Itoa(height)
	}
	return Board{Spec: spec, Width: width, Height: height}
}

// BoardSpec returns the spec of the game's board: BD, or the grid of SZ, which defaults to 19x19.
func (g *Game) BoardSpec() (string, error) {
	if spec := g.Root.SimpleText("BD"); spec != "" {
		return spec, nil
	}
	w, h, err := g.size()
	if err != nil {
		return "", err
	}
	return Grid(w, h).Spec, nil
}

// size reads SZ. Other programs also write "19x19" or words; text without a number means the usual
// 19x19, as if SZ were missing.
func (g *Game) size() (width, height int, err error) {
	text := g.Root.SimpleText("SZ")
	sides := strings.FieldsFunc(text, func(r rune) bool { return r != '-' && r != '.' && (r < '0' || r > '9') })
	if len(sides) == 0 {
		return 19, 19, nil
	}
	width, err1 := strconv.Atoi(sides[0])
	height, err2 := strconv.Atoi(sides[len(sides)-1])
	if len(sides) > 2 || err1 != nil || err2 != nil || width < 1 || height < 1 || width > MaxSide || height > MaxSide {
		return 0, 0, fmt.Errorf("sgf: SZ[%.20s]: want N or W:H with sides from 1 to %d", text, MaxSide)
	}
	return width, height, nil
}

// Grid returns the board of a game on a grid.
func (g *Game) Grid() (Board, error) {
	if spec := g.Root.SimpleText("BD"); spec != "" {
		return Board{}, fmt.Errorf("sgf: BD[%.40s]: the board is not a grid of at most %dx%d", spec, MaxSide, MaxSide)
	}
	w, h, err := g.size()
	return Grid(w, h), err
}

// SetBoard writes the board to the root: GM[1] and SZ for a grid, GM[0] and BD for other boards.
func (g *Game) SetBoard(b Board) {
	if b.Width == 0 {
		g.Root.Set("GM", "0")
		g.Root.Set("BD", Escape(b.Spec))
		return
	}
	g.Root.Set("GM", "1")
	size := strconv.Itoa(b.Width)
	if b.Height != b.Width {
		size += ":" + strconv.Itoa(b.Height)
	}
	g.Root.Set("SZ", size)
}

// Carried returns the board included in the record as JSON, or "".
func (g *Game) Carried() string { return g.Root.Text(carriedID) }

// SetCarried writes the JSON of the board to the record.
func (g *Game) SetCarried(json string) { g.Root.Set(carriedID, Escape(json)) }

const carriedID = "BJ"

// The games in FF[4]'s list that moyo plays.
const (
	Go     = 1
	Gomoku = 4
)

// Kind returns the number of the game, which defaults to Go.
func (g *Game) Kind() int {
	if kind, ok := g.Root.Number("GM"); ok {
		return kind
	}
	return Go
}

// SetKind writes the number of the game if the board is one that FF[4] knows. SetBoard writes that
// of Go.
func (g *Game) SetKind(kind int) {
	if g.Kind() != 0 {
		g.Root.Set("GM", strconv.Itoa(kind))
	}
}

// The properties of moves that place no stone.
const (
	choiceID  = "OC"
	offeredID = "OF"
)

// Choice returns the choice of the node, "" if it has none.
func (n *Node) Choice() string { return n.SimpleText(choiceID) }

// SetChoice sets the choice of the node.
func (n *Node) SetChoice(name string) { n.Set(choiceID, Escape(name)) }

// Offered returns the offered point of the node. ok is false if it has none.
func (n *Node) Offered(b Board) (point int, ok bool, err error) {
	if !n.Has(offeredID) {
		return 0, false, nil
	}
	point, err = b.stone(strings.TrimSpace(n.first(offeredID)))
	return point, true, err
}

// SetOffered sets the offered point of the node, and marks it.
func (n *Node) SetOffered(b Board, point int) {
	n.Set(offeredID, b.Value(point))
	n.Set("TR", b.Value(point))
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// Value returns a point, or Pass, as a raw value.
func (b Board) Value(point int) string {
	switch {
	case point == Pass:
		return ""
	case b.Width > 0:
		return letters[point%b.Width:][:1] + letters[point/b.Width:][:1]
	}
	return Escape(b.Name(point))
}

// Point reads the value of a move: a point or Pass. On grids of at most 19x19 "tt" is also a pass,
// as in FF[3].
func (b Board) Point(raw string) (int, error) {
	text := strings.TrimSpace(raw)
	if text == "" || strings.EqualFold(text, "tt") && b.Width > 0 && b.Width <= 19 && b.Height <= 19 {
		return Pass, nil
	}
	return b.stone(text)
}

// stone reads a value that must be a point.
func (b Board) stone(text string) (int, error) {
	if b.Width == 0 {
		name := unescape(text, " ")
		if p, ok := b.Lookup(name); ok {
			return p, nil
		}
		return 0, fmt.Errorf("sgf: %.40q is not a point of %s", name, b.Spec)
	}
	if len(text) == 2 {
		if b.Width <= 26 && b.Height <= 26 { // capitals mean the same as small letters
			text = strings.ToLower(text)
		}
		x, y := strings.IndexByte(letters, text[0]), strings.IndexByte(letters, text[1])
		if x >= 0 && x < b.Width && y >= 0 && y < b.Height {
			return y*b.Width + x, nil
		}
	}
	return 0, fmt.Errorf("sgf: %.40q is not a point of %s", text, b.Spec)
}

// maxRectangles limits how often a list of rectangles may contain each point.
const maxRectangles = 16

// Points reads a list of points. On grids "aa:cc" is a rectangle. Repeated points count once. An
// empty value, which FF[4] allows for an empty list, has no points. The error names the first value
// that cannot be read; the points are those of the others.
func (b Board) Points(raw []string) (points []int, err error) {
	seen := make(map[int]bool)
	add := func(p int) {
		if !seen[p] {
			seen[p] = true
			points = append(points, p)
		}
	}
	work := maxRectangles * b.Width * b.Height
	for _, v := range raw {
		text := strings.TrimSpace(v)
		if text == "" {
			continue
		}
		from, to, compressed := strings.Cut(text, ":")
		if !compressed || b.Width == 0 {
			from, to = text, text
		}
		p, err1 := b.stone(from)
		q, err2 := b.stone(to)
		if wrong := cmp.Or(err1, err2); wrong != nil {
			err = cmp.Or(err, wrong)
			continue
		}
		if p == q {
			add(p)
			continue
		}
		x0, x1 := min(p%b.Width, q%b.Width), max(p%b.Width, q%b.Width)
		y0, y1 := min(p/b.Width, q/b.Width), max(p/b.Width, q/b.Width)
		if work -= (x1 - x0 + 1) * (y1 - y0 + 1); work < 0 {
			return points, fmt.Errorf("sgf: a list of rectangles names each point of %s more than %d times", b.Spec, maxRectangles)
		}
		for y := y0; y <= y1; y++ {
			for x := x0; x <= x1; x++ {
				add(y*b.Width + x)
			}
		}
	}
	return points, err
}

// Move is a move of a node.
type Move struct {
	Color Color
	Point int // or Pass
}

// Moves returns the moves of a node: none or one, or two if a program wrote B and W into one node.
// The error names the first that cannot be read; the moves are the others.
func (n *Node) Moves(b Board) (moves []Move, err error) {
	for _, p := range n.Properties {
		c := Black
		switch p.ID {
		case "B":
		case "W":
			c = White
		default:
			continue
		}
		if point, wrong := b.Point(n.first(p.ID)); wrong != nil {
			err = cmp.Or(err, wrong)
		} else {
			moves = append(moves, Move{c, point})
		}
	}
	return moves, err
}

// SetMove gives the node a move.
func (n *Node) SetMove(b Board, m Move) {
	n.Set(map[Color]string{Black: "B", White: "W"}[m.Color], b.Value(m.Point))
}

// Setup is the setup of a node: AB, AW, AE and PL.
type Setup struct {
	Stones [3][]int // points that become each Color
	ToPlay Color    // Empty if PL is missing
}

// Setup returns the setup of the node. ok is false if it has none. The error names the first value
// that cannot be read, or a point in two of the lists AE, AB and AW, which FF[4] forbids; s is the
// rest, with such a point in the last of its lists.
func (n *Node) Setup(b Board) (s Setup, ok bool, err error) {
	for c, id := range setupIDs {
		if !n.Has(id) {
			continue
		}
		ok = true
		var wrong error
		if s.Stones[c], wrong = b.Points(n.Raw(id)); wrong != nil {
			err = cmp.Or(err, fmt.Errorf("%w in %s", wrong, id))
		}
	}
	err = cmp.Or(err, s.unique(b))
	if pl := strings.ToUpper(strings.TrimSpace(n.first("PL"))); pl != "" {
		ok = true
		switch pl {
		case "B", "BLACK", "1":
			s.ToPlay = Black
		case "W", "WHITE", "2":
			s.ToPlay = White
		default:
			err = cmp.Or(err, fmt.Errorf("sgf: PL[%.20s]: want B or W", pl))
		}
	}
	return s, ok, err
}

// unique removes points from all lists but the last one with them. The error names the first.
func (s *Setup) unique(b Board) (err error) {
	in := map[int]string{}
	for c, points := range slices.Backward(s.Stones[:]) {
		s.Stones[c] = slices.DeleteFunc(points, func(p int) bool {
			other := in[p]
			if other != "" {
				err = cmp.Or(err, fmt.Errorf("sgf: %s in %s is also in %s of the node", b.Value(p), setupIDs[c], other))
			}
			in[p] = setupIDs[c]
			return other != ""
		})
	}
	return err
}

var setupIDs = [3]string{Empty: "AE", Black: "AB", White: "AW"}

// SetSetup writes stones to the node's AB and AW, and ToPlay to PL.
func (n *Node) SetSetup(b Board, s Setup) {
	for c, id := range setupIDs {
		if len(s.Stones[c]) == 0 {
			continue
		}
		values := make([]string, len(s.Stones[c]))
		for i, p := range s.Stones[c] {
			values[i] = b.Value(p)
		}
		n.Set(id, values...)
	}
	switch s.ToPlay {
	case Black:
		n.Set("PL", "B")
	case White:
		n.Set("PL", "W")
	}
}
