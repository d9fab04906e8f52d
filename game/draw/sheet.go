package draw

import "math"

// Captioned is a picture with lines of text below it.
type Captioned struct {
	Picture *Picture
	Lines   []string
	Cut     bool // lines that do not fit are cut, not wrapped as in [Framed]
}

// The dimensions of a sheet, in pixels.
const (
	sheetGap    = 18
	sheetText   = 12
	sheetLine   = 16
	sheetTitle  = 20
	sheetHeader = 52 // height
)

// Sheet arranges pictures in rows of the given number of columns, each with its text below it, under a
// title. The columns are width pixels wide.
func Sheet(title string, pictures []Captioned, columns int, width float64) *Picture {
	sheet := &Picture{Width: int(math.Ceil(float64(columns)*(width+sheetGap) + sheetGap)), title: title, look: &wood}
	var body Picture
	y := float64(sheetHeader)
	for from := 0; from < len(pictures); from += columns {
		row := pictures[from:min(from+columns, len(pictures))]
		height := 0
		for _, c := range row {
			height = max(height, c.Picture.Height)
		}
		lines := 0
		for k, c := range row {
			x := sheetGap + float64(k)*(width+sheetGap)
			body.add(c.Picture, vec2{x + (width-float64(c.Picture.Width))/2, y + float64(height-c.Picture.Height)})
			for i, text := range c.Lines {
				color := sheet.look.ink
				if i > 0 {
					color = sheet.look.muted
				}
				body.addText(vec2{x + width/2, y + float64(height) + sheetLine*(float64(i)+0.8)}, sheetText, color, text)
			}
			lines = max(lines, len(c.Lines))
		}
		y += float64(height) + sheetLine*(float64(lines)+0.5) + sheetGap
	}
	sheet.Height = int(math.Ceil(y))
	sheet.addRect(0, 0, float64(sheet.Width), float64(sheet.Height), sheet.look.paper)
	sheet.addText(vec2{float64(sheet.Width) / 2, sheetHeader / 2}, sheetTitle, sheet.look.ink, title)
	sheet.shapes = append(sheet.shapes, body.shapes...)
	return sheet
}

// add adds the shapes of another picture, translated.
func (p *Picture) add(other *Picture, by vec2) {
	for _, s := range other.shapes {
		p.shapes = append(p.shapes, s.moved(by))
	}
}
