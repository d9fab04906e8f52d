package diagram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/gif"
	"io"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// Formats are the file formats for lines, by name, with their media types.
var Formats = map[string]string{"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf"}

// ErrNoPath is the error for a path that is not in the record.
var ErrNoPath = errors.New("diagram: the game has no such variation")

// ErrMarked is the error for a line with too many marked or dimmed points: a few bytes may mark all
// points of a board at each node.
var ErrMarked = errors.New("diagram: the line marks too many points")

// maxMarked limits the marked and dimmed points of all steps of a line together.
const maxMarked = 500_000

// Of returns the line of a game along a path, which gives the index of the child at each node from
// the root. Its steps start after from nodes of the path. Moves have the numbers of the game; in a
// variation they count from 1, or as MN says.
func Of(ctx context.Context, t *record.Tree, path []int, from int) (*Line, error) {
	nodes, err := follow(t, path)
	if err != nil {
		return nil, err
	}
	if from < 0 || from > len(path) {
		return nil, ErrNoPath
	}
	points := record.Points(t.Board)
	l := &Line{Board: t.Board, Stones: make([]game.Color, t.Board.Len())}
	number, marked := 0, 0
	var over Overlay
	for i, n := range nodes {
		if i%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		over = over.after(points, n.Node)
		if n.Node.Has("DD") || n.Node.Has("VW") {
			marked += len(over.Dimmed) + len(over.View)
		}
		if n.Move != "" {
			number++
		}
		if i <= from {
			for _, c := range n.Changes {
				l.Stones[c.Point] = c.Color
			}
			l.Over = over
			continue
		}
		if i == from+1 && isVariation(path[from:]) {
			number = min(number, 1)
			if n.Move == "" {
				number = 0
			}
		}
		if mn, ok := n.Node.Number("MN"); ok && n.Move != "" && mn > 0 && mn < 1_000_000 {
			number = mn
		}
		step := stepOf(t.Board, points, n, number)
		step.Over = over
		l.Steps = append(l.Steps, step)
		if marked += len(step.Marks); marked > maxMarked {
			return nil, ErrMarked
		}
	}
	before := nodes[from]
	l.Marks = marksOf(points, before.Node)
	if p, ok := t.Board.Lookup(before.Move); ok && len(l.Steps) == 0 && l.Stones[p] != game.Empty {
		l.Marks = append(l.Marks, draw.Mark{Point: p, Kind: draw.Last})
	}
	l.Said = strings.TrimSpace(before.Node.Text("C"))
	return l, nil
}

// isVariation reports whether a path leaves the main line of its first node.
func isVariation(path []int) bool {
	for _, k := range path {
		if k > 0 {
			return true
		}
	}
	return false
}

// follow returns the root and the nodes along a path.
func follow(t *record.Tree, path []int) ([]*record.TreeNode, error) {
	children := make([][]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if n.Parent >= 0 {
			children[n.Parent] = append(children[n.Parent], i)
		}
	}
	at := 0
	nodes := []*record.TreeNode{&t.Nodes[0]}
	for _, k := range path {
		if k < 0 || k >= len(children[at]) {
			return nil, ErrNoPath
		}
		at = children[at][k]
		nodes = append(nodes, &t.Nodes[at])
	}
	return nodes, nil
}

// stepOf returns the step of a node. number is the number of its move.
func stepOf(b *board.Board, points sgf.Board, n *record.TreeNode, number int) Step {
	s := Step{
		Color: n.Color, Point: board.None, Changes: n.Changes, Marks: marksOf(points, n.Node),
		Comment: strings.TrimSpace(n.Node.Text("C")),
		Anew:    n.Node.Has("FG") || n.Node.Has("AB") || n.Node.Has("AW") || n.Node.Has("AE"),
	}
	if n.Move == "" {
		return s
	}
	s.Number = number
	if p, ok := b.Lookup(n.Move); !ok {
		s.Words = n.Move
	} else if _, offered, _ := n.Node.Offered(points); offered {
		s.Words = "offers " + n.Move
	} else {
		s.Point = p
	}
	return s
}

// markIDs are the properties that mark points.
var markIDs = []struct {
	id   string
	mark draw.Mark
}{
	{"TR", draw.Mark{Kind: draw.Triangle}}, {"SQ", draw.Mark{Kind: draw.Square}}, {"CR", draw.Mark{Kind: draw.Circle}},
	{"MA", draw.Mark{Kind: draw.Cross}}, {"SL", draw.Mark{Kind: draw.Square}},
	{"TB", draw.Mark{Kind: draw.Territory, Color: game.Black}}, {"TW", draw.Mark{Kind: draw.Territory, Color: game.White}},
}

// maxArrows limits the arrows and lines of a node.
const maxArrows = 60

