package diagram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"moyo/board"
	"moyo/game/draw"
)

// Document is the content of a PDF besides the figures of a line.
type Document struct {
	Options
	Head   []string // lines below the title: players, event, result
	Figure int      // moves in a figure, 0 for 50
}

// The dimensions of pages, in millimetres, and of texts, in typographic points.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 18.0
	room       = pageWidth - 2*margin
	foot       = pageHeight - 14
	figureGap  = 6.0
	pitch      = 4.9  // between points, on boards with many points
	smallPitch = 6.5  // on small boards
	smallBoard = 13   // points to a side
	inner      = 1000 // pixels of the drawn pictures

	titleText   = 15.0
	headText    = 10.5
	captionText = 10.0
	noteText    = 9.0
	bodyText    = 10.0
	leading     = 1.32

	defaultFigure = 50
	maxPages      = 500
	typeface      = "go"
)

// ErrTooLong is the error for a line that needs more pages than a PDF may have.
var ErrTooLong = fmt.Errorf("diagram: the line with its comments fills more than %d pages: draw a part of it", maxPages)

// epoch is the date of every document, so that equal lines make equal files.
var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// PDF writes the line as figures on A4 pages, each with its notes and comments below it. Characters
// that the Go typefaces lack (all but Latin, Greek and Cyrillic ones) appear as boxes.
func PDF(ctx context.Context, w io.Writer, l *Line, d Document) error {
	if d.Figure <= 0 {
		d.Figure = defaultFigure
	}
	d.print, d.Size = true, inner
	p := newPaper(d.Title)
	p.paragraph(d.Title, titleText, true)
	for _, line := range d.Head {
		p.paragraph(line, headText, false)
	}
	p.y += figureGap
	if err := p.figures(ctx, l, &d); err != nil {
		return err
	}
	if err := p.err(); err != nil {
		return err
	}
	return p.pdf.Output(w)
}

// figures prints the figures, in rows.
func (p *paper) figures(ctx context.Context, l *Line, d *Document) error {
	several := 0
	for range l.Figures(d.Figure) {
		if several++; several == 2 {
			break
		}
	}
	var row []*plate
	number := 0
	for f := range l.Figures(d.Figure) {
		if err := cmp.Or(ctx.Err(), p.err()); err != nil {
			return err
		}
		picture, err := d.board(l.Board, f.Stones, f.Marks, f.Over)
		if err != nil {
			return err
		}
		next := newPlate(l.Board, picture, f)
		if number++; several > 1 {
			next.caption = fmt.Sprintf("Figure %d", number)
		}
		if len(row) > 0 && !fits(row, next) {
			p.row(row)
			row = nil
		}
		row = append(row, next)
	}
	p.row(row)
	return nil
}

// plate is a figure with its place on the page.
type plate struct {
	*Figure
	picture       *draw.Picture
	width, height float64
	caption       string
}

func newPlate(b *board.Board, picture *draw.Picture, f *Figure) *plate {
	side := math.Sqrt(float64(b.Len()))
	if w, h, ok := b.Grid(); ok {
		side = float64(max(w, h))
	}
	step := pitch
	if side <= smallBoard {
		step = smallPitch
	}
	long := max(50, min(room, step*(side+1.9)))
	wide, high := float64(picture.Width), float64(picture.Height)
	if wide >= 1.9*high {
		long = room // a picture with two views
	}
	k := min(long/max(wide, high), (foot-margin-40)/high)
	return &plate{Figure: f, picture: picture, width: wide * k, height: high * k}
}

// label returns the text below the picture.
func (p *plate) label() string {
	moves := p.Caption()
	switch {
	case p.caption == "":
		return moves
	case moves == "":
		return p.caption
	}
	return p.caption + " (" + moves + ")"
}

// fits reports whether a plate fits in a row of plates. A plate with comments gets its own row.
func fits(row []*plate, next *plate) bool {
	wide := next.width
	for _, f := range row {
		wide += figureGap + f.width
	}
	return wide <= room && len(row[len(row)-1].Comments) == 0
}

// paper is the document under construction.
type paper struct {
	pdf    *fpdf.Fpdf
	y      float64
	pages  int
	failed error
	alpha  float64
	known  map[rune]bool // cache of the typeface's characters
}

func newPaper(title string) *paper {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(epoch)
	pdf.SetModificationDate(epoch)
	pdf.SetProducer("moyo", true)
	pdf.SetTitle(title, true)
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(typeface, "", goregular.TTF)
	pdf.AddUTF8FontFromBytes(typeface, "B", gobold.TTF)
	p := &paper{pdf: pdf, alpha: 1, known: make(map[rune]bool)}
	p.page()
	return p
}

func (p *paper) err() error { return errors.Join(p.failed, p.pdf.Error()) }

// page starts a page.
func (p *paper) page() {
	if p.pages == maxPages {
		p.failed = ErrTooLong
		return
	}
	p.pages++
	p.pdf.AddPage()
	p.y = margin
	p.text(pageWidth/2, pageHeight-8, noteText, false, fmt.Sprint(p.pages), true)
}

// need starts a page if the current one has less space than that.
func (p *paper) need(height float64) {
	if p.y+height > foot && p.y > margin {
		p.page()
	}
}

// row draws figures side by side, each with its text below, and then the comments of all.
func (p *paper) row(plates []*plate) {
	wide, high, below := -figureGap, 0.0, 0.0
	for _, f := range plates {
		wide += f.width + figureGap
		high = max(high, f.height)
		below = max(below, p.under(f, nil))
	}
	p.need(high + below)
	x, top := (pageWidth-wide)/2, p.y
	for _, f := range plates {
		p.draw(f.picture, x, top+high-f.height, f.width/float64(f.picture.Width))
		p.under(f, &draw.Place{X: x + f.width/2, Y: top + high})
		x += f.width + figureGap
	}
	p.y = top + high + below
	for _, f := range plates {
		for _, c := range f.Comments {
			p.comment(c)
		}
	}
	p.y += figureGap
}

// under writes the label and notes of a figure, centred below a place, and returns their height.
// Without a place it only measures.
func (p *paper) under(f *plate, at *draw.Place) (height float64) {
	write := func(text string, size float64, bold bool) {
		p.font(size, bold)
		for _, line := range p.wrapped(text, max(f.width, 60), 0) {
			height += lineHeight(size)
			if at != nil {
				p.text(at.X, at.Y+height-0.3*lineHeight(size), size, bold, line, true)
			}
		}
	}
	write(f.label(), captionText, true)
	for _, line := range joined(f.Notes) {
		write(line, noteText, false)
	}
	return height + 0.5*lineHeight(captionText)
}

// draw puts a picture onto the page at the given scale, in millimetres a pixel.
func (p *paper) draw(picture *draw.Picture, x, y, scale float64) {
	picture.Paint(&brush{p, x, y, scale})
	p.opacity(255)
}
