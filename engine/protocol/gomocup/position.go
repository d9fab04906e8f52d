package gomocup

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// maxWon bounds the number of won lines on a BOARD.
const maxWon = 64

// position returns the game with the side of the given colour to move. It
// removes lines that have won from the game: a continuous game continues
// without their points, and in any other game the engine still answers a
// request for a move.
func (s *server) position(own, toPlay game.Color) (game.Position, error) {
	s.table.finished = nil
	for range maxWon {
		rules, b, err := s.game("")
		if err != nil {
			return nil, err
		}
		pos, err := arrange(rules, b, s.table.placed(b, own), toPlay)
		if err != nil {
			return nil, err
		}
		w, ok := pos.(game.Won)
		if !ok || len(w.Figure()) == 0 {
			return pos, nil
		}
		s.table.retire(b, w.Figure())
	}
	return nil, fmt.Errorf("more than %d finished lines", maxWon)
}

// arrange puts stones on a board: in the order of play if possible, otherwise in
// another legal order, otherwise as a setup. If a line has won, the position is
// over, perhaps before all stones are on the board.
func arrange(rules game.Rules, b *board.Board, stones []game.Placed, toPlay game.Color) (game.Position, error) {
	for _, order := range [][]game.Placed{stones, interleave(stones)} {
		pos, err := rules.New(b)
		if err != nil {
			return nil, err
		}
		if replay(pos, order, toPlay) {
			return pos, nil
		}
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	setter, ok := pos.(game.Setter)
	if !ok {
		return nil, fmt.Errorf("these stones cannot have been played by %s", rules.ID())
	}
	if err := setter.Set(stones, toPlay); err != nil && !playToWin(pos, stones) {
		return nil, err
	}
	return pos, nil
}

// playToWin plays the stones in any order until a line has won, and reports
// whether one has: a setup must not contain a won line.
func playToWin(pos game.Position, stones []game.Placed) bool {
	turner, ok := pos.(game.Turner)
	if !ok {
		return false
	}
	for {
		var later []game.Placed // forbidden for now
		for _, st := range stones {
			turner.SetToPlay(st.Color)
			if pos.Play(game.Place(st.Point)) != nil {
				later = append(later, st)
			}
			if pos.Outcome().Over {
				return pos.Outcome().Winner != game.Empty
			}
		}
		if len(later) == len(stones) {
			return false
		}
		stones = later
	}
}

// game returns the current rules and board; opening is a further option of the rules.
func (s *server) game(opening string) (game.Rules, *board.Board, error) {
	rules, err := s.cfg.Rules(s.settings.rules() + opening)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.cfg.Board(s.table.spec())
	return rules, b, err
}

// replay plays the stones as moves and reports whether all were legal. The last
// may have ended the game.
func replay(pos game.Position, stones []game.Placed, toPlay game.Color) bool {
	for _, st := range stones {
		if pos.ToPlay() != st.Color || pos.Play(game.Place(st.Point)) != nil {
			return false
		}
	}
	return pos.ToPlay() == toPlay || pos.Outcome().Over
}

// interleave sorts the stones into alternating colours, Black's first, while
// both colours are left.
func interleave(stones []game.Placed) []game.Placed {
	rest := slices.Clone(stones)
	order := make([]game.Placed, 0, len(stones))
	for want := game.Black; len(rest) > 0; want = want.Other() {
		i := max(slices.IndexFunc(rest, func(st game.Placed) bool { return st.Color == want }), 0)
		order = append(order, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	return order
}
