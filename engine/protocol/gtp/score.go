package gtp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"moyo/engine"
	"moyo/game"
)

// dead asks the engine for the dead stones. It returns none if the engine does
// not support that, or if the rules count the board as it is.
func (c *call) dead() ([]game.Point, error) {
	judge, ok := c.cfg.Engine.(engine.DeadStones)
	if !ok || c.asItStands() {
		return nil, nil
	}
	return judge.Dead(c.ctx, c.pos)
}

// asItStands reports whether every stone on the board counts as alive, as by
// Tromp-Taylor rules. Territory cannot be counted so: the side that had to
// capture dead stones would pay for it.
func (s *session) asItStands() bool {
	score, _ := option(s.rules.ID(), "score")
	return s.stands && score == "area"
}

// outcome scores the position, or returns the rules' own outcome if nothing is
// scored.
func (c *call) outcome() (game.Outcome, error) {
	scorer, ok := c.pos.(game.Scorer)
	if !ok {
		return c.pos.Outcome(), nil
	}
	dead, err := c.dead()
	if err != nil {
		return game.Outcome{}, err
	}
	score, err := c.scored(scorer, dead)
	if err != nil {
		return game.Outcome{}, err
	}
	out := c.withKomi(score).Outcome()
	out.Margin = math.Round(out.Margin*1e6) / 1e6 // a komi such as 7.1 has no exact binary form
	return out, nil
}

// scored scores the position without the dead stones and, if the rules require it, without the points in seki.
func (c *call) scored(scorer game.Scorer, dead []game.Point) (game.Score, error) {
	score := scorer.Score(dead)
	if c.taxed {
		seki, err := c.seki(dead)
		if err != nil {
			return game.Score{}, err
		}
		c.tax(&score, c.set(dead), c.set(seki))
	}
	return score, nil
}

// tax makes the regions next to stones in seki neutral, as in the Japanese rules of 1989 (article 8).
func (s *session) tax(score *game.Score, dead, seki []bool) {
	empty := func(p game.Point) bool { return score.Owner[p] != game.Empty && (s.pos.At(p) == game.Empty || dead[p]) }
	for p := range game.Point(len(seki)) {
		if !seki[p] {
			continue
		}
		region := slices.DeleteFunc(slices.Clone(s.board.Neighbors(p)), func(q game.Point) bool { return !empty(q) })
		for ; len(region) > 0; region = region[1:] {
			q := region[0]
			side := score.Owner[q]
			if side == game.Empty {
				continue
			}
			score.Owner[q] = game.Empty
			score.Territory[side]--
			if side == game.Black {
				score.Black--
			} else {
				score.White--
			}
			for _, n := range s.board.Neighbors(q) {
				if empty(n) {
					region = append(region, n)
				}
			}
		}
	}
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

// seki asks the engine for the stones that live in seki; none if the engine
// does not support that.
func (c *call) seki(dead []game.Point) ([]game.Point, error) {
	judge, ok := c.cfg.Engine.(engine.SekiStones)
	if !ok {
		return nil, nil
	}
	return judge.Seki(c.ctx, c.pos, dead)
}

// set returns the points as a set, by point.
func (s *session) set(points []game.Point) []bool {
	is := make([]bool, s.board.Len())
	for _, p := range points {
		is[p] = true
	}
	return is
}

// finalStatusList lists stones that are alive, in seki or dead, one chain per
// line, each in one of the lists, or points of territory.
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
	isDead := c.set(dead)
	switch c.args[0] {
	case "seki", "alive":
		seki, err := c.seki(dead)
		if err != nil {
			return "", err
		}
		inSeki, asked := c.set(seki), c.args[0] == "seki"
		return c.chains(func(p game.Point) bool { return !isDead[p] && inSeki[p] == asked }), nil
	case "dead":
		return c.chains(func(p game.Point) bool { return isDead[p] }), nil
	}
	owner, ok := map[string]game.Color{"black_territory": game.Black, "white_territory": game.White, "dame": game.Empty}[c.args[0]]
	if !ok {
		return "", fmt.Errorf("unknown status %.20q", c.args[0])
	}
	score, err := c.scored(scorer, dead)
	if err != nil {
		return "", err
	}
	var points []game.Point
	for p := range game.Point(c.board.Len()) {
		if score.Owner[p] == owner && (c.pos.At(p) == game.Empty || isDead[p]) {
			points = append(points, p)
		}
	}
	return c.verts.List(points, " "), nil
}

// chains lists the stones that fit, one chain per line.
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
		lines = append(lines, c.verts.List(stones, " "))
	}
	return strings.Join(lines, "\n")
}
