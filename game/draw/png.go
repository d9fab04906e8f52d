package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes the picture as a PNG image.
func (p *Picture) PNG(w io.Writer) error {
	img, err := p.Image()
	if err != nil {
		return err
	}
	return png.Encode(w, img)
}

// Image paints the picture.
func (p *Picture) Image() (*image.RGBA, error) {
	c := newCanvas(p.Width, p.Height)
	if err := c.paint(p); err != nil {
		return nil, err
	}
	return c.img, nil
}

// canvas paints shapes onto an image.
type canvas struct {
	img    *image.RGBA
	raster *vector.Rasterizer
	faces  map[float64]font.Face
}

func newCanvas(width, height int) *canvas {
	return &canvas{
		img:    image.NewRGBA(image.Rect(0, 0, width, height)),
		raster: vector.NewRasterizer(1, 1), faces: make(map[float64]font.Face),
	}
}

// paint paints the shapes of a picture that touch the image.
func (c *canvas) paint(p *Picture) error {
	for _, s := range p.shapes {
		if err := c.shape(s); err != nil {
			return err
		}
	}
	return nil
}

func (c *canvas) shape(s shape) error {
	switch {
	case s.polygon != nil:
		c.fill(s.polygon.path(), image.NewUniform(s.polygon.fill))
	case s.line != nil:
		c.fill(s.line.path(), image.NewUniform(s.line.color))
	case s.ellipse != nil:
		c.ellipse(s.ellipse)
	case s.text != nil:
		return c.text(s.text)
	}
	return nil
}

// outline is a closed path: a start and cubic curves, each of three places.
type outline struct {
	start  vec2
	curves [][3]vec2
}

// lineTo adds a straight curve.
func (o *outline) lineTo(to vec2) { o.curves = append(o.curves, [3]vec2{to, to, to}) }

// bounds returns the pixels that the path can touch.
func (o *outline) bounds() image.Rectangle {
	low, high := o.start, o.start
	for _, c := range o.curves {
		for _, q := range c {
			low = vec2{min(low.x, q.x), min(low.y, q.y)}
			high = vec2{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	return image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1)
}

// fill paints the inside of paths. A path of the opposite direction within another cuts a hole. The
// rasterizer covers only the touched pixels, because pictures have many small shapes.
func (c *canvas) fill(paths []outline, src image.Image) {
	area := paths[0].bounds()
	for _, o := range paths[1:] {
		area = area.Union(o.bounds())
	}
	area = area.Intersect(c.img.Bounds())
	if area.Empty() {
		return
	}
	c.raster.Reset(area.Dx(), area.Dy())
	local := func(q vec2) (x, y float32) {
		return float32(q.x - float64(area.Min.X)), float32(q.y - float64(area.Min.Y))
	}
	for _, o := range paths {
		c.raster.MoveTo(local(o.start))
		for _, k := range o.curves {
			bx, by := local(k[0])
			cx, cy := local(k[1])
			dx, dy := local(k[2])
			if k[0] == k[2] && k[1] == k[2] {
				c.raster.LineTo(dx, dy)
			} else {
				c.raster.CubeTo(bx, by, cx, cy, dx, dy)
			}
		}
		c.raster.ClosePath()
	}
	c.raster.DrawOp = draw.Over
	c.raster.Draw(c.img, area, src, area.Min)
}

func (g *polygon) path() []outline {
	o := outline{start: g.points[0]}
	for _, q := range g.points[1:] {
		o.lineTo(q)
	}
	return []outline{o}
}

// path returns the outline of a line with round ends.
func (l *line) path() []outline {
	along := l.b.sub(l.a)
	if n := along.norm(); n > 0 {
		along = along.mul(1 / n)
	} else {
		along = vec2{1, 0}
	}
	r := l.width / 2
	u, v := along.mul(r), vec2{-along.y, along.x}.mul(r)
	o := outline{start: l.a.sub(v)}
	o.lineTo(l.b.sub(v))
	o.quarter(l.b, v.mul(-1), u)
	o.quarter(l.b, u, v)
	o.lineTo(l.a.add(v))
	o.quarter(l.a, v, u.mul(-1))
	o.quarter(l.a, u.mul(-1), v.mul(-1))
	return []outline{o}
}

// quarter adds a quarter of an ellipse about c from c+from to c+to.
func (o *outline) quarter(c, from, to vec2) {
	const k = 0.5522847498 // the usual cubic approximation of a circle
	o.curves = append(o.curves, [3]vec2{
		c.add(from).add(to.mul(k)), c.add(to).add(from.mul(k)), c.add(to),
	})
}

// path returns the outline of an expanded ellipse, in either direction.
func (e *ellipse) path(grow float64, reverse bool) outline {
	s, c := math.Sincos(e.angle)
	u, v := vec2{c, s}.mul(max(0, e.rx+grow)), vec2{-s, c}.mul(max(0, e.ry+grow))
	if reverse {
		v = v.mul(-1)
	}
	o := outline{start: e.c.add(u)}
	o.quarter(e.c, u, v)
	o.quarter(e.c, v, u.mul(-1))
	o.quarter(e.c, u.mul(-1), v.mul(-1))
	o.quarter(e.c, v.mul(-1), u)
	return o
}

func (c *canvas) ellipse(e *ellipse) {
	var src image.Image = image.NewUniform(e.fill)
	if e.lit {
		src = highlight{e}
	}
	if e.fill.A > 0 {
		c.fill([]outline{e.path(0, false)}, src)
	}
	if e.strokeWidth > 0 {
		w := e.strokeWidth / 2
		c.fill([]outline{e.path(w, false), e.path(-w, true)}, image.NewUniform(e.stroke))
	}
}

// highlight is the paint of a lit ellipse: an image without bounds.
type highlight struct{ e *ellipse }

func (h highlight) ColorModel() color.Model { return color.NRGBAModel }

func (h highlight) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

func (h highlight) At(x, y int) color.Color {
	s, c := math.Sincos(h.e.angle)
	d := vec2{float64(x) + 0.5, float64(y) + 0.5}.sub(h.e.c)
	along := vec2{(c*d.x + s*d.y) / h.e.rx, (-s*d.x + c*d.y) / h.e.ry}
	return lit(h.e.fill, min(1, along.sub(vec2{lightX, lightY}).norm()/lightReach))
}

// regular is the parsed typeface of texts.
var regular = sync.OnceValues(func() (*opentype.Font, error) { return opentype.Parse(goregular.TTF) })

func (c *canvas) text(t *text) error {
	face, err := c.face(t.size)
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(t.color), Face: face}
	left := fixed.Int26_6(0)
	if !t.begins {
		left = d.MeasureString(t.value) / 2
	}
	capital := fixed.Int26_6(0.36 * t.size * 64) // half the height of capital letters
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(t.at.x*64) - left, Y: fixed.Int26_6(t.at.y*64) + capital}
	d.DrawString(t.value)
	return nil
}

// face returns the typeface in a size, from a cache.
func (c *canvas) face(size float64) (font.Face, error) {
	if face, ok := c.faces[size]; ok {
		return face, nil
	}
	face, err := faceOf(size)
	if err == nil {
		c.faces[size] = face
	}
	return face, err
}

// faceOf returns the typeface in a size.
func faceOf(size float64) (font.Face, error) {
	parsed, err := regular()
	if err != nil {
		return nil, fmt.Errorf("draw: typeface: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, fmt.Errorf("draw: typeface: %w", err)
	}
	return face, nil
}
