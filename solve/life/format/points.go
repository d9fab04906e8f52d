package format

import (
	"fmt"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
)

// passText is the name of a pass in files.
const passText = "pass"

// PointText returns a point in the notation of files: two letters as in SGF on grids of up to
// 52x52, its name on other boards.
func PointText(b *board.Board, p game.Point) string {
	if w, h, ok := b.Grid(); ok && w <= 52 && h <= 52 {
		return record.Points(b).Value(int(p))
	}
	return b.Name(p)
}

// MoveText returns a move in the notation of files, a pass as "pass".
func MoveText(b *board.Board, m game.Move) string {
	if m < 0 {
		return passText
	}
	return PointText(b, m.Point())
}

// ParsePoint parses a point by its name on the board, such as D4, or in the notation of PointText.
func ParsePoint(b *board.Board, text string) (game.Point, error) {
	if p, ok := b.Lookup(text); ok {
		return p, nil
	}
	if _, _, ok := b.Grid(); ok && len(text) == 2 {
		if ps, err := record.Points(b).Points([]string{text}); err == nil && len(ps) == 1 {
			return game.Point(ps[0]), nil
		}
	}
	return board.None, fmt.Errorf("%.40q is not a point of %s", text, b.Spec())
}

// ParsePoints parses points; on grids "D4:F6" is a rectangle. Repeated points count once.
func ParsePoints(b *board.Board, texts []string) ([]game.Point, error) {
	var points []game.Point
	seen := make(map[game.Point]bool)
	for _, text := range texts {
		list, err := parseRange(b, text)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if !seen[p] {
				seen[p] = true
				points = append(points, p)
			}
		}
		if len(texts) > b.Len() && len(points) == b.Len() {
			break // the rest cannot add any
		}
	}
	return points, nil
}

// parseRange reads a point or a rectangle.
func parseRange(b *board.Board, text string) ([]game.Point, error) {
	from, to, two := strings.Cut(text, ":")
	p, err := ParsePoint(b, from)
	if err != nil || !two {
		return []game.Point{p}, err
	}
	q, err := ParsePoint(b, to)
	if err != nil {
		return nil, err
	}
	w, _, ok := b.Grid()
	if !ok {
		return nil, fmt.Errorf("%.40q: only a grid has rectangles", text)
	}
	var points []game.Point
	at := func(p game.Point) (x, y int) { return int(p) % w, int(p) / w }
	px, py := at(p)
	qx, qy := at(q)
	for y := min(py, qy); y <= max(py, qy); y++ {
		for x := min(px, qx); x <= max(px, qx); x++ {
			points = append(points, game.Point(y*w+x))
		}
	}
	return points, nil
}

// splitList splits a list of points or similar items.
func splitList(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
}

// ParsePointList reads points that are separated by spaces or commas.
func ParsePointList(b *board.Board, text string) ([]game.Point, error) {
	return ParsePoints(b, splitList(text))
}

// parseSide parses the side to move.
func parseSide(text string) (game.Color, bool) {
	switch strings.ToLower(text) {
	case "b", "x", "black":
		return game.Black, true
	case "w", "o", "white":
		return game.White, true
	}
	return game.Empty, false
}
