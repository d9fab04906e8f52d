package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"moyo/engine"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/solve/life/tsumego"

	rules "moyo/game/rules/weiqi"
)

// Sight is how the Go engine's levels do on a problem without solving it: for each level in sightLevels,
// from weak to strong, how many of triesEach moves do not solve it.
type Sight [len(sightLevels)]int

// sightLevels are the levels that are tested, and their playouts.
var sightLevels = [...]struct {
	level    int
	playouts int64
}{{1, 12}, {3, 60}, {5, 100}, {6, 80}, {7, 220}, {8, 800}}

const (
	fifth     = 2       // the index of the fifth level
	triesEach = 3       // tries of each level, with different seeds
	sightSize = 4 << 20 // bytes of a tree
)

// Misled reports whether the fifth level mostly plays a move that does not solve the problem.
func (s *Sight) Misled() bool { return 2*s[fifth] > triesEach }

// MeasureSight lets the levels move in a problem that has a region, and counts the moves that are not in
// first. Playouts, and not time, limit them, and the seeds are fixed. The error is the engine's or
// ctx's.
func MeasureSight(ctx context.Context, p *tsumego.Problem, first []game.Move) (Sight, error) {
	var s Sight
	pos, err := framed(p)
	if err != nil {
		return s, err
	}
	for i, l := range sightLevels {
		e := weiqi.New(weiqi.Options{Level: l.level, Memory: sightSize, Steady: true})
		for seed := range uint64(triesEach) {
			info, err := e.Search(ctx, pos, engine.Limits{Nodes: l.playouts, Threads: 1, Seed: seed + 1}, nil)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return s, err
			}
			if !slices.Contains(first, info.Move) {
				s[i]++
			}
		}
	}
	return s, nil
}

// framed returns a position in which only the problem is open. Everything beyond the region is the attacker's,
// except two eyes and liberties of the defender's, and with the komi the game depends on the target's life. If
// the board has no room for that, it is the problem's position.
func framed(p *tsumego.Problem) (game.Position, error) {
	attacker := p.Defender().Other()
	open := eyesBeyond(p)
	in := regionOf(p)
	stones := slices.Clone(p.Stones)
	for i, c := range stones {
		q := game.Point(i)
		if !in[q] && c == game.Empty && q != open[0] && q != open[1] && !besideStone(p, q, p.Defender()) {
			stones[q] = attacker
		}
	}
	r := rules.Default()
	r.Komi = float64(len(p.Stones)) - float64(stake(p)) - 0.5
	if attacker == game.White {
		r.Komi = -r.Komi
	}
	pos, err := r.New(p.Board)
	if err != nil {
		return nil, err
	}
	set, ok := pos.(game.Setter)
	if !ok {
		return nil, fmt.Errorf("problem %s: positions of %s cannot be set up", p.ID, r.ID())
	}
	if set.Set(listed(stones), p.ToPlay) == nil {
		return pos, nil
	}
	return pos, set.Set(listed(p.Stones), p.ToPlay) // no room for a frame
}

// listed returns the stones of a board as a list.
func listed(stones []game.Color) []game.Placed {
	var list []game.Placed
	for q, c := range stones {
		if c != game.Empty {
			list = append(list, game.Placed{Point: game.Point(q), Color: c})
		}
	}
	return list
}

// besideStone reports whether a point is next to a stone of a side's.
func besideStone(p *tsumego.Problem, q game.Point, c game.Color) bool {
	return slices.ContainsFunc(p.Board.Neighbors(q), func(n game.Point) bool { return p.Stones[n] == c })
}

// stake returns the least value of the target's life, in points.
func stake(p *tsumego.Problem) int {
	n := 0
	for _, t := range p.Target {
		chain, _ := chainOf(p.Board, p.Stones, t)
		n += len(chain)
	}
	return n
}

func regionOf(p *tsumego.Problem) map[game.Point]bool {
	in := make(map[game.Point]bool, len(p.Region))
	for _, q := range p.Region {
		in[q] = true
	}
	return in
}

// eyesBeyond returns two points far from the region that are not neighbours, or -1.
func eyesBeyond(p *tsumego.Problem) [2]game.Point {
	steps := p.Steps(p.Region, func(game.Point) bool { return true })
	eyes := [2]game.Point{-1, -1}
	for i := range eyes {
		best := 1
		for q, n := range steps {
			if n > best && p.Stones[q] == game.Empty && !nextTo(p, eyes[0], game.Point(q)) {
				best, eyes[i] = n, game.Point(q)
			}
		}
	}
	return eyes
}

// nextTo reports whether two points, or the points between them, touch.
func nextTo(p *tsumego.Problem, a, b game.Point) bool {
	if a < 0 {
		return false
	}
	n := p.Steps([]game.Point{a}, func(game.Point) bool { return true })[b]
	return n >= 0 && n < 3
}
