// Package draw makes pictures of boards with stones and marks, as SVG, PNG and animated GIF: flat
// boards seen from above, others in perspective, with the far side dimmed.
package draw

import (
	"errors"
	"fmt"
	"image/color"

	"moyo/board"
	"moyo/game"
)

// Options select what to draw on the board and how. The zero Options draw the board alone, 800
// pixels wide or high.
type Options struct {
	Size        int          // of the longer side in pixels, 64 to 4096; 0 for 800
	Stones      []game.Color // by point; nil for none
	Marks       []Mark
	Arrows      []Arrow
	Dimmed      []board.Point // half hidden, because the text does not refer to them
	Coordinates bool          // letters and numbers around plain grids
	Letters     board.Letters // of the coordinates
	Yaw, Pitch  float64       // rotation of boards in space, in radians; both 0 for a default view
	FromBehind  bool          // shows the other side of boards in space
	Print       bool          // black on white, as books print diagrams
}

// MarkKind is the form of a mark.
type MarkKind uint8

// The marks.
const (
	Last      MarkKind = iota // a ring: the last stone placed
	Dead                      // a cross on a stone
	Forbidden                 // a cross on an empty point
	Territory                 // a small square of the mark's colour
	Label                     // a short text
	Triangle
	Square
	Circle
	Cross
)

// Mark is a mark on a point.
type Mark struct {
	Point board.Point
	Kind  MarkKind
	Color game.Color // of Territory
	Text  string     // of Label; 3 characters or fewer fit
}

// Picture is a drawing of plain shapes, ready to be written.
type Picture struct {
	Width, Height int
	title         string
	look          *look
	shapes        []shape
}

// look is the colours of a picture.
type look struct {
	paper, ground, groundEdge, ink, muted, accent color.NRGBA

	stones, rims [3]color.NRGBA // by colour
	rim          float64        // width of rims, in radii of the stone
	round        bool           // stones have light and shadow
}

// wood is a warm background with thin brown lines.
var wood = look{
	paper:      color.NRGBA{250, 246, 238, 255},
	ground:     color.NRGBA{236, 207, 153, 255},
	groundEdge: color.NRGBA{205, 172, 113, 255},
	ink:        color.NRGBA{74, 54, 30, 255},
	muted:      color.NRGBA{128, 104, 68, 255},
	accent:     color.NRGBA{200, 62, 40, 255},
	stones:     [3]color.NRGBA{game.Black: {30, 30, 34, 255}, game.White: {252, 251, 248, 255}},
	rims:       [3]color.NRGBA{game.Black: {10, 10, 12, 255}, game.White: {150, 140, 125, 255}},
	rim:        0.05,
	round:      true,
}

// printed is black on white.
var printed = look{
	paper:      color.NRGBA{255, 255, 255, 255},
	ground:     color.NRGBA{255, 255, 255, 255},
	groundEdge: color.NRGBA{214, 214, 214, 255},
	ink:        color.NRGBA{0, 0, 0, 255},
	muted:      color.NRGBA{90, 90, 90, 255},
	accent:     color.NRGBA{90, 90, 90, 255},
	stones:     [3]color.NRGBA{game.Black: {0, 0, 0, 255}, game.White: {255, 255, 255, 255}},
	rims:       [3]color.NRGBA{game.Black: {0, 0, 0, 255}, game.White: {0, 0, 0, 255}},
	rim:        0.07,
}

// look returns the colours for the options.
func (o *Options) look() *look {
	if o.Print {
		return &printed
	}
	return &wood
}

// CheckSize checks a size of [Options].
func CheckSize(size int) error {
	if size != 0 && (size < minSize || size > maxSize) {
		return fmt.Errorf("size %d is out of range %d to %d", size, minSize, maxSize)
	}
	return nil
}

// The limits of Options.Size.
const (
	minSize     = 64
	maxSize     = 4096
	defaultSize = 800
)

// New draws a board. The error names the option that does not fit the board.
func New(b *board.Board, o Options) (*Picture, error) {
	if err := o.check(b); err != nil {
		return nil, err
	}
	if b.Flat() {
		return drawFlat(b, &o), nil
	}
	return drawSolid(b, &o), nil
}

// check returns an error for an option that does not fit the board, and fills in defaults.
func (o *Options) check(b *board.Board) error {
	if o.Size == 0 {
		o.Size = defaultSize
	}
	if err := CheckSize(o.Size); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	if o.Stones == nil {
		o.Stones = make([]game.Color, b.Len())
	}
	if len(o.Stones) != b.Len() {
		return fmt.Errorf("draw: %d stones for %d points", len(o.Stones), b.Len())
	}
	for _, c := range o.Stones {
		if c > game.White {
			return errors.New("draw: a stone that is neither black nor white")
		}
	}
	for _, m := range o.Marks {
		if m.Point < 0 || int(m.Point) >= b.Len() {
			return fmt.Errorf("draw: a mark on point %d of %d", m.Point, b.Len())
		}
	}
	for _, a := range o.Arrows {
		if a.From < 0 || int(a.From) >= b.Len() || a.To < 0 || int(a.To) >= b.Len() || a.From == a.To {
			return fmt.Errorf("draw: an arrow from point %d to %d of %d", a.From, a.To, b.Len())
		}
	}
	for _, q := range o.Dimmed {
		if q < 0 || int(q) >= b.Len() {
			return fmt.Errorf("draw: point %d of %d is dimmed", q, b.Len())
		}
	}
	return nil
}

// spacing returns a length that nearly all edges reach, for points at the given places. It
// determines the size of stones.
func spacing(b *board.Board, at func(board.Point) vec2) float64 {
	lengths := make([]float64, 0, b.EdgeCount())
	for _, e := range b.Edges() {
		lengths = append(lengths, at(e[0]).sub(at(e[1])).norm())
	}
	return lowQuantile(lengths, 1)
}

// mix returns a colour between a (t = 0) and b (t = 1).
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	t = max(0, min(1, t))
	f := func(x, y uint8) uint8 { return uint8(float64(x)*(1-t) + float64(y)*t + 0.5) }
	return color.NRGBA{f(a.R, b.R), f(a.G, b.G), f(a.B, b.B), f(a.A, b.A)}
}

// fade returns c with its opacity scaled.
func fade(c color.NRGBA, alpha float64) color.NRGBA {
	c.A = uint8(float64(c.A)*max(0, min(1, alpha)) + 0.5)
	return c
}
