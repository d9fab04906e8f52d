package match

import (
	"time"

	"moyo/game"
)

// Version returns the number of events so far.
func (m *Match) Version() int { return m.version }

// Phase returns the stage of the game.
func (m *Match) Phase() Phase { return m.phase }

// Setup returns the settings of the game with the current seats.
func (m *Match) Setup() Setup { return m.setup }

// Seat returns the seat of the player Black or White, who may have the other colour by now:
// m.Seat(m.Holder(game.Black)) is the player with the black stones.
func (m *Match) Seat(c game.Color) Seat { return *m.seat(c) }

// Call replaces the names and ranks of the player Black or White by those of a seat with the same people. It is not an event:
// the log keeps the earlier names, and code that replays it must call Call again.
func (m *Match) Call(c game.Color, as Seat) {
	seat := m.seat(c)
	seat.Name, seat.Rank = as.Name, as.Rank
	for i, p := range as.Team {
		seat.Team[i].Name, seat.Team[i].Rank = p.Name, p.Rank
	}
}

// Created returns when the game was created.
func (m *Match) Created() time.Time { return m.created }

// Updated returns the time of the last event.
func (m *Match) Updated() time.Time { return m.updated }

// Position returns the position, which callers must not change: Clone it to search.
func (m *Match) Position() game.Position { return m.pos }

// Ply returns the number of moves so far.
func (m *Match) Ply() int { return len(m.pos.Moves()) }

// Turn returns the player to move, named by their seat, or Empty if no move is possible. It may
// differ from ToPlay during an opening, and after one in which sides were swapped.
func (m *Match) Turn() game.Color {
	if m.phase != Playing {
		return game.Empty
	}
	return game.Player(m.pos)
}

// Holder returns the player who has the stones of colour c now.
func (m *Match) Holder(c game.Color) game.Color { return game.Holder(m.pos, c) }

// colorOf returns the current colour of the player's stones.
func (m *Match) colorOf(player game.Color) game.Color {
	if m.Holder(game.Black) == player {
		return game.Black
	}
	return game.White
}

// DrawOffer returns the player with an open draw offer, or Empty.
func (m *Match) DrawOffer() game.Color { return m.offer }

// Asked returns the player with an open request to take moves back, or Empty.
func (m *Match) Asked() game.Color { return m.asked }

// Begun reports whether both have moved, so that the game can no longer be cancelled.
func (m *Match) Begun() bool { return m.begun }

// ToPlay returns the colour of the next stone, or Empty if no move is possible. Turn returns the
// player.
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

// WantsProposal reports whether the game waits for a Scoring event.
func (m *Match) WantsProposal() bool { return m.phase == Counting && !m.proposed }

// HasAccepted reports whether a player has accepted the current count.
func (m *Match) HasAccepted(player game.Color) bool { return m.accepted[player] }

// HasAgreed reports whether a player has accepted a count since play stopped, even if the other
// player has changed it since.
func (m *Match) HasAgreed(player game.Color) bool { return m.agreed[player] }

// Score returns the count with the dead stones as marked, or the zero Score if the game does not
// count or has not been counted.
func (m *Match) Score() game.Score {
	s, ok := m.pos.(game.Scorer)
	if !ok || m.phase != Counting && m.outcome.How != "score" {
		return game.Score{}
	}
	return s.Score(m.Dead())
}

// Outcome returns the result of a finished game. How is "score", "resign", "agreement" (to a draw), "cancelled", "declined"
// (by the player for whom a seat was reserved), "time", "left" or the game's own word. Its Winner is the colour of the
// stones that won.
func (m *Match) Outcome() game.Outcome { return m.outcome }

// Winner returns the seat of the player who won. It is Empty during the game and after a
// draw.
func (m *Match) Winner() game.Color {
	if m.outcome.Winner == game.Empty {
		return game.Empty
	}
	return m.Holder(m.outcome.Winner)
}

// Result returns the result in the form of records: "" during the game, "B+3.5", "W+R" for a
// resignation, "B+T" for a loss on time, "B+F" if the opponent left, "0" for a draw, "Void" for a
// cancelled game. B and W are colours of stones: after a swap, Black's player is on the other seat.
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

// letters are the suffixes of results in records, by How.
var letters = map[string]string{"resign": "R", "time": "T", "left": "F"}
