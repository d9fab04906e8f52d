package diagram

import (
	"cmp"
	"context"
	"image/gif"
	"strconv"
	"strings"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/draw"
)

// Options select the style of pictures.
type Options struct {
	Title string
	Size  int // of the longer side of boards in pixels, 0 for a default
	// Letters are the letters with which the game's players name columns.
	Letters board.Letters
	// Cells returns the layout of boards that can be cut open and drawn as rectangles; nil for none.
	Cells func(*board.Board) (draw.Cells, bool)

	print bool
}

// Picture draws the line as one figure, from the last time that stones were set up.
func Picture(l *Line, o Options) (*draw.Picture, error) {
	var last *Figure
	for f := range l.Figures(len(l.Steps) + 1) {
		last = f
	}
	p, err := o.board(l.Board, last.Stones, last.Marks, last.Over)
	if err != nil {
		return nil, err
	}
	return draw.Framed(o.Title, draw.Captioned{Picture: p, Lines: joined(last.Notes)})
}

// together is a non-breaking space.
const together = '\u00a0'

// joined joins notes into one text, or "".
func joined(notes []string) []string {
	if len(notes) == 0 {
		return nil
	}
	kept := make([]string, len(notes))
	for i, note := range notes {
		kept[i] = strings.ReplaceAll(note, " ", string(together))
	}
	return []string{strings.Join(kept, "; ")}
}

// board draws a board: as a rectangle if it can be cut open, and from both sides if it has another
// side.
func (o *Options) board(b *board.Board, stones []game.Color, marks []draw.Mark, over Overlay) (*draw.Picture, error) {
	options := draw.Options{
		Size: o.Size, Stones: stones, Marks: marks, Arrows: over.Arrows, Dimmed: over.Dimmed,
		Coordinates: true, Letters: o.Letters, Print: o.print,
	}
	if wide, high, ok := b.Grid(); ok && len(over.View) > 0 {
		return part(b, options, gridCells(wide, high), over.View)
	}
	if b.Flat() {
		return draw.New(b, options)
	}
	if p, ok := o.cutOpen(b, options, over.View); ok {
		return p, nil
	}
	front, err := draw.New(b, options)
	if err != nil {
		return nil, err
	}
	if b.Faces() == nil {
		return front, nil // the board has no far side
	}
	options.FromBehind = true
	behind, err := draw.New(b, options)
	if err != nil {
		return nil, err
	}
	return draw.Beside(front, behind), nil
}

func (o *Options) cutOpen(b *board.Board, options draw.Options, view []board.Point) (*draw.Picture, bool) {
	if o.Cells == nil {
		return nil, false
	}
	cells, ok := o.Cells(b)
	if !ok {
		return nil, false
	}
	p, err := part(b, options, cells, view)
	return p, err == nil
}

// part draws the part of a board that contains the given points, or all of it.
func part(b *board.Board, options draw.Options, cells draw.Cells, view []board.Point) (*draw.Picture, error) {
	if options.Size == 0 {
		options.Size = pictureSize
	}
	return draw.Diagram(b, options, cells, view, float64(options.Size))
}

// gridCells returns the cells of a plain grid.
func gridCells(wide, high int) draw.Cells {
	cells := draw.Cells{Width: wide, Height: high}
	for p := range wide * high {
		cells.X, cells.Y = append(cells.X, p%wide), append(cells.Y, p/wide)
	}
	return cells
}

// The parameters of animations.
const (
	pictureSize = 800 // pixels of a board that is cut open
	movieSize   = 480
	maxFrames   = 500
	frameTime   = time.Second
	lastTime    = 5 * time.Second
)

// Animation draws the line move by move and shows the last position longest. In long lines a
// picture has several moves.
func Animation(ctx context.Context, l *Line, o Options) (*gif.GIF, error) {
	if o.Size == 0 {
		o.Size = movieSize
	}
	var failed error
	movie, err := draw.GIF(func(yield func(*draw.Picture, time.Duration) bool) {
		failed = l.play(o.Letters, func(stones []game.Color, last *Step, caption string, shown time.Duration) (bool, error) {
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			over := last.Over
			over.View = nil // so that all pictures have one size
			p, err := o.board(l.Board, stones, last.shown(), over)
			if err != nil {
				return false, err
			}
			if p, err = draw.Framed(o.Title, draw.Captioned{Picture: p, Lines: []string{caption}, Cut: true}); err != nil {
				return false, err
			}
			return yield(p, shown), nil
		})
	})
	if failed != nil {
		return nil, failed
	}
	return movie, err
}

// play shows the positions of the line in sequence.
func (l *Line) play(
	letters board.Letters, show func(stones []game.Color, last *Step, caption string, shown time.Duration) (more bool, err error),
) error {
	stones := append([]game.Color(nil), l.Stones...)
	each := (len(l.Steps) + maxFrames - 2) / (maxFrames - 1) // steps in a picture
	last := &Step{Marks: l.Marks, Over: l.Over, Point: board.None}
	for i := 0; ; i++ {
		end := i == len(l.Steps)
		if end || i == 0 || i%each == 0 {
			shown := frameTime
			if end {
				shown = lastTime
			}
			caption := last.caption(l.Board, letters)
			if i == 0 {
				caption = l.beginning()
			}
			if more, err := show(stones, last, caption, shown); !more || end || err != nil {
				return err
			}
		}
		last = &l.Steps[i]
		for _, c := range last.Changes {
			stones[c.Point] = c.Color
		}
	}
}

// beginning is the caption of the position before the line.
func (l *Line) beginning() string {
	for _, s := range l.Steps {
		if s.Number > 0 {
			return "Before move " + strconv.Itoa(s.Number)
		}
	}
	return noCaption
}

// shown returns the marks after a step in an animation: those of the record, and the number of the
// move on its stone.
func (s *Step) shown() []draw.Mark {
	if s.Point == board.None || s.Number == 0 {
		return s.Marks
	}
	marks := []draw.Mark{{Point: s.Point, Kind: draw.Label, Text: strconv.Itoa(s.Number)}}
	for _, m := range s.Marks {
		if m.Point != s.Point {
			marks = append(marks, m)
		}
	}
	return marks
}

// caption describes a step in one line.
func (s *Step) caption(b *board.Board, letters board.Letters) string {
	var words []string
	if s.Number > 0 {
		words = append(words, strconv.Itoa(s.Number)+".", side(s.Color))
	}
	if s.Point != board.None {
		words = append(words, letters.Name(b, s.Point))
	}
	words = append(words, s.Words)
	return cmp.Or(strings.TrimSpace(strings.Join(words, " ")), noCaption)
}

// noCaption is an empty caption that keeps the size of the pictures.
const noCaption = "·"

// side names a colour.
func side(c game.Color) string {
	switch c {
	case game.Black:
		return "Black"
	case game.White:
		return "White"
	}
	return ""
}
