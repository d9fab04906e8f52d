package gtp

import (
	"fmt"
	"strings"

	"moyo/engine"
	"moyo/game"
)

// dead asks the engine for the dead stones; none where it does not tell.
func (c *call) dead() ([]game.Point, error) {
	judge, ok := c.cfg.Engine.(engine.DeadStones)
	if !ok {
		return nil, nil
	}
	return judge.Dead(c.ctx, c.pos)
}

// outcome counts the position, or returns what its rules say where nothing is
// counted.
func (c *call) outcome() (game.Outcome, error) {
	scorer, ok := c.pos.(game.Scorer)
	if !ok {
		return c.pos.Outcome(), nil
	}
	dead, err := c.dead()
	if err != nil {
		return game.Outcome{}, err
	}
	return scorer.Score(dead).Outcome(), nil
}

func finalScore(c *call) (string, error) {
	out, err := c.outcome()
	switch {
	case err != nil:
		return "", err
	case !out.Over:
		return "", errScore
	}
	return out.String(), nil
}

// finalStatusList lists stones that are alive or dead, a chain to a line, or
// points of territory. Stones in seki are among those alive.
func finalStatusList(c *call) (string, error) {
	if len(c.args) != 1 {
		return "", errSyntax
	}
	scorer, ok := c.pos.(game.Scorer)
	if !ok {
		return "", errScore
	}
	dead, err := c.dead()
	if err != nil {
		return "", err
	}
	isDead := make([]bool, c.board.Len())
	for _, p := range dead {
		isDead[p] = true
	}
	switch c.args[0] {
	case "seki":
		return "", nil
	case "dead":
		return c.chains(func(p game.Point) bool { return isDead[p] }), nil
	case "alive":
		return c.chains(func(p game.Point) bool { return !isDead[p] }), nil
	}
	owner, ok := map[string]game.Color{"black_territory": game.Black, "white_territory": game.White, "dame": game.Empty}[c.args[0]]
	if !ok {
		return "", fmt.Errorf("unknown status %.20q", c.args[0])
	}
	score := scorer.Score(dead)
	var points []game.Point
	for p := range game.Point(c.board.Len()) {
		if score.Owner[p] == owner && (c.pos.At(p) == game.Empty || isDead[p]) {
			points = append(points, p)
		}
	}
	return c.verts.list(points, " "), nil
}

// chains lists the stones that fit, a chain to a line.
func (c *call) chains(fits func(game.Point) bool) string {
	chainer, _ := c.pos.(game.Chainer)
	seen := make([]bool, c.board.Len())
	var lines []string
	for p := range game.Point(c.board.Len()) {
		if c.pos.At(p) == game.Empty || seen[p] || !fits(p) {
			continue
		}
		stones := []game.Point{p}
		if chainer != nil {
			stones, _ = chainer.Chain(p)
		}
		for _, q := range stones {
			seen[q] = true
		}
		lines = append(lines, c.verts.list(stones, " "))
	}
	return strings.Join(lines, "\n")
}
