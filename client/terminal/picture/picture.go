// Package picture draws boards with their stones and marks in characters: for a
// terminal with colours, for one without, and in plain ASCII.
package picture

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"moyo/board"
	"moyo/engine/protocol/gtp"
	"moyo/game"
)

// Picture is a board in characters: its ground, and where each point is. It has three kinds:
// columns and rows with letters and numbers, cut open where lines wrap around (cells); flat boards
// by their coordinates (plane); and others seen from one side (space).
type Picture struct {
	width, height int
	cells         []Cell
	x, y          []int           // of each point
	depth         []float64       // of each point, larger is nearer; nil if all are near
	next          [][4]game.Point // of cells: the point in each direction
	legend        []string        // the meaning of the signs at the edges
	board         *board.Board
}

// Cell is a character and its style.
type Cell struct {
	Rune  rune
	Style Style
}

// Style is what a character represents; [Picture.Looks] has its appearance.
type Style uint8

const (
	StyleNone Style = iota
	StyleLabel
	StyleLine
	StyleBlack
	StyleWhite
	StyleFar
	StyleMark
	StyleHint
	NumStyles
)

// Glyphs are the characters of a picture.
type Glyphs struct {
	Stone     [3]rune // by colour; empty points of cells use boxes instead, if set
	far       [3]rune // of points behind
	territory [3]rune
	boxes     string // by the directions with edges: up 1, down 2, left 4, right 8; or ""
	star      rune
	wall      rune    // a stone that a problem assumes
	arrows    [4]rune // left, right, up, down: the board continues at the other side
	twisted   rune    // it continues there mirrored
	braille   bool    // edges are drawn in fine dots
}

const boxes = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"

var (
	ASCII = Glyphs{
		Stone: [3]rune{'.', 'X', 'O'}, far: [3]rune{' ', 'x', 'o'}, territory: [3]rune{'.', 'x', 'o'},
		star: '+', wall: '#', arrows: [4]rune{'<', '>', '^', 'v'}, twisted: '%',
	}
	Letters = Glyphs{
		Stone: [3]rune{'·', 'X', 'O'}, far: [3]rune{' ', 'x', 'o'}, territory: [3]rune{'·', 'x', 'o'},
		boxes: boxes, star: '╋', wall: '#', arrows: [4]rune{'←', '→', '↑', '↓'}, twisted: '×', braille: true,
	}
	Colors = Glyphs{
		Stone: [3]rune{'·', '●', '○'}, far: [3]rune{' ', '•', '◦'}, territory: [3]rune{'·', '▪', '▫'},
		boxes: boxes, star: '╋', wall: '◌', arrows: [4]rune{'←', '→', '↑', '↓'}, twisted: '×', braille: true,
	}
)

// View is how a solid board is turned.
type View struct{ Yaw, Pitch float64 } // in radians

// Size is the space for a picture, in characters.
type Size struct{ Width, Height int }

// New draws the ground of a board with these column letters.
func New(b *board.Board, l board.Letters, size Size, v View, g Glyphs) *Picture {
	n := b.Len()
	p := &Picture{board: b, x: make([]int, n), y: make([]int, n)}
	if cells, ok := gtp.NewCells(b); ok && (!b.Flat() || isPlain(b, cells)) {
		p.drawCells(cells, l, g)
		return p
	}
	if b.Flat() {
		p.layPlane(size)
	} else {
		p.laySpace(size, v)
	}
	if g.braille {
		p.drawEdges()
	}
	return p
}

// Size returns the size of the picture, in characters.
func (p *Picture) Size() Size { return Size{p.width, p.height} }

// At returns the column and the row of a point.
func (p *Picture) At(pt game.Point) (x, y int) { return p.x[pt], p.y[pt] }

// Row returns the characters of a row.
func (p *Picture) Row(y int) []Cell { return p.cells[y*p.width : (y+1)*p.width] }

// Legend returns the meanings of the signs at the edges, one per line.
func (p *Picture) Legend() []string { return p.legend }

