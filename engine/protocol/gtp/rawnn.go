package gtp

import (
	"errors"
	"fmt"
	"strings"

	"moyo/engine"
	"moyo/game"
)

var errNoNetwork = errors.New("the engine has no network for this game, board and komi")

// kataRawNN writes the output of the engine's network without search, in KataGo's format: "kata-raw-nn [color] SYMMETRY", where
// the symmetry is "all" or 0 to 7. The network's output turns with the board, so that one answer holds for all symmetries.
func kataRawNN(c *call) (string, error) {
	args, side := c.args, c.toPlay()
	if len(args) == 2 {
		color, err := ParseColor(args[0])
		if err != nil {
			return "", err
		}
		args, side = args[1:], color
	}
	if len(args) != 1 || args[0] != "all" && (len(args[0]) != 1 || args[0] < "0" || args[0] > "7") {
		return "", errSyntax
	}
	e, ok := c.cfg.Engine.(engine.Evaluator)
	if !ok {
		return "", errNoNetwork
	}
	pos := c.pos.Clone()
	if err := HandTurn(pos, side); err != nil {
		return "", err
	}
	v, ok := e.Evaluate(pos)
	if !ok {
		return "", errNoNetwork
	}
	v.Lead += (&reporter{call: c, analysis: analysis{side: side}}).komiLeft()
	return strings.TrimSuffix(c.rawNN(v, side, args[0]), "\n"), nil
}

// rawNN writes an evaluation for the side to move.
func (c *call) rawNN(v engine.Evaluation, side game.Color, symmetry string) string {
	var b strings.Builder
	white, sign := 1-v.Value, -1.0
	if side == game.White {
		white, sign = v.Value, 1
	}
	if symmetry == "all" {
		symmetry = "0"
	}
	fmt.Fprintf(&b, "symmetry %s\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult 0.000000\n", symmetry, white, 1-white)
	fmt.Fprintf(&b, "whiteLead %.3f\npolicy\n", sign*v.Lead)
	c.writePoints(&b, func(p int) string {
		if v.Policy[p] < 0 {
			return "     NAN"
		}
		return fmt.Sprintf("%8.6f", v.Policy[p])
	})
	fmt.Fprintf(&b, "policyPass %8.6f\nwhiteOwnership\n", v.Policy[len(v.Policy)-1])
	c.writePoints(&b, func(p int) string { return fmt.Sprintf("%10.7f", 0-v.Ownership[p]) })
	return b.String()
}

// writePoints writes a number for each point: on grids row by row from the top, on other boards in one line.
func (c *call) writePoints(b *strings.Builder, number func(p int) string) {
	width, _, ok := c.board.Grid()
	if !ok {
		width = c.board.Len()
	}
	for p := range c.board.Len() {
		b.WriteString(number(p))
		if b.WriteByte(' '); (p+1)%width == 0 {
			b.WriteByte('\n')
		}
	}
}
