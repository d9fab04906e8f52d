package piskvork

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"moyo/game/record/sgf"
)

// Write writes the main line of a record as a game of Piskvork, in UTF-8 and with the line
// breaks of Windows. It has moves on a grid, in turn and Black first; the error says what
// it has not room for, such as stones that are set up.
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
			return errors.Join(err, errors.New("stones that are set up have no place in a game of Piskvork"))
		}
		moves, err := n.Moves(grid)
		if err != nil {
			return err
		}
		for _, m := range moves {
			switch {
			case m.Point == sgf.Pass:
				return errors.New("a pass has no place in a game of Piskvork")
			case m.Color != turn:
				return errors.New("a side that moves out of turn has no place in a game of Piskvork")
			}
			turn = sgf.Black + sgf.White - turn
			seconds, _ := n.Real(timeID)
			fmt.Fprintf(b, "%d,%d,%d\r\n", m.Point%grid.Width+1, m.Point/grid.Width+1, int64(math.Round(min(max(seconds, 0), 1e8)*1000)))
		}
	}
	return nil
}

// writeEnd writes what comes after the moves; second says that the second player had
// Black.
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
	switch re := g.Root.SimpleText("RE"); {
	case strings.HasPrefix(re, "B+"):
		fmt.Fprintf(b, "%s,%s\r\n", one, rule)
	case strings.HasPrefix(re, "W+"):
		fmt.Fprintf(b, "%s,%s\r\n", two, rule)
	case re == "0" || strings.EqualFold(re, "draw"):
		fmt.Fprintf(b, "0,%s\r\n", rule)
	}
}

// name is a player's name that is not mistaken for a move, a number or nothing.
func name(s string) string {
	if s == "" || number.MatchString(s) || move.MatchString(s) || result.MatchString(s) {
		return "? " + s
	}
	return s
}