// isPlain reports whether columns and rows show every edge.
func isPlain(b *board.Board, c *gtp.Cells) bool {
	return !slices.ContainsFunc(b.Edges(), func(e [2]game.Point) bool { return !c.Adjacent(e[0], e[1]) })
}

// IsCells reports whether the picture has columns and rows.
func (p *Picture) IsCells() bool { return p.next != nil }

func (p *Picture) resize(width, height int) {
	p.width, p.height = width, height
	p.cells = slices.Repeat([]Cell{{' ', StyleNone}}, width*height)
}

// set puts a character, if it is on the picture.
func (p *Picture) set(x, y int, r rune, s Style) {
	if x >= 0 && x < p.width && y >= 0 && y < p.height {
		p.cells[y*p.width+x] = Cell{r, s}
	}
}

func (p *Picture) write(x, y int, text string, s Style) {
	for i, r := range []rune(text) {
		p.set(x+i, y, r, s)
	}
}

// The directions of cells.
const (
	Left = iota
	Right
	Up
	Down
)

// boxBit is the bit of each direction in the index of boxes.
var boxBit = [4]int{Left: 4, Right: 8, Up: 1, Down: 2}

// drawCells draws columns and rows.
func (p *Picture) drawCells(c *gtp.Cells, l board.Letters, g Glyphs) {
	label := 0
	for _, name := range c.Rows {
		label = max(label, len(name))
	}
	p.next = make([][4]game.Point, p.board.Len())
	margin := 1 // above and below: the letters, and signs where the board wraps around
	for i := range p.next {
		p.next[i] = around(p.board, c, game.Point(i))
		if up := p.next[i][Up]; up != board.None && !c.Adjacent(game.Point(i), up) {
			margin = 2
		}
	}
	left, top := label+2, margin
	p.resize(left+2*c.Width+label+2, c.Height+2*margin)
	_, _, isGrid := p.board.Grid()
	for x, name := range c.Columns {
		if isGrid {
			name = l.Column(x)
		}
		if len(name) > 1 && x%2 == 1 {
			continue // two letters reach into the next column
		}
		p.write(left+2*x, 0, name, StyleLabel)
		p.write(left+2*x, p.height-1, name, StyleLabel)
	}
	for y, name := range c.Rows {
		p.write(label-len(name), top+y, name, StyleLabel)
		p.write(left+2*c.Width+1, top+y, name, StyleLabel)
	}
	for i := range p.next {
		pt := game.Point(i)
		p.x[i], p.y[i] = left+2*c.X[i], top+c.Y[i]
		p.drawCell(c, pt, g)
	}
	for _, s := range p.board.Stars() {
		p.set(p.x[s], p.y[s], g.star, StyleLine)
	}
}

// around returns the point in each direction, board.None without one. An edge that wraps around
// leaves on the side opposite to the one that it reaches.
func around(b *board.Board, c *gtp.Cells, p game.Point) [4]game.Point {
	next := [4]game.Point{board.None, board.None, board.None, board.None}
	var open [][2]int // neighbour and the directions that fit it, as bits
	for _, q := range b.Neighbors(p) {
		dx, dy := c.X[q]-c.X[p], c.Y[q]-c.Y[p]
		switch {
		case dx == -1 && dy == 0:
			next[Left] = q
		case dx == 1 && dy == 0:
			next[Right] = q
		case dx == 0 && dy == -1:
			next[Up] = q
		case dx == 0 && dy == 1:
			next[Down] = q
		default:
			open = append(open, [2]int{int(q), wrapSides(c, p, q)})
		}
	}
	// Those that fit only one side come first.
	slices.SortStableFunc(open, func(a, b [2]int) int { return bits.OnesCount(uint(a[1])) - bits.OnesCount(uint(b[1])) })
	for _, o := range open {
		for d := range next {
			if o[1]&(1<<d) != 0 && next[d] == board.None {
				next[d] = game.Point(o[0])
				break
			}
		}
	}
	return next
}

