package anygame

import (
	"moyo/board"
	"moyo/game"
)

// stopEvery is how many moves a playout makes between checks of the stop flag.
const stopEvery = 16

// Rollout implements mcts.State: random moves to the end, or a draw after too
// many, and back to where it began.
func (s *state) Rollout(first []game.Color) (value float64, ok bool) {
	from := s.depth
	defer s.back(from)
	limit := 3*len(first) + 20
	s.gather()
	for ply := range limit {
		if s.pos.Outcome().Over {
			return s.value(), true
		}
		if ply%stopEvery == 0 && s.stop.Load() {
			return 0, false
		}
		player := game.Player(s.pos)
		m := s.random()
		if m == game.NoMove {
			break
		}
		if m >= 0 && first[m] == game.Empty {
			first[m] = player
		}
	}
	return s.value(), true
}

// value is the value of the position for the player Black; half if the game has
// not ended.
func (s *state) value() float64 {
	switch winner(s.pos) {
	case game.Black:
		return 1
	case game.White:
		return 0
	}
	return 0.5
}

// gather lists the empty points.
func (s *state) gather() {
	s.points = s.points[:0]
	for p := range game.Point(s.pos.Board().Len()) {
		if s.pos.At(p) == game.Empty {
			s.points = append(s.points, p)
		}
	}
}

// random plays a random legal move, points first, and returns it; NoMove if no
// move is legal. It tries points one after the other, so that it need not list
// the legal ones.
func (s *state) random() game.Move {
	taken := s.taken()
	for left := len(s.points); left > 0; left-- {
		i := s.below(left)
		p := s.points[i]
		s.points[i] = s.points[left-1]
		s.points[left-1] = p
		at := s.landing(p)
		if at == board.None || s.pos.Play(game.Place(at)) != nil {
			continue
		}
		s.depth++
		switch {
		case s.taken() != taken:
			s.gather() // captures have made room
		case s.faller == nil:
			last := len(s.points) - 1
			s.points[left-1] = s.points[last]
			s.points = s.points[:last]
		}
		return game.Place(at)
	}
	return s.other()
}

// landing returns where a stone on p comes to rest.
func (s *state) landing(p game.Point) game.Point {
	if s.faller == nil {
		return p
	}
	return s.faller.Landing(p)
}

// taken returns the number of captured stones.
func (s *state) taken() int {
	if s.capturer == nil {
		return 0
	}
	return s.capturer.Captures(game.Black) + s.capturer.Captures(game.White)
}

// other plays one of the legal moves if no point of the list is legal: a pass
// or a choice.
func (s *state) other() game.Move {
	s.moves = s.pos.LegalMoves(s.moves[:0])
	if len(s.moves) == 0 {
		return game.NoMove
	}
	m := s.moves[s.below(len(s.moves))]
	s.Play(m)
	return m
}

// below returns a random number from 0 to n-1.
func (s *state) below(n int) int { return int(s.rng.Uint64() >> 32 * uint64(n) >> 32) }
