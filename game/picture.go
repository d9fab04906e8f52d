package game

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/board"
)

// Picture returns the stones as text. A grid has coordinates, X for Black and O for White; for
// other boards the stones are listed.
func Picture(pos Position) string {
	var s strings.Builder
	b := pos.Board()
	w, h, ok := b.Grid()
	if !ok {
		for _, c := range []Color{Black, White} {
			s.WriteString(c.String())
			for p := range Point(b.Len()) {
				if pos.At(p) == c {
					s.WriteString(" " + b.Name(p))
				}
			}
			s.WriteString("\n")
		}
		fmt.Fprintf(&s, "to-play %s\n", pos.ToPlay())
		return s.String()
	}
	margin := len(strconv.Itoa(h))
	columns := strings.Repeat(" ", margin)
	for x := range w {
		columns += fmt.Sprintf("%2s", board.ColumnName(x))
	}
	s.WriteString(columns + "\n")
	for y := range h {
		fmt.Fprintf(&s, "%*d", margin, h-y)
		for x := range w {
			s.WriteByte(' ')
			s.WriteByte(".XO"[pos.At(Point(y*w+x))])
		}
		fmt.Fprintf(&s, " %d\n", h-y)
	}
	s.WriteString(columns + "\n")
	return s.String()
}
