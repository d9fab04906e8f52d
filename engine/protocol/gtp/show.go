package gtp

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
)

const stoneSigns = ".XO"

// showBoard draws a board that has columns and rows; for other boards it lists
// the stones.
func showBoard(c *call) (string, error) {
	var b strings.Builder
	if cells, ok := NewCells(c.board); ok {
		b.WriteByte('\n')
		if _, _, plain := c.board.Grid(); !plain {
			fmt.Fprintf(&b, "%s, cut open\n", c.board.Title())
		}
		c.drawCells(&b, cells)
	} else {
		fmt.Fprintf(&b, "%s (%s), %d points\n", c.board.Title(), c.board.Spec(), c.board.Len())
		for _, color := range []game.Color{game.Black, game.White} {
			fmt.Fprintf(&b, "%s: %s\n", color, c.verts.List(c.stones(color), " "))
		}
	}
	fmt.Fprintf(&b, "%s to play", c.toPlay())
	if cap, ok := c.pos.(game.Capturer); ok {
		fmt.Fprintf(&b, "; black has taken %d, white %d", cap.Captures(game.Black), cap.Captures(game.White))
	}
	return b.String(), nil
}

func (c *call) drawCells(b *strings.Builder, cells *Cells) {
	letters := func() {
		b.WriteString("   ")
		for _, name := range cells.Columns {
			fmt.Fprintf(b, "%2s", name)
		}
		b.WriteByte('\n')
	}
	letters()
	for y, row := range cells.Rows {
		fmt.Fprintf(b, "%3s", row)
		for _, p := range cells.At[y*cells.Width : (y+1)*cells.Width] {
			b.WriteByte(' ')
			if p == board.None {
				b.WriteByte(' ')
				continue
			}
			b.WriteByte(stoneSigns[c.pos.At(p)])
		}
		fmt.Fprintf(b, " %s\n", row)
	}
	letters()
}

func listStones(c *call) (string, error) {
	color, err := c.colorArg()
	if err != nil {
		return "", err
	}
	return c.verts.List(c.stones(color), " "), nil
}

// legal returns the legal points of color.
func (s *session) legal(color game.Color) ([]game.Point, error) {
	pos := s.pos.Clone()
	if err := HandTurn(pos, color); err != nil {
		return nil, err
	}
	var points []game.Point
	for _, m := range pos.LegalMoves(nil) {
		if m >= 0 {
			points = append(points, m.Point())
		}
	}
	return points, nil
}

func allLegal(c *call) (string, error) {
	color, err := c.colorArg()
	if err != nil {
		return "", err
	}
	points, err := c.legal(color)
	return c.verts.List(points, " "), err
}

// isLegal is GNU Go's: 1 or 0.
func isLegal(c *call) (string, error) {
	color, err := c.colorArg()
	if err != nil || len(c.args) != 2 {
		return "", errSyntax
	}
	m, err := c.verts.Parse(c.args[1])
	if err != nil {
		return "", err
	}
	pos := c.pos.Clone()
	if err := HandTurn(pos, color); err != nil {
		return "", err
	}
	if pos.Check(m) != game.Legal {
		return "0", nil
	}
	return "1", nil
}

// captures is GNU Go's: the number of stones that a side has captured.
func captures(c *call) (string, error) {
	color, err := c.colorArg()
	if err != nil {
		return "", err
	}
	cap, ok := c.pos.(game.Capturer)
	if !ok {
		return "", errNoCaptures
	}
	return strconv.Itoa(cap.Captures(color)), nil
}

// moveHistory is GNU Go's: the moves, last first.
func moveHistory(c *call) (string, error) {
	var lines []string
	for i := len(c.events) - 1; i >= 0 && !c.events[i].setup; i-- {
		lines = append(lines, c.events[i].color.String()+" "+c.verts.Format(c.events[i].move))
	}
	return strings.Join(lines, "\n"), nil
}

// goguiCommands is the list for GoGui's window of analysis commands.
const goguiCommands = `string/Final Score/final_score
string/Rules/moyo-rules
plist/All Legal/all_legal %c
plist/List Stones/list_stones %c
plist/Dead/final_status_list dead
plist/Black Territory/final_status_list black_territory
plist/White Territory/final_status_list white_territory
string/Show Board/showboard
move/Reg GenMove/reg_genmove %c
string/CPU Time/cputime`

func rulesGameID(c *call) (string, error) {
	name := nameOf(c.rules.ID())
	if name == "weiqi" {
		return "Go", nil
	}
	return name, nil
}

// rulesBoard draws a grid as rows of X, O and dots; for other boards it returns
// one row with the points in their order.
func rulesBoard(c *call) (string, error) {
	w, _, ok := c.board.Grid()
	if !ok {
		w = c.board.Len()
	}
	var b strings.Builder
	for p := range game.Point(c.board.Len()) {
		b.WriteByte(stoneSigns[c.pos.At(p)])
		if (int(p)+1)%w == 0 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String(), nil
}

func rulesLegalMoves(c *call) (string, error) {
	if c.pos.ToPlay() == game.Empty {
		return "", nil
	}
	var b strings.Builder
	for _, m := range c.pos.LegalMoves(nil) {
		if m >= 0 || m == game.Pass {
			b.WriteString(c.verts.Format(m) + " ")
		}
	}
	return b.String(), nil
}

func rulesSideToMove(c *call) (string, error) { return c.toPlay().String(), nil }

// rulesFinalResult returns the result of the game by its rules, or "unknown".
func rulesFinalResult(c *call) (string, error) {
	if c.pos.ToPlay() != game.Empty {
		return "unknown", nil
	}
	out, err := c.outcome()
	if err != nil {
		return "", err
	}
	return out.String(), nil
}
