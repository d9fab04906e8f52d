package proof

import (
	"errors"
	"fmt"
	"math/bits"

	"moyo/board"
	"moyo/game"
)

// stones returns the stones of the side to move and those of the other.
func (s *State) stones() (mine, yours uint64) {
	if s.ToPlay == game.White {
		return s.White, s.Black
	}
	return s.Black, s.White
}

func (s *State) empty(g *ground) uint64 { return g.all() &^ (s.Black | s.White) }

// chain returns the stones connected with seed.
func (g *ground) chain(seed, stones uint64) uint64 {
	whole := seed
	for fresh := seed; fresh != 0; {
		around := g.around(fresh)
		fresh = around & stones &^ whole
		whole |= fresh
	}
	return whole
}

// around returns all neighbours of the points of a set.
func (g *ground) around(set uint64) uint64 {
	near := uint64(0)
	for ; set != 0; set &= set - 1 {
		near |= g.near[bits.TrailingZeros64(set)]
	}
	return near
}

// play places a stone on p for the side to move. ok is false if the rules with simple ko forbid it.
// won reports that it makes a row.
func (g *ground) play(s *State, p game.Point) (next State, won, ok bool) {
	if p < 0 || int(p) >= g.points || s.empty(g)>>p&1 == 0 || s.Ko == p {
		return State{}, false, false
	}
	stone := uint64(1) << p
	mine, yours := s.stones()
	mine |= stone
	ko := board.None
	if g.rules.captures {
		var taken uint64
		taken, ko, ok = g.capture(mine, yours, p)
		if !ok {
			return State{}, false, false
		}
		yours &^= taken
	}
	for _, row := range g.through[p] {
		won = won || row&^mine == 0
	}
	next = State{Black: mine, White: yours, Ko: ko, ToPlay: s.ToPlay.Other()}
	if s.ToPlay == game.White {
		next.Black, next.White = yours, mine
	}
	return next, won, true
}

// capture returns the captures of the stone on p, one of mine, and the point that simple ko then
// forbids. ok is false for suicide.
func (g *ground) capture(mine, yours uint64, p game.Point) (taken uint64, ko game.Point, ok bool) {
	stone := uint64(1) << p
	empty := g.all() &^ (mine | yours)
	for rest := g.near[p] & yours; rest != 0; {
		chain := g.chain(rest&-rest, yours)
		rest &^= chain
		if g.around(chain)&empty == 0 {
			taken |= chain
		}
	}
	if taken == 0 && g.near[p]&empty == 0 { // otherwise it has a liberty of its own
		own := g.chain(stone, mine)
		return 0, board.None, g.around(own)&empty != 0
	}
	ko = board.None
	if bits.OnesCount64(taken) == 1 && g.near[p]&mine == 0 && g.near[p]&(empty|taken) == taken {
		ko = game.Point(bits.TrailingZeros64(taken))
	}
	return taken, ko, true
}

// pass passes. It must be allowed, and not the second pass in a row.
func pass(s *State) State {
	return State{Black: s.Black, White: s.White, Ko: board.None, ToPlay: s.ToPlay.Other(), Passed: true}
}

// winsAtOnce returns a move that makes a row for the side to move.
func (g *ground) winsAtOnce(s *State) (game.Point, bool) {
	mine, _ := s.stones()
	for rest := s.empty(g); rest != 0; rest &= rest - 1 {
		p := game.Point(bits.TrailingZeros64(rest))
		for _, row := range g.through[p] {
			if row&^mine != 1<<p {
				continue
			}
			if _, won, ok := g.play(s, p); ok && won {
				return p, true
			}
			break
		}
	}
	return board.None, false
}

// blocked reports whether the side to move can place no stone.
func (g *ground) blocked(s *State) bool {
	for rest := s.empty(g); rest != 0; rest &= rest - 1 {
		if _, _, ok := g.play(s, game.Point(bits.TrailingZeros64(rest))); ok {
			return false
		}
	}
	return true
}

// validate refuses states in which no game could continue.
func (g *ground) validate(s *State) error {
	switch {
	case s.Black&s.White != 0:
		return errors.New("black and white stones on one point")
	case (s.Black|s.White)&^g.all() != 0:
		return errors.New("stones beyond the board")
	case s.ToPlay != game.Black && s.ToPlay != game.White:
		return errors.New("no side is to move")
	case s.Ko < board.None || int(s.Ko) >= g.points || s.Ko >= 0 && s.empty(g)>>s.Ko&1 == 0:
		return fmt.Errorf("ko at %d, which is not an empty point", s.Ko)
	case s.Ko >= 0 && (s.Passed || !g.rules.captures):
		return errors.New("a ko that is not possible")
	case s.Passed && !g.rules.pass:
		return errors.New("a pass that is not allowed")
	}
	for _, stones := range [2]uint64{s.Black, s.White} {
		for _, row := range g.rows {
			if row&^stones == 0 {
				return errors.New("a side has already won")
			}
		}
		for rest := stones; rest != 0 && g.rules.captures; {
			chain := g.chain(rest&-rest, stones)
			if rest &^= chain; g.around(chain)&s.empty(g) == 0 {
				return fmt.Errorf("the chain at %s has no liberty", g.b.Name(game.Point(bits.TrailingZeros64(chain))))
			}
		}
	}
	return nil
}