// wrapSides returns the directions, as bits, in which an edge that wraps around can go from p to q.
func wrapSides(c *gtp.Cells, p, q game.Point) (sides int) {
	if c.X[p] == 0 && c.X[q] == c.Width-1 {
		sides |= 1 << Left
	}
	if c.X[p] == c.Width-1 && c.X[q] == 0 {
		sides |= 1 << Right
	}
	if c.Y[p] == 0 && c.Y[q] == c.Height-1 {
		sides |= 1 << Up
	}
	if c.Y[p] == c.Height-1 && c.Y[q] == 0 {
		sides |= 1 << Down
	}
	return sides
}

// drawCell draws an empty point with its edges, and the signs of those that wrap around.
func (p *Picture) drawCell(c *gtp.Cells, pt game.Point, g Glyphs) {
	x, y := p.x[pt], p.y[pt]
	box := 0
	for d, q := range p.next[pt] {
		if q == board.None {
			continue
		}
		box |= boxBit[d]
		if g.boxes != "" && d == Right {
			p.set(x+1, y, '─', StyleLine)
		}
		if g.boxes != "" && d == Left {
			p.set(x-1, y, '─', StyleLine)
		}
		if !c.Adjacent(pt, q) {
			p.drawWrap(c, pt, q, d, g)
		}
	}
	r := g.Stone[game.Empty]
	if g.boxes != "" {
		r = []rune(g.boxes)[box]
	}
	p.set(x, y, r, StyleLine)
}

var wrapOffset = [4][2]int{Left: {-2, 0}, Right: {2, 0}, Up: {0, -1}, Down: {0, 1}}

func (p *Picture) drawWrap(c *gtp.Cells, pt, q game.Point, d int, g Glyphs) {
	r, text := g.arrows[d], string(g.arrows[:2])+" "+string(g.arrows[2:])+" the board continues at the other side"
	if d < Up && c.Y[pt] != c.Y[q] || d >= Up && c.X[pt] != c.X[q] {
		r, text = g.twisted, string(g.twisted)+" the board continues at the other side, mirrored"
	}
	p.set(p.x[pt]+wrapOffset[d][0], p.y[pt]+wrapOffset[d][1], r, StyleMark)
	if !slices.Contains(p.legend, text) {
		p.legend = append(p.legend, text)
	}
}

// layPlane lays out a flat board, as large as possible, and at least so large that no two points
// share a character.
func (p *Picture) layPlane(size Size) {
	scale := 1.0
	for ; scale < 8 && p.crowded(scale); scale += 0.25 {
	}
	for _, larger := range []float64{2.5, 2, 1.5} {
		w, h := p.extent(larger)
		if larger > scale && w+4 <= size.Width && h <= size.Height {
			scale = larger
			break
		}
	}
	w, h := p.extent(scale)
	p.resize(w+4, h)
	p.project(scale)
}

// project places every point at a scale in lines per unit; a character is twice as high as wide.
func (p *Picture) project(scale float64) {
	minX, maxY := math.Inf(1), math.Inf(-1)
	for i := range p.x {
		c := p.board.Coord(game.Point(i))
		minX, maxY = min(minX, c[0]), max(maxY, c[1])
	}
	for i := range p.x {
		c := p.board.Coord(game.Point(i))
		p.x[i] = 2 + int(math.Round((c[0]-minX)*2*scale))
		p.y[i] = int(math.Round((maxY - c[1]) * scale))
	}
}

// extent returns the size of the points at a scale.
func (p *Picture) extent(scale float64) (width, height int) {
	p.project(scale)
	return slices.Max(p.x) - 1, slices.Max(p.y) + 1
}

