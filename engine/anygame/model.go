package anygame

import (
	"math/rand/v2"
	"sync/atomic"

	"moyo/board"
	"moyo/engine/mcts"
	"moyo/game"
)

// model is a game as the tree search sees it.
type model struct {
	near  bool // prefers points near stones
	sharp bool // checks for immediate wins
}

// Root implements mcts.Model.
func (m model) Root(pos game.Position, stop *atomic.Bool) (mcts.Root, error) {
	return &root{model: m, pos: pos.Clone(), stop: stop}, nil
}

// root is a position being searched.
type root struct {
	model
	pos  game.Position // never changed
	stop *atomic.Bool
}

// State implements mcts.Root.
func (r *root) State(seed uint64) mcts.State {
	s := &state{root: r, pos: r.pos.Clone(), rng: *rand.NewPCG(seed, 0x6d6f796f), points: make([]game.Point, 0, r.pos.Board().Len())}
	s.capturer, _ = s.pos.(game.Capturer)
	s.faller, _ = s.pos.(game.Faller)
	return s
}

// Shortcut implements mcts.Root: it plays an immediate win without search.
func (r *root) Shortcut() (game.Move, float64, bool) {
	if !r.sharp {
		return game.NoMove, 0, false
	}
	for _, m := range r.pos.LegalMoves(nil) {
		if wins(r.pos, m) {
			return m, 1, true
		}
	}
	return game.NoMove, 0, false
}

// wins reports whether the legal move m wins the game for the player who makes it.
func wins(pos game.Position, m game.Move) bool {
	player := game.Player(pos)
	if pos.Play(m) != nil {
		return false
	}
	won := winner(pos) == player
	pos.Undo()
	return won
}

// winner returns the player who has won, or Empty. In some openings players and
// colours differ; the search uses players throughout.
func winner(pos game.Position) game.Color {
	if w := pos.Outcome().Winner; w != game.Empty {
		return game.Holder(pos, w)
	}
	return game.Empty
}

// state is a position that a thread moves along the tree and through playouts.
// It goes back by undoing moves, without copies.
type state struct {
	*root
	pos      game.Position
	depth    int // moves since the root
	rng      rand.PCG
	capturer game.Capturer // pos if the game has captures, else nil
	faller   game.Faller   // pos if stones fall, else nil
	points   []game.Point  // scratch: points that a playout has not tried yet
	moves    []game.Move   // scratch
	threats  []game.Move   // scratch
	close    []bool        // scratch: near a stone
}

// Reset implements mcts.State.
func (s *state) Reset() { s.back(0) }

// back undoes moves until depth are left.
func (s *state) back(depth int) {
	for ; s.depth > depth; s.depth-- {
		s.pos.Undo()
	}
}

// ToPlay implements mcts.State. It returns the player.
func (s *state) ToPlay() game.Color { return game.Player(s.pos) }

// Play implements mcts.State.
func (s *state) Play(m game.Move) {
	if s.pos.Play(m) == nil {
		s.depth++
	}
}

// Terminal implements mcts.State.
func (s *state) Terminal() bool { return s.pos.Outcome().Over }

// The priors, in visits: every move as if it had won half of some games, and
// slightly more near stones.
const (
	evenVisits = 10
	nearVisits = 10
	nearWins   = 6.5
	farWins    = 4.5
)

// Expand implements mcts.State.
func (s *state) Expand(buf []mcts.Child) []mcts.Child {
	s.moves = s.pos.LegalMoves(s.moves[:0])
	if s.sharp {
		s.moves = s.sharpen(s.moves)
	}
	s.findClose()
	for _, m := range s.moves {
		c := mcts.Child{Move: m, Visits: evenVisits, Wins: evenVisits / 2}
		if s.near && m >= 0 {
			c.Visits += nearVisits
			c.Wins += farWins
			if s.close[m] {
				c.Wins += nearWins - farWins
			}
		}
		buf = append(buf, c)
	}
	return buf
}

// sharpen reduces the legal moves to one that wins immediately, or to the
// defences against all immediate wins of the opponent. If neither exists, all
// moves remain. Games without passes have no threats in this sense.
func (s *state) sharpen(moves []game.Move) []game.Move {
	for _, m := range moves {
		if wins(s.pos, m) {
			return append(moves[:0], m)
		}
	}
	if s.findThreats(moves); len(s.threats) == 0 {
		return moves
	}
	safe := 0
	for i, m := range moves {
		if s.stops(m) {
			moves[safe], moves[i] = m, moves[safe]
			safe++
		}
	}
	if safe == 0 {
		return moves
	}
	return moves[:safe]
}

// findThreats finds the moves that would win for the opponent now. It ignores points
// where only the opponent may play: the search sees such a threat a move later.
func (s *state) findThreats(moves []game.Move) {
	s.threats = s.threats[:0]
	clone := s.pos.Clone()
	t, ok := clone.(game.Turner)
	if !ok || clone.ToPlay() == game.Empty {
		return
	}
	t.SetToPlay(clone.ToPlay().Other())
	if game.Player(clone) == game.Player(s.pos) {
		return // an opening, which has no threats
	}
	for _, m := range moves {
		if clone.Check(m) == game.Legal && wins(clone, m) {
			s.threats = append(s.threats, m)
		}
	}
}

// stops reports whether no threat is left after m.
func (s *state) stops(m game.Move) bool {
	if s.pos.Play(m) != nil {
		return false
	}
	defer s.pos.Undo()
	for _, threat := range s.threats {
		if s.pos.Check(threat) == game.Legal && wins(s.pos, threat) {
			return false
		}
	}
	return true
}

// findClose marks the points within one step along an edge of a stone, or within
// two along a line.
func (s *state) findClose() {
	b := s.pos.Board()
	if s.close == nil {
		s.close = make([]bool, b.Len())
	}
	clear(s.close)
	lines := b.Lines()
	for p := range game.Point(b.Len()) {
		if s.pos.At(p) == game.Empty {
			continue
		}
		for _, q := range b.Neighbors(p) {
			s.close[q] = true
		}
		for d := 0; lines != nil && d < lines.Dirs; d++ {
			at := board.Step{To: p, Dir: int8(d)}
			for range 2 {
				if at = lines.Next(at.To, int(at.Dir)); at.To == board.None {
					break
				}
				s.close[at.To] = true
			}
		}
	}
}
