package generate

import (
	"slices"

	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// tidied removes unnecessary stones: without them the problem is as modest, and has the same answer. It tries
// lone stones and small chains, but not targets and the attacker's large chains.
func (r *reader) tidied(p *tsumego.Problem, a *life.Answer) (*tsumego.Problem, error) {
	now := *p
	tried := map[game.Point]bool{}
	for q := range game.Point(len(p.Stones)) {
		if now.Stones[q] == game.Empty || tried[q] {
			continue
		}
		chain, _ := chainOf(p.Board, now.Stones, q)
		for _, m := range chain {
			tried[m] = true
		}
		if len(chain) > mostIdle || slices.ContainsFunc(p.Target, func(t game.Point) bool { return slices.Contains(chain, t) }) {
			continue
		}
		without := now
		without.Stones = slices.Clone(now.Stones)
		for _, m := range chain {
			without.Stones[m] = game.Empty
		}
		ok, err := r.idle(&without, a)
		if err != nil {
			return nil, err
		}
		if ok {
			now = without
		}
	}
	return &now, nil
}

// mostIdle is the largest chain to remove.
const mostIdle = 2

// idle reports whether a problem still has the answer after stones were removed, and is stable.
func (r *reader) idle(p *tsumego.Problem, a *life.Answer) (bool, error) {
	if p.Check() != nil {
		return false, nil
	}
	ok, err := r.same(p, a)
	if ok {
		ok, err = r.stands(p, a)
	}
	return ok, err
}