// crowded reports whether two points are less than two characters apart.
func (p *Picture) crowded(scale float64) bool {
	p.project(scale)
	seen := make(map[[2]int]bool, len(p.x))
	for i := range p.x {
		for dx := -1; dx <= 1; dx++ {
			if seen[[2]int{p.x[i] + dx, p.y[i]}] {
				return true
			}
		}
		seen[[2]int{p.x[i], p.y[i]}] = true
	}
	return false
}

// maxScale limits the size of a solid board, in lines per unit.
const maxScale = 5

// laySpace views a solid board from the front, after turning it.
func (p *Picture) laySpace(size Size, v View) {
	w, h := max(size.Width, 24), max(size.Height, 9)
	p.resize(w, h)
	radius := 0.01
	for i := range p.x {
		c := p.board.Coord(game.Point(i))
		radius = max(radius, math.Sqrt(c[0]*c[0]+c[1]*c[1]+c[2]*c[2]))
	}
	scale := min(float64(w-6)/4/radius, float64(h-2)/2/radius, maxScale)
	p.depth = make([]float64, len(p.x))
	for i := range p.x {
		c := v.Turn(p.board.Coord(game.Point(i)))
		p.x[i] = int(math.Round(float64(w)/2 + c[0]*2*scale))
		p.y[i] = int(math.Round(float64(h-1)/2 - c[1]*scale))
		p.depth[i] = c[2] / radius
	}
}

// Turn rotates a position: first about the vertical axis, then about the horizontal one.
func (v View) Turn(c board.Vec) board.Vec {
	sy, cy := math.Sincos(v.Yaw)
	x, z := c[0]*cy+c[2]*sy, c[2]*cy-c[0]*sy
	sp, cp := math.Sincos(v.Pitch)
	return board.Vec{x, c[1]*cp - z*sp, z*cp + c[1]*sp}
}

// Tilt is the default turn of a board, so that layers do not hide one another.
var Tilt = View{Yaw: -0.4, Pitch: 0.3}

// Facing returns the view that brings a position to the front, slightly tilted.
func Facing(c board.Vec) View {
	flat := math.Hypot(c[0], c[2])
	return View{Yaw: Tilt.Yaw - math.Atan2(c[0], c[2]), Pitch: Tilt.Pitch + math.Atan2(c[1], flat)}
}

// behind is the depth below which points are on the far side.
const behind = -0.05

func (p *Picture) isFar(pt game.Point) bool { return p.depth != nil && p.depth[pt] < behind }

// brailleBits are the dots of a character in braille by row and column.
var brailleBits = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// drawEdges draws the edges between near points in dots, without covering the points.
func (p *Picture) drawEdges() {
	dots := make([]rune, p.width*p.height)
	for _, e := range p.board.Edges() {
		if p.isFar(e[0]) || p.isFar(e[1]) {
			continue
		}
		x0, y0 := float64(2*p.x[e[0]]+1), float64(4*p.y[e[0]])+1.5
		x1, y1 := float64(2*p.x[e[1]]+1), float64(4*p.y[e[1]])+1.5
		steps := int(max(math.Abs(x1-x0), math.Abs(y1-y0), 1))
		for i := range steps + 1 {
			t := float64(i) / float64(steps)
			x, y := int(x0+t*(x1-x0)), int(y0+t*(y1-y0))
			if x >= 0 && y >= 0 && x/2 < p.width && y/4 < p.height {
				dots[y/4*p.width+x/2] |= brailleBits[y%4][x%2]
			}
		}
	}
	for i, d := range dots {
		if d != 0 {
			p.cells[i] = Cell{0x2800 + d, StyleLine}
		}
	}
}

// Overlay is what a picture shows besides the board.
type Overlay struct {
	Cursor  game.Point // or board.None
	Hint    game.Point // or board.None
	Dead    []game.Point
	Owner   []game.Color // of each point, or nil
	Banned  []game.Point // empty points that the rules forbid
	Offered []game.Point // points offered for the next stone
	Figure  []game.Point // the winning row
}

// Shown is the part of a position that is drawn.
type Shown interface {
	At(p game.Point) game.Color
	Moves() []game.Move // so far
}

