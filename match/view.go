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

// Seat returns the seat of Black or White.
func (m *Match) Seat(c game.Color) Seat { return *m.seat(c) }

// Created returns when the game began to exist.
func (m *Match) Created() time.Time { return m.created }

// Updated returns the time of the last event.
func (m *Match) Updated() time.Time { return m.updated }

// Position returns the position, for reading only: Clone it to think about it.
func (m *Match) Position() game.Position { return m.pos }

// Ply returns the number of moves so far.
func (m *Match) Ply() int { return len(m.pos.Moves()) }

// ToPlay returns the side to move, Empty while nobody may.
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

// HasAccepted says whether side has agreed with the count as it stands.
func (m *Match) HasAccepted(side game.Color) bool { return m.accepted[side] }

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
// "cancelled" (nobody came) or the game's own word.
func (m *Match) Outcome() game.Outcome { return m.outcome }

// Result returns the result as records write it: "" while the game goes on,
// "B+3.5", "W+R" for a resignation, "0" for a draw, "Void" for a game that
// nobody joined.
func (m *Match) Result() string {
	switch {
	case m.phase != Finished:
		return ""
	case m.outcome.How == "cancelled":
		return "Void"
	case m.outcome.How == "resign":
		return m.outcome.String() + "R"
	}
	return m.outcome.String()
}