// after returns the overlay of a node, given the one before. Dimmed points and the shown part stay
// until a node changes them. Unreadable values are ignored.
func (o Overlay) after(points sgf.Board, n *sgf.Node) Overlay {
	o.Arrows = arrowsOf(points, n)
	for id, list := range map[string]*[]board.Point{"DD": &o.Dimmed, "VW": &o.View} {
		if !n.Has(id) {
			continue
		}
		*list = nil
		at, err := points.Points(n.Raw(id))
		if err != nil {
			continue
		}
		for _, p := range at {
			*list = append(*list, game.Point(p))
		}
	}
	return o
}

func arrowsOf(points sgf.Board, n *sgf.Node) (arrows []draw.Arrow) {
	for _, kind := range []struct {
		id   string
		head bool
	}{{"AR", true}, {"LN", false}} {
		for _, raw := range n.Raw(kind.id) {
			from, to, _ := sgf.Parts(raw)
			p, err := points.Points([]string{from})
			q, err2 := points.Points([]string{to})
			if err != nil || err2 != nil || len(p) != 1 || len(q) != 1 || p[0] == q[0] || len(arrows) == maxArrows {
				continue
			}
			arrows = append(arrows, draw.Arrow{From: game.Point(p[0]), To: game.Point(q[0]), Head: kind.head})
		}
	}
	return arrows
}

// maxLabel limits the characters of a label.
const maxLabel = 4

// marksOf returns the marks of a node. Unreadable values are ignored.
func marksOf(points sgf.Board, n *sgf.Node) (marks []draw.Mark) {
	for _, kind := range markIDs {
		at, err := points.Points(n.Raw(kind.id))
		if err != nil {
			continue
		}
		for _, p := range at {
			m := kind.mark
			m.Point = game.Point(p)
			marks = append(marks, m)
		}
	}
	labels := n.Values("LB")
	for i, raw := range n.Raw("LB") {
		at, _, ok := sgf.Parts(raw)
		p, err := points.Points([]string{at})
		colons := strings.Count(at, ":") // in the point's name
		text := labels[i]
		for range colons + 1 {
			_, text, _ = strings.Cut(text, ":")
		}
		if !ok || err != nil || len(p) != 1 || text == "" {
			continue
		}
		runes := []rune(text)
		marks = append(marks, draw.Mark{Point: game.Point(p[0]), Kind: draw.Label, Text: string(runes[:min(len(runes), maxLabel)])})
	}
	return marks
}

// Write draws a line in one of the [Formats].
func Write(ctx context.Context, w io.Writer, format string, l *Line, d Document) error {
	switch format {
	case "pdf":
		return PDF(ctx, w, l, d)
	case "gif":
		movie, err := Animation(ctx, l, d.Options)
		if err != nil {
			return err
		}
		return gif.EncodeAll(w, movie)
	}
	p, err := Picture(l, d.Options)
	switch {
	case err != nil:
		return err
	case format == "png":
		return p.PNG(w)
	case format == "svg":
		_, err := io.WriteString(w, p.SVG())
		return err
	}
	return fmt.Errorf("diagram: no format %.20q", format)
}

// maxHead limits the characters of a text above pictures.
const maxHead = 200

// Heading returns the text above the pictures of a game: a title, the players' names unless the
// caller has them, and other properties of the record. It leaves out characters that the typefaces
// of a format lack.
func Heading(g *sgf.Game, format, title string) (head string, lines []string) {
	text := func(id string) string {
		if value := clip(g.Root.SimpleText(id)); format == "svg" || draw.Writable(value) {
			return value
		}
		return ""
	}
	player := func(name, rank, otherwise string) string {
		return strings.TrimSpace(cmp.Or(text(name), otherwise) + " " + text(rank))
	}
	players := player("PB", "BR", "Black") + " – " + player("PW", "WR", "White")
	if !g.Root.Has("PB") && !g.Root.Has("PW") {
		players = ""
	}
	if title = clip(strings.TrimSpace(title)); title == "" {
		title, players = players, ""
	}
	if title == "" {
		title = text("GN")
	}
	for _, parts := range [][]string{{players}, {text("EV"), text("RO"), text("PC"), text("DT")}, {komi(g), result(text("RE"))}} {
		var said []string
		for _, part := range parts {
			if part != "" {
				said = append(said, part)
			}
		}
		if len(said) > 0 {
			lines = append(lines, strings.Join(said, ", "))
		}
	}
	return title, lines
}

func komi(g *sgf.Game) string {
	if k, ok := record.Komi(g); ok && k != 0 && g.Kind() == sgf.Go {
		return "komi " + strconv.FormatFloat(k, 'g', 6, 64)
	}
	return ""
}

func result(re string) string {
	if re == "" {
		return ""
	}
	return "result " + re
}

// clip shortens a text.
func clip(text string) string {
	if runes := []rune(text); len(runes) > maxHead {
		return string(runes[:maxHead]) + "…"
	}
	return text
}
