package playthrough

import (
	"fmt"
	"strings"

	"moyo/game"
)

// write writes the position after ply moves, with the given legal moves.
func write(s *strings.Builder, pos game.Position, ply int, moves []game.Move) {
	fmt.Fprintf(s, "\nposition %d\n%s", ply, game.Picture(pos))
	fmt.Fprintf(s, "to-play %s\n", pos.ToPlay())
	writeOpening(s, pos)
	if c, ok := pos.(game.Capturer); ok {
		fmt.Fprintf(s, "captures black %d, white %d\n", c.Captures(game.Black), c.Captures(game.White))
	}
	if r, ok := pos.(game.Rower); ok {
		fmt.Fprintf(s, "longest black %d, white %d of %d\n", r.Longest(game.Black), r.Longest(game.White), r.Need())
	}
	fmt.Fprintf(s, "legal %d", len(moves))
	for _, m := range moves {
		fmt.Fprintf(s, " %s", game.Format(pos, m))
	}
	s.WriteByte('\n')
	writeIllegal(s, pos)
	fmt.Fprintf(s, "hash %016x\n", pos.Hash())
	if out := pos.Outcome(); out.Over {
		fmt.Fprintf(s, "outcome %s by %s\n", out, out.How)
		writeEnd(s, pos)
	}
}

// writeOpening writes the players of an opening that is a dialogue.
func writeOpening(s *strings.Builder, pos game.Position) {
	o, ok := pos.(game.Opened)
	if !ok || o.Phase().Text == "" {
		return
	}
	fmt.Fprintf(s, "player %s: %s\n", o.Player(), o.Phase().Text)
	if points := o.Offered(); points != nil {
		fmt.Fprintf(s, "offered%s\n", names(pos, points))
	}
}

// writeIllegal writes the empty points that are illegal, with the reason.
func writeIllegal(s *strings.Builder, pos game.Position) {
	if pos.Outcome().Over {
		return
	}
	separator := "illegal "
	for p := range game.Point(pos.Board().Len()) {
		if reason := pos.Check(game.Place(p)); reason != game.Legal && pos.At(p) == game.Empty {
			fmt.Fprintf(s, "%s%s %s", separator, game.Format(pos, game.Place(p)), reason.Code())
			separator = ", "
		}
	}
	if separator == ", " {
		s.WriteByte('\n')
	}
}

// writeEnd writes the result of a finished game: the winning figure or the count.
func writeEnd(s *strings.Builder, pos game.Position) {
	if w, ok := pos.(game.Won); ok && w.Figure() != nil {
		fmt.Fprintf(s, "figure%s\n", names(pos, w.Figure()))
	}
	if sc, ok := pos.(game.Scorer); ok {
		score := sc.Score(nil)
		fmt.Fprintf(s, "score black %g, white %g\n", score.Black, score.White)
	}
}

// names lists points, a space before each.
func names(pos game.Position, points []game.Point) string {
	var s strings.Builder
	for _, p := range points {
		fmt.Fprintf(&s, " %s", game.Format(pos, game.Place(p)))
	}
	return s.String()
}
