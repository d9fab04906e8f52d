package piskvork

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"moyo/game/record/headtext"
	"moyo/game/record/sgf"
)

// Write writes the main line of a record as a game of Piskvork, in UTF-8 with Windows line breaks.
// The record must have moves on a grid, in turn and Black first; the error names anything that the
// format cannot hold, such as setup stones.
func Write(w io.Writer, g *sgf.Game) error {
	grid, err := g.Grid()
	if err != nil {
		return fmt.Errorf("piskvork: %w", err)
	}
	head, extra, second := "11:11, 0", []string{"-1"}, false
	if kept := g.Root.Values(extraID); len(kept) > 0 {
		if m := header.FindStringSubmatch("piskvorky 1x1," + kept[0]); m != nil && m[3] == kept[0] {
			head, extra, second = kept[0], kept[1:], m[4] == "1"
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Piskvorky %dx%d, %s\r\n", grid.Width, grid.Height, head)
	if err := writeMoves(&b, g, grid); err != nil {
		return fmt.Errorf("piskvork: %w", err)
	}
	writeEnd(&b, g, second, extra)
	_, err = w.Write(b.Bytes())
	return err
}

func writeMoves(b *bytes.Buffer, g *sgf.Game, grid sgf.Board) error {
	turn := sgf.Black
	for n := range g.MainLine() {
		if _, set, err := n.Setup(grid); err != nil || set {
			return errors.Join(err, errors.New("a game of Piskvork cannot contain setup stones"))
		}
		moves, err := n.Moves(grid)
		if err != nil {
			return err
		}
		for _, m := range moves {
			switch {
			case m.Point == sgf.Pass:
				return errors.New("a game of Piskvork cannot contain a pass")
			case m.Color != turn:
				return errors.New("a game of Piskvork cannot contain moves out of turn")
			}
			turn = sgf.Black + sgf.White - turn
			seconds, _ := n.Real(timeID)
			fmt.Fprintf(b, "%d,%d,%d\r\n", m.Point%grid.Width+1, m.Point/grid.Width+1, int64(math.Round(min(max(seconds, 0), 1e8)*1000)))
		}
	}
	return nil
}

// writeEnd writes the lines after the moves. second means that the second player had Black.
func writeEnd(b *bytes.Buffer, g *sgf.Game, second bool, extra []string) {
	black, white := g.Root.SimpleText("PB"), g.Root.SimpleText("PW")
	first, other, one, two := black, white, "1", "2"
	if second {
		first, other, one, two = white, black, "2", "1"
	}
	if black != "" || white != "" {
		fmt.Fprintf(b, "%s\r\n%s\r\n", name(first), name(other))
	}
	for _, line := range extra {
		fmt.Fprintf(b, "%s\r\n", line)
	}
	rule := g.Root.SimpleText("RU")
	if !result.MatchString("0," + rule) {
		return
	}
	switch re := headtext.ReadResult(g.Root.SimpleText("RE")); {
	case re.Winner == headtext.Black:
		fmt.Fprintf(b, "%s,%s\r\n", one, rule)
	case re.Winner == headtext.White:
		fmt.Fprintf(b, "%s,%s\r\n", two, rule)
	case re.Winner == headtext.Neither && re.Reason == headtext.Count:
		fmt.Fprintf(b, "0,%s\r\n", rule)
	}
}

// name returns a player's name in a form that does not look like a move, a number or an empty line.
func name(s string) string {
	if s == "" || number.MatchString(s) || move.MatchString(s) || result.MatchString(s) {
		return "? " + s
	}
	return s
}
