package draw

import (
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"iter"
	"math"
	"slices"
	"time"

	"golang.org/x/image/font"
)

// GIF makes an animation of pictures of one size and style, each with its duration. Areas that do
// not change are written once.
func GIF(pictures iter.Seq2[*Picture, time.Duration]) (*gif.GIF, error) {
	var m movie
	for p, shown := range pictures {
		if err := m.add(p, int(shown/(10*time.Millisecond))); err != nil {
			return nil, err
		}
	}
	if m.last == nil {
		return nil, errors.New("draw: no pictures for a GIF")
	}
	return &m.gif, nil
}

// movie is a GIF under construction.
type movie struct {
	gif     gif.GIF
	last    *Picture
	canvas  *canvas
	palette color.Palette
	indices map[color.RGBA]uint8 // cache of the palette's nearest colours
}

func (m *movie) begin(p *Picture) {
	m.canvas = newCanvas(p.Width, p.Height)
	m.palette = p.look.palette()
	m.indices = make(map[color.RGBA]uint8)
	m.gif.Config = image.Config{ColorModel: m.palette, Width: p.Width, Height: p.Height}
}

// add adds a picture with its duration in hundredths of a second.
func (m *movie) add(p *Picture, shown int) error {
	if m.last == nil {
		m.begin(p)
	} else if p.Width != m.last.Width || p.Height != m.last.Height {
		return errors.New("draw: the pictures of a GIF differ in size")
	}
	areas, err := m.changed(p)
	if err != nil {
		return err
	}
	m.last = p
	if len(areas) == 0 {
		m.gif.Delay[len(m.gif.Delay)-1] += shown
		return nil
	}
	before := *m.canvas.img
	before.Pix = slices.Clone(before.Pix)
	var whole image.Rectangle
	for _, area := range areas {
		whole = whole.Union(area)
		part := *m.canvas
		part.img = m.canvas.img.SubImage(area).(*image.RGBA)
		if err := part.paint(p); err != nil {
			return err
		}
	}
	m.gif.Image = append(m.gif.Image, m.frame(&before, whole))
	m.gif.Delay = append(m.gif.Delay, shown)
	m.gif.Disposal = append(m.gif.Disposal, gif.DisposalNone)
	return nil
}

// changed returns disjoint areas of the picture in which shapes differ from those of the last one.
func (m *movie) changed(p *Picture) (areas []image.Rectangle, err error) {
	all := m.canvas.img.Bounds()
	if m.last == nil {
		return []image.Rectangle{all}, nil
	}
	surplus := make(map[shapeKey]int, len(p.shapes))
	for _, s := range m.last.shapes {
		surplus[s.key()]--
	}
	for _, s := range p.shapes {
		surplus[s.key()]++
	}
	for _, picture := range []*Picture{m.last, p} {
		for _, s := range picture.shapes {
			if surplus[s.key()] == 0 {
				continue
			}
			bounds, err := m.canvas.bounds(s)
			if err != nil {
				return nil, err
			}
			areas = joinAreas(areas, bounds.Intersect(all))
		}
	}
	return areas, nil
}

// joinAreas adds an area to others and merges it with the ones that it overlaps.
func joinAreas(areas []image.Rectangle, area image.Rectangle) []image.Rectangle {
	if area.Empty() {
		return areas
	}
	for i := 0; i < len(areas); i++ {
		if areas[i].Overlaps(area) {
			area = area.Union(areas[i])
			areas = slices.Delete(areas, i, i+1)
			i = -1 // it has grown: check all of them again
		}
	}
	return append(areas, area)
}

// frame returns an area of the image, transparent where nothing changed.
func (m *movie) frame(before *image.RGBA, area image.Rectangle) *image.Paletted {
	frame := image.NewPaletted(area, m.palette)
	first := len(m.gif.Image) == 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if c := m.canvas.img.RGBAAt(x, y); first || c != before.RGBAAt(x, y) {
				frame.SetColorIndex(x, y, m.index(c))
			}
		}
	}
	return frame
}

// index returns the nearest colour of the palette, never the transparent one.
func (m *movie) index(c color.RGBA) uint8 {
	i, ok := m.indices[c]
	if !ok {
		i = uint8(m.palette[1:].Index(c)) + 1
		m.indices[c] = i
	}
	return i
}

// palette returns the colours of GIFs: a transparent one, and blends of each two colours that meet
// in pictures.
func (l *look) palette() color.Palette {
	list := color.Palette{color.NRGBA{}}
	ramp := func(n int, at func(t float64) color.NRGBA) {
		for i := range n {
			list = append(list, at(float64(i)/float64(n-1)))
		}
	}
	between := func(n int, a, b color.NRGBA) {
		ramp(n, func(t float64) color.NRGBA { return mix(a, b, t) })
	}
	black, white := l.stones[1], l.stones[2]
	ramp(26, func(t float64) color.NRGBA { return lit(black, t) })
	ramp(26, func(t float64) color.NRGBA { return lit(white, t) })
	between(24, l.ground, l.ink)
	between(24, l.ground, black)
	between(16, l.ground, l.rims[2])
	between(10, l.rims[2], white)
	between(20, white, black)
	between(12, white, l.ink)
	between(20, l.paper, l.ink)
	between(12, l.paper, l.ground)
	between(14, l.ground, l.groundEdge)
	between(12, l.paper, black)
	between(10, l.ground, l.muted)
	between(8, l.ground, l.accent)
	between(8, white, l.accent)
	between(8, black, l.accent)
	return list
}

// shapeKey is a comparable form of a shape.
type shapeKey struct {
	numbers        [7]float64
	color, outline color.NRGBA
	text           string
	kind           uint8
	flag           bool
}

// key returns the comparable form of the shape.
func (s shape) key() shapeKey {
	switch {
	case s.polygon != nil:
		var places []byte
		for _, q := range s.polygon.points {
			places = binary.BigEndian.AppendUint64(places, math.Float64bits(q.x))
			places = binary.BigEndian.AppendUint64(places, math.Float64bits(q.y))
		}
		return shapeKey{kind: 1, color: s.polygon.fill, text: string(places)}
	case s.line != nil:
		l := s.line
		return shapeKey{kind: 2, numbers: [7]float64{l.a.x, l.a.y, l.b.x, l.b.y, l.width}, color: l.color}
	case s.ellipse != nil:
		e := s.ellipse
		return shapeKey{
			kind: 3, numbers: [7]float64{e.c.x, e.c.y, e.rx, e.ry, e.angle, e.strokeWidth}, color: e.fill, outline: e.stroke, flag: e.lit,
		}
	}
	t := s.text
	return shapeKey{kind: 4, numbers: [7]float64{t.at.x, t.at.y, t.size}, color: t.color, text: t.value, flag: t.begins}
}

// bounds returns the pixels that a shape can touch.
func (c *canvas) bounds(s shape) (image.Rectangle, error) {
	switch {
	case s.polygon != nil:
		return s.polygon.path()[0].bounds(), nil
	case s.line != nil:
		return s.line.path()[0].bounds(), nil
	case s.ellipse != nil:
		o := s.ellipse.path(s.ellipse.strokeWidth/2, false)
		return o.bounds(), nil
	}
	t := s.text
	face, err := c.face(t.size)
	if err != nil {
		return image.Rectangle{}, err
	}
	wide := float64(font.MeasureString(face, t.value)) / 64
	left := t.at.x - wide/2
	if t.begins {
		left = t.at.x
	}
	return image.Rect(int(left)-2, int(t.at.y-t.size), int(left+wide)+3, int(t.at.y+t.size)+1), nil
}