// Place puts the stones of a position on the picture, with marks: square brackets at the cursor,
// round ones at the last move, angle brackets at dead stones, bars at a winning row.
func (p *Picture) Place(pos Shown, g Glyphs, o Overlay) {
	order := make([]game.Point, len(p.x))
	for i := range order {
		order[i] = game.Point(i)
	}
	if p.depth != nil {
		slices.SortStableFunc(order, func(a, b game.Point) int { return cmp.Compare(p.depth[a], p.depth[b]) })
	}
	for _, pt := range order {
		p.placePoint(pos, g, o, pt)
	}
	for _, pt := range o.Dead {
		p.bracket(pt, '<', '>')
	}
	for _, pt := range o.Banned {
		p.sign(pt, '!')
	}
	for _, pt := range o.Offered {
		p.sign(pt, '*')
	}
	if moves := pos.Moves(); len(moves) > 0 && moves[len(moves)-1] >= 0 {
		p.bracket(moves[len(moves)-1].Point(), '(', ')')
	}
	for _, pt := range o.Figure {
		p.bracket(pt, '|', '|')
	}
	if o.Hint != board.None {
		p.set(p.x[o.Hint], p.y[o.Hint], '?', StyleHint)
	}
	if o.Cursor != board.None {
		if p.depth != nil { // another point may be in front of it
			p.placePoint(pos, g, o, o.Cursor)
		}
		p.bracket(o.Cursor, '[', ']')
	}
}

func (p *Picture) placePoint(pos Shown, g Glyphs, o Overlay, pt game.Point) {
	color := pos.At(pt)
	styles := [3]Style{StyleLine, StyleBlack, StyleWhite}
	switch {
	case p.isFar(pt):
		if color != game.Empty {
			p.set(p.x[pt], p.y[pt], g.far[color], StyleFar)
		}
	case color != game.Empty:
		p.set(p.x[pt], p.y[pt], g.Stone[color], styles[color])
	case o.Owner != nil && o.Owner[pt] != game.Empty:
		p.set(p.x[pt], p.y[pt], g.territory[o.Owner[pt]], styles[o.Owner[pt]])
	case !p.IsCells():
		p.set(p.x[pt], p.y[pt], g.Stone[color], StyleNone)
	}
}

// sign puts a sign on an empty point that is not behind.
func (p *Picture) sign(pt game.Point, r rune) {
	if !p.isFar(pt) {
		p.set(p.x[pt], p.y[pt], r, StyleMark)
	}
}

func (p *Picture) bracket(pt game.Point, left, right rune) {
	p.set(p.x[pt]-1, p.y[pt], left, StyleMark)
	p.set(p.x[pt]+1, p.y[pt], right, StyleMark)
}

// Step returns the next point from pt in a direction, along an edge; pt itself if none exists.
func (p *Picture) Step(pt game.Point, dir int) game.Point {
	if p.IsCells() {
		if q := p.next[pt][dir]; q != board.None {
			return q
		}
		return pt
	}
	best, bestCos := pt, 0.35
	wantX, wantY := float64(wrapOffset[dir][0])/2, float64(wrapOffset[dir][1])
	if wantX != 0 {
		wantX /= math.Abs(wantX)
	}
	for _, q := range p.board.Neighbors(pt) {
		dx, dy := float64(p.x[q]-p.x[pt])/2, float64(p.y[q]-p.y[pt])
		if length := math.Hypot(dx, dy); length > 0 {
			if cos := (dx*wantX + dy*wantY) / length; cos > bestCos {
				best, bestCos = q, cos
			}
		}
	}
	return best
}

// Text returns the picture without styles.
func (p *Picture) Text() string {
	var b strings.Builder
	for y := range p.height {
		var line strings.Builder
		for _, c := range p.Row(y) {
			line.WriteRune(c.Rune)
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	for _, l := range p.legend {
		b.WriteString(l + "\n")
	}
	return b.String()
}
