// Package slow solves small problems of life and death by brute force. It lists every reachable
// state of the game of docs/tsumego.md, and finds the winner of each by a fixed point. Tests use it
// as a second implementation. It is simple, and shares nothing with the search or the checker of
// proofs.
package slow

import (
	"errors"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// Problem is a position with the goals of both sides, as in package tsumego.
type Problem struct {
	Board    *board.Board
	Stones   []game.Color // a colour for each point
	ToPlay   game.Color
	Defender game.Color
	Ko       game.Point   // forbidden at first, or board.None
	Targets  []game.Point // empty: every group of the defender in the region
	Region   []game.Point // not empty
}

// Unlimited represents threats that are not used up.
const Unlimited = 255

// ErrTooLarge is the error for a problem with too many states.
var ErrTooLarge = errors.New("too many states")

// Pass is the pass, among moves that are points of the board.
const Pass = game.Pass

// field is a problem with the points of the region numbered from 0.
type field struct {
	points   []game.Point
	near     [][]int
	outside  [][]game.Color // the colours of each point's neighbours outside the region
	defender game.Color
	targets  []int // empty: the region must be cleared
}

// state is a state of the game. Its key is a string: see key.
type state struct {
	stones       []game.Color
	turn         game.Color
	ban          int // number of a point, or -1
	black, white uint8
	gone         uint8 // a bit for each captured target; or the number of times that the region was cleared
}

// newField returns the numbered form of p and its initial state, without threats.
func newField(p *Problem) (*field, *state, error) {
	f := &field{points: slices.Clone(p.Region), defender: p.Defender}
	slices.Sort(f.points)
	s := &state{turn: p.ToPlay, ban: slices.Index(f.points, p.Ko)}
	for _, q := range f.points {
		var near []int
		var outside []game.Color
		for _, n := range p.Board.Neighbors(q) {
			if i := slices.Index(f.points, n); i >= 0 {
				near = append(near, i)
			} else {
				outside = append(outside, p.Stones[n])
			}
		}
		f.near, f.outside = append(f.near, near), append(f.outside, outside)
		s.stones = append(s.stones, p.Stones[q])
	}
	for _, q := range p.Targets {
		f.targets = append(f.targets, slices.Index(f.points, q))
	}
	if len(p.Targets) == 0 && f.wayOut() {
		f.targets = f.chainsInDanger(s)
		if len(f.targets) == 0 {
			return nil, nil, errors.New("no chain is in question")
		}
	}
	if len(f.targets) > 8 || slices.Contains(f.targets, -1) {
		return nil, nil, fmt.Errorf("targets %v: want at most 8 in the region", f.targets)
	}
	return f, s, nil
}

// InQuestion returns a stone of each chain that the attacker must capture; none if the region must
// be cleared instead.
func (p *Problem) InQuestion() ([]game.Point, error) {
	f, _, err := newField(p)
	if err != nil {
		return nil, err
	}
	var stones []game.Point
	for _, i := range f.targets {
		stones = append(stones, f.points[i])
	}
	return stones, nil
}

// wayOut reports whether a point of the region is next to an empty point or a defender's stone
// outside.
func (f *field) wayOut() bool {
	for _, colors := range f.outside {
		if slices.Contains(colors, game.Empty) || slices.Contains(colors, f.defender) {
			return true
		}
	}
	return false
}

// chainsInDanger returns one stone of each chain of the defender that does not reach outside.
func (f *field) chainsInDanger(s *state) []int {
	var first []int
	met := map[int]bool{}
	for i, c := range s.stones {
		if c != f.defender || met[i] {
			continue
		}
		stones, _, safe := f.look(s.stones, i)
		for _, j := range stones {
			met[j] = true
		}
		if !safe {
			first = append(first, i)
		}
	}
	return first
}

// look returns the stones of the chain at i, its liberties in the region, and
// whether it reaches outside.
func (f *field) look(stones []game.Color, i int) (chain, liberties []int, safe bool) {
	chain = []int{i}
	for k := 0; k < len(chain); k++ {
		for _, c := range f.outside[chain[k]] {
			safe = safe || c == game.Empty || c == stones[i]
		}
		for _, j := range f.near[chain[k]] {
			switch stones[j] {
			case stones[i]:
				if !slices.Contains(chain, j) {
					chain = append(chain, j)
				}
			case game.Empty:
				if !slices.Contains(liberties, j) {
					liberties = append(liberties, j)
				}
			}
		}
	}
	return chain, liberties, safe
}

// threats returns the number of threats of the side to move.
func (s *state) threats() *uint8 {
	if s.turn == game.Black {
		return &s.black
	}
	return &s.white
}

// passed returns the state after a pass.
func (f *field) passed(s *state) *state {
	next := *s
	next.turn, next.ban = s.turn.Other(), -1
	return &next
}

// played returns the state after a stone on i, or nil for an illegal move.
func (f *field) played(s *state, i int) *state {
	if s.stones[i] != game.Empty {
		return nil
	}
	next := *s
	if i == s.ban {
		left := next.threats()
		if *left == 0 {
			return nil
		}
		if *left != Unlimited {
			*left--
		}
	}
	next.stones = slices.Clone(s.stones)
	next.stones[i] = s.turn
	var captured []int
	for _, j := range f.near[i] {
		if next.stones[j] != s.turn.Other() || slices.Contains(captured, j) {
			continue
		}
		if chain, liberties, safe := f.look(next.stones, j); len(liberties) == 0 && !safe {
			captured = append(captured, chain...)
		}
	}
	for _, j := range captured {
		next.stones[j] = game.Empty
	}
	chain, liberties, safe := f.look(next.stones, i)
	if len(liberties) == 0 && !safe {
		return nil
	}
	next.ban = -1
	if len(captured) == 1 && len(chain) == 1 && len(liberties) == 1 && !safe {
		next.ban = captured[0]
	}
	next.turn = s.turn.Other()
	if s.turn != f.defender && len(captured) > 0 {
		f.count(&next, captured)
	}
	return &next
}

// count records what the attacker has captured.
func (f *field) count(s *state, captured []int) {
	for t, i := range f.targets {
		if slices.Contains(captured, i) {
			s.gone |= 1 << t
		}
	}
	if len(f.targets) == 0 && !slices.Contains(s.stones, f.defender) {
		s.gone++
	}
}

// over reports whether the attacker has won.
func (f *field) over(s *state) bool {
	if len(f.targets) > 0 {
		return int(s.gone) == 1<<len(f.targets)-1
	}
	return s.gone == 2 || s.turn != f.defender && !slices.Contains(s.stones, f.defender)
}

// key returns everything that distinguishes s from other states.
func (s *state) key() string {
	b := make([]byte, 0, len(s.stones)+5)
	for _, c := range s.stones {
		b = append(b, byte(c))
	}
	return string(append(b, byte(s.turn), byte(s.ban+1), s.black, s.white, s.gone))
}
