package draw

import (
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"moyo/board"
	"moyo/game"
)

// The size of a card, which is the size of preview pictures that other sites show beside a link.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// The dimensions of a card, in pixels.
const (
	cardGap   = 30 // around the board
	cardBoard = CardHeight - 2*cardGap
	cardText  = cardBoard + 2*cardGap + 20 // where texts begin
	cardHead  = 60
	cardSize  = 36
	cardLine  = 60
	cardMark  = 44 // the name of the program
)

// CardLine is a line of text on a card. If it has a colour, a stone precedes it.
type CardLine struct {
	Text  string
	Stone game.Color
}

// Card draws a board with text beside it. It ignores o.Size. Long texts are cut; characters that
// are not [Writable] appear as boxes.
func Card(b *board.Board, o Options, head string, lines []CardLine) (*Picture, error) {
	o.Size = cardBoard
	drawn, err := New(b, o)
	if err != nil {
		return nil, err
	}
	p := &Picture{Width: CardWidth, Height: CardHeight, title: head, look: &wood}
	p.addRect(0, 0, CardWidth, CardHeight, p.look.paper)
	p.add(drawn, vec2{cardGap + float64(cardBoard-drawn.Width)/2, cardGap + float64(cardBoard-drawn.Height)/2})
	y := float64(CardHeight)/2 - cardLine*float64(len(lines))/2 - cardSize
	if err := p.addLabel(vec2{cardText, y}, cardHead, head); err != nil {
		return nil, err
	}
	y += 1.4 * cardLine
	for _, l := range lines {
		at := vec2{cardText, y}
		if l.Stone != game.Empty {
			const r = 0.4 * cardSize
			p.addStone(spot{at: at.add(vec2{r, 0}), r: r, minor: r}, l.Stone)
			at.x += 1.3 * cardSize
		}
		if err := p.addLabel(at, cardSize, l.Text); err != nil {
			return nil, err
		}
		y += cardLine
	}
	p.addMarkOfOurs()
	return p, nil
}

// addMarkOfOurs writes the program's name at the foot of the card.
func (p *Picture) addMarkOfOurs() {
	const r = 0.4 * cardMark
	at := vec2{cardText + r, CardHeight - cardGap - 1.5*r}
	p.addStone(spot{at: at, r: r, minor: r}, game.Black)
	p.addStone(spot{at: at.add(vec2{1.1 * r, -0.6 * r}), r: 0.85 * r, minor: 0.85 * r}, game.White)
	p.shapes = append(p.shapes, shape{
		text: &text{at: at.add(vec2{2.6 * r, -0.2 * r}), size: cardMark, color: p.look.muted, value: "moyo", begins: true},
	})
}

// addLabel writes a text from a place to the right, cut at the edge of the card.
func (p *Picture) addLabel(at vec2, size float64, value string) error {
	face, err := faceOf(size)
	if err != nil {
		return err
	}
	defer face.Close()
	value = fitted(face, value, fixed.Int26_6((CardWidth-cardGap-at.x)*64))
	p.shapes = append(p.shapes, shape{text: &text{at: at, size: size, color: p.look.ink, value: value, begins: true}})
	return nil
}

// maxLabel is the number of characters considered.
const maxLabel = 100

// fitted returns the text cut to the available width, with an ellipsis if it was cut.
func fitted(face font.Face, value string, room fixed.Int26_6) string {
	runes := []rune(value)
	cut := len(runes) > maxLabel
	runes = runes[:min(len(runes), maxLabel)]
	for {
		shown := string(runes)
		if cut {
			shown = strings.TrimRight(shown, " ") + "…"
		}
		if len(runes) == 0 || font.MeasureString(face, shown) <= room {
			return shown
		}
		runes, cut = runes[:len(runes)-1], true
	}
}

// Writable reports whether the typeface of PNG images has all characters of a text.
func Writable(text string) bool {
	parsed, err := regular()
	if err != nil {
		return false
	}
	var buf sfnt.Buffer
	for _, r := range text {
		if i, err := parsed.GlyphIndex(&buf, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}
