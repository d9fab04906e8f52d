package draw

import (
	"math"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// The dimensions of a framed picture, in widths of the picture.
const (
	frameText  = 0.027
	frameTitle = 0.034
	frameGap   = 0.03  // beside texts, and between them and the picture
	minText    = 11    // pixels
	frameLine  = 1.35  // sizes of text
	maxLines   = 40    // of a title, and of the text below
	roomier    = 0.955 // used part of a line: SVG viewers have wider typefaces
)

// Framed puts a title above a picture and texts below it, in lines as long as the picture is wide.
func Framed(title string, c Captioned) (*Picture, error) {
	wide := float64(c.Picture.Width)
	gap := frameGap * wide
	p := &Picture{Width: c.Picture.Width, title: c.Picture.title, look: c.Picture.look}
	var body Picture
	y, err := body.addLines(Captioned{p, []string{title}, false}, max(minText, frameTitle*wide), gap, 0)
	if err != nil {
		return nil, err
	}
	top := y
	body.add(c.Picture, vec2{0, top})
	y, err = body.addLines(c, max(minText, frameText*wide), gap, top+float64(c.Picture.Height))
	if err != nil {
		return nil, err
	}
	p.Height = int(math.Ceil(y))
	p.addRect(0, 0, wide, float64(p.Height), p.look.paper)
	p.shapes = append(p.shapes, body.shapes...)
	return p, nil
}

// addLines writes centred texts from y on, with a gap around, and returns the y below them: y itself if there are no
// texts.
func (p *Picture) addLines(c Captioned, size, gap, y float64) (end float64, err error) {
	wide := float64(c.Picture.Width)
	face, err := faceOf(size)
	if err != nil {
		return 0, err
	}
	defer face.Close()
	var lines []string
	for _, text := range c.Lines {
		if room := (wide - 2*gap) * roomier; c.Cut {
			lines = append(lines, fitted(face, text, fixed.Int26_6(room*64)))
		} else {
			lines = append(lines, wrapped(face, text, room)...)
		}
	}
	if len(lines) == 0 {
		return y, nil
	}
	y += gap
	for _, line := range lines[:min(len(lines), maxLines)] {
		p.addText(vec2{wide / 2, y + frameLine*size/2}, size, c.Picture.look.ink, line)
		y += frameLine * size
	}
	return y + gap, nil
}

// wrapped breaks a text into lines of at most that many pixels. Longer words are cut.
func wrapped(face font.Face, text string, room float64) (lines []string) {
	width := fixed.Int26_6(room * 64)
	for _, word := range Words(text) {
		last := len(lines) - 1
		if last >= 0 && font.MeasureString(face, lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, fitted(face, word, width))
		if len(lines) > maxLines {
			break
		}
	}
	return lines
}

// Beside puts a picture to the right of another one.
func Beside(left, right *Picture) *Picture {
	p := &Picture{Width: left.Width + right.Width, Height: max(left.Height, right.Height), title: left.title, look: left.look}
	p.addRect(0, 0, float64(p.Width), float64(p.Height), p.look.paper)
	p.add(left, vec2{0, float64(p.Height-left.Height) / 2})
	p.add(right, vec2{float64(left.Width), float64(p.Height-right.Height) / 2})
	return p
}

// Words returns the words between which lines of a text may break. Non-breaking spaces do not separate words.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' })
}
