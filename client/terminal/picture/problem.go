package picture

import (
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"moyo/board"
	"moyo/client/terminal/words"
	"moyo/game"
)

// Stones are stones to draw, without a history.
type Stones struct {
	Colors []game.Color // of each point
	Last   []game.Move  // the last move, if it is shown
}

// At returns the colour of a point.
func (s Stones) At(p game.Point) game.Color { return s.Colors[p] }

// Moves returns the last move, if it is shown.
func (s Stones) Moves() []game.Move { return s.Last }

// Problem draws the position of a problem. The region is tinted or, without colours, the points
// outside are blank. It marks the targets with brackets, good moves with stars, and assumed stones
// of the attacker with a sign that a line below explains.
type Problem struct {
	Board    *board.Board
	Letters  board.Letters // names the columns for people
	Shown    Shown
	Region   []game.Point
	Walls    []game.Point // beyond the region, where stones are assumed
	Attacker game.Color   // whose they are
	Targets  []game.Point
	Good     []game.Move
	Colored  bool
}

// problemSize is the space for boards that can be scaled.
var problemSize = Size{Width: 72, Height: 28}

// Text returns the picture, styled if it is colored.
func (l Problem) Text() string {
	set := ASCII
	if l.Colored {
		set = Colors
	}
	pic := New(l.Board, l.Letters, problemSize, Tilt, set)
	inside := make([]bool, l.Board.Len())
	for _, q := range l.Region {
		inside[q] = true
	}
	if !l.Colored && pic.IsCells() && len(l.Region) > 0 {
		for q, in := range inside {
			if !in && l.Shown.At(game.Point(q)) == game.Empty {
				pic.set(pic.x[q], pic.y[q], ' ', StyleLine)
			}
		}
	}
	var good []game.Point
	for _, m := range l.Good {
		if m >= 0 {
			good = append(good, m.Point())
		}
	}
	pic.Place(l.Shown, set, Overlay{Cursor: board.None, Hint: board.None, Offered: good})
	l.placeWalls(pic, set)
	for _, q := range l.Targets {
		if l.Shown.At(q) != game.Empty {
			pic.bracket(q, '<', '>')
		}
	}
	if l.Colored {
		return tinted(pic, inside)
	}
	text := strings.Trim(pic.Text(), "\n") + "\n"
	if !pic.IsCells() && len(l.Region) > 0 {
		text += "Region: " + strings.Join(words.Points(l.Board, l.Region), " ") + "\n"
	}
	return text
}

// placeWalls draws the assumed stones, and explains the sign.
func (l Problem) placeWalls(pic *Picture, g Glyphs) {
	style := StyleBlack
	if l.Attacker == game.White {
		style = StyleWhite
	}
	for _, q := range l.Walls {
		if !pic.isFar(q) {
			pic.set(pic.x[q], pic.y[q], g.wall, style)
		}
	}
	if len(l.Walls) > 0 {
		pic.legend = append(pic.legend, string(g.wall)+" a stone of "+words.Side(l.Attacker)+"'s is assumed here")
	}
}

// inPlay is the ground of the region.
var inPlay = lipgloss.Color("#bf924a")

// tinted returns a styled picture, with the ground of the region darker than the rest.
func tinted(pic *Picture, inside []bool) string {
	look := pic.Looks()
	dark := make([]bool, len(pic.cells))
	for q, in := range inside {
		for dx := -1; in && dx <= 1; dx++ {
			if x := pic.x[q] + dx; x >= 0 && x < pic.width {
				dark[pic.y[q]*pic.width+x] = true
			}
		}
	}
	var b strings.Builder
	for y := range pic.height {
		row := pic.Row(y)
		if !pic.IsCells() && !slices.ContainsFunc(row, func(c Cell) bool { return c.Rune != ' ' }) {
			continue
		}
		for x, c := range row {
			style := look[c.Style]
			if dark[y*pic.width+x] {
				style = style.Background(tint(pic))
			}
			b.WriteString(style.Render(string(c.Rune)))
		}
		b.WriteByte('\n')
	}
	for _, l := range pic.legend {
		b.WriteString(l + "\n")
	}
	return b.String()
}

// tint is the ground of the region, on boards with a ground and without.
func tint(pic *Picture) color.Color {
	if pic.IsCells() {
		return inPlay
	}
	return lipgloss.Color("#3a4a5a")
}
