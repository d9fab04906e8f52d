package match

import (
	"time"

	"moyo/game"
)

// Version returns the number of events so far.
func (m *Match) Version() int { return m.version }

// Phase returns the stage of the game.
func (m *Match) Phase() Phase { return m.phase }

// Setup returns what the game is made of, with the seats as they are now.
func (m *Match) Setup() Setup { return m.setup }

// Seat returns the seat of the player Black or White, who may have got the other
// colour since: m.Seat(m.Holder(game.Black)) is who has the black stones.
func (m *Match) Seat(c game.Color) Seat { return *m.seat(c) }

// Call changes what the player Black or White is called from now on, and how strong
// they are said to have been, to what a seat with the same people says. It is no event: the log keeps what was written when it
// was true, and who replays it calls them so again.
func (m *Match) Call(c game.Color, as Seat) {
	seat := m.seat(c)
	seat.Name, seat.Rank = as.Name, as.Rank
	for i, p := range as.Team {
		seat.Team[i].Name, seat.Team[i].Rank = p.Name, p.Rank
	}
}

// Created returns when the game began to exist.
func (m *Match) Created() time.Time { return m.created }

// Updated returns the time of the last event.
func (m *Match) Updated() time.Time { return m.updated }

// Position returns the position, for reading only: Clone it to think about it.
func (m *Match) Position() game.Position { return m.pos }

// Ply returns the number of moves so far.
func (m *Match) Ply() int { return len(m.pos.Moves()) }

// Turn returns the player whose turn it is, named by their seat; Empty while
// nobody may move. It is not always that of ToPlay while an opening lasts, nor
// after one in which sides were swapped.
func (m *Match) Turn() game.Color {
	if m.phase != Playing {
		return game.Empty
	}
	return game.Player(m.pos)
}

// Holder returns the player who has the stones of colour c as things stand.
func (m *Match) Holder(c game.Color) game.Color { return game.Holder(m.pos, c) }

// colorOf returns the colour of the player's stones as things stand.
func (m *Match) colorOf(player game.Color) game.Color {
	if m.Holder(game.Black) == player {
		return game.Black
	}
	return game.White
}

// DrawOffer returns the player whose offer of a draw stands, or Empty.
func (m *Match) DrawOffer() game.Color { return m.offer }

// Asked returns the player who asks to take moves back, or Empty.
func (m *Match) Asked() game.Color { return m.asked }

// Begun says whether both have moved, so that the game cannot be called off any
// more.
func (m *Match) Begun() bool { return m.begun }

// ToPlay returns the colour of the stones of the next move, Empty while nobody
// may move. Turn says whose move it is.
func (m *Match) ToPlay() game.Color {
	if m.phase != Playing {
		return game.Empty
	}
	return m.pos.ToPlay()
}

// Dead returns the points whose stones are marked dead, ascending.
func (m *Match) Dead() []game.Point {
	var dead []game.Point
	for p, is := range m.dead {
		if is {
			dead = append(dead, game.Point(p))
		}
	}
	return dead
}

// WantsProposal says whether the game waits for a Scoring event.
func (m *Match) WantsProposal() bool { return m.phase == Counting && !m.proposed }

// HasAccepted says whether a player has agreed with the count as it stands.
func (m *Match) HasAccepted(player game.Color) bool { return m.accepted[player] }

// HasAgreed says whether a player has accepted a count since play stopped, although
// the other may have changed it then.
func (m *Match) HasAgreed(player game.Color) bool { return m.agreed[player] }

// Score returns the count with the dead stones as marked, or the zero Score
// where the game does not count or has not been counted.
func (m *Match) Score() game.Score {
	s, ok := m.pos.(game.Scorer)
	if !ok || m.phase != Counting && m.outcome.How != "score" {
		return game.Score{}
	}
	return s.Score(m.Dead())
}

// Outcome returns the result, once Finished: How is "score", "resign",
// "agreement" (to a draw), "cancelled" (called off), "declined" (by whom a seat was kept for), "time", "left" or the game's
// own word. Its Winner is the colour of the stones that have won.
func (m *Match) Outcome() game.Outcome { return m.outcome }

// Winner returns the player who has won, named by their seat; Empty while the
// game goes on and after a draw.
func (m *Match) Winner() game.Color {
	if m.outcome.Winner == game.Empty {
		return game.Empty
	}
	return m.Holder(m.outcome.Winner)
}

// Result returns the result as records write it: "" while the game goes on,
// "B+3.5", "W+R" for a resignation, "B+T" where time ran out, "B+F" where the
// other has left, "0" for a draw, "Void" for a game that was called off. B and W
// are colours of stones: where sides were swapped, Black's player sits on the
// other seat.
func (m *Match) Result() string {
	switch {
	case m.phase != Finished:
		return ""
	case m.outcome.How == "cancelled" || m.outcome.How == "declined":
		return "Void"
	case m.outcome.Winner != game.Empty:
		return m.outcome.String() + letters[m.outcome.How]
	}
	return m.outcome.String()
}

// letters are what records put behind the winner, by how the game ended.
var letters = map[string]string{"resign": "R", "time": "T", "left": "F"}
