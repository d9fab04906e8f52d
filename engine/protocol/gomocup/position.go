package gomocup

import (
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// maxWon bounds how many winning lines one BOARD may hold.
const maxWon = 64

// position returns the game with the side of the given colour to move. Lines
// that have won already are taken out of the game: in a continuous game it goes
// on without their points, and in any other an engine that is asked for a move
// answers all the same.
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

// arrange puts stones on a board: as the game was played if they lie in such an
// order, else as they might have been played, else as they lie. Where a line has
// won, the position is over, perhaps before all stones lie there.
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

// playToWin plays the stones in any order until a line has won, and says whether
// that has happened: stones among which one has cannot be set up.
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

// game returns rules and board as set; opening is a further option of the rules.
func (s *server) game(opening string) (game.Rules, *board.Board, error) {
	rules, err := s.cfg.Rules(s.settings.rules() + opening)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.cfg.Board(s.table.spec())
	return rules, b, err
}

// replay plays the stones as moves and says whether they all could be played.
// The last may have ended the game.
func replay(pos game.Position, stones []game.Placed, toPlay game.Color) bool {
	for _, st := range stones {
		if pos.ToPlay() != st.Color || pos.Play(game.Place(st.Point)) != nil {
			return false
		}
	}
	return pos.ToPlay() == toPlay || pos.Outcome().Over
}

// interleave puts the stones in an order of alternating colours, Black's first,
// as far as there are stones of both.
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
