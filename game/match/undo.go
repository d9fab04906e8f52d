package match

import (
	"slices"

	"moyo/game"
)

// undo takes back moves until the player has their own last move back. It is for
// games against an engine, which does not mind; people ask each other.
func (m *Match) undo(e Event) error {
	switch {
	case m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "undo.person", "Only a person takes moves back.")
	case m.seat(e.By.Other()).Kind != Engine:
		return refuse(CodeNotAllowed, "undo.ask", "Moves can be taken back against the computer only; a person has to be asked.")
	case m.setup.Rated:
		return refuse(CodeNotAllowed, "undo.rated", "This game is rated: moves against the computer stand.")
	}
	return m.takeBack(e.By)
}

// ask notes a request to take back. It stands until the other player answers it,
// or somebody moves.
func (m *Match) ask(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeNotNow, "undo.nobody", "Nobody is here yet who could be asked.")
	case !m.people():
		return refuse(CodeNotAllowed, "undo.computer", "The computer need not be asked.")
	case m.asked == e.By:
		return refuse(CodeNotNow, "undo.asked", "You have asked already.")
	case m.asked != game.Empty:
		return refuse(CodeNotNow, "undo.answer", "The other player asks to take a move back: answer first.")
	case m.pliesBack(e.By) == 0:
		return nothingToUndo()
	case m.asks[e.By] > m.lastPly(e.By):
		return refuse(CodeNotNow, "undo.again", "You have asked since your last move: play on first.")
	}
	m.asked, m.asks[e.By] = e.By, m.Ply()+1
	return nil
}

// grant takes back what the other player has asked for.
func (m *Match) grant(e Event) error {
	if m.asked != e.By.Other() {
		return refuse(CodeNotNow, "undo.none", "The other player does not ask to take a move back.")
	}
	return m.takeBack(m.asked)
}

func (m *Match) deny(Event) error {
	if m.asked == game.Empty {
		return refuse(CodeNotNow, "undo.nobodyAsks", "Nobody asks to take a move back.")
	}
	m.asked = game.Empty
	return nil
}

// nothingToUndo answers those who take back what they have not done.
func nothingToUndo() error {
	return refuse(CodeNotNow, "undo.noMove", "There is no move of yours to take back.")
}

// takeBack takes moves back until the player has their own last move back.
func (m *Match) takeBack(player game.Color) error {
	n := m.pliesBack(player)
	if n == 0 {
		return nothingToUndo()
	}
	var moves [3]int // by player: how many of theirs are taken back
	turns := m.pos.Turns()
	for _, t := range turns[len(turns)-n:] {
		moves[t.Player]++
	}
	for range n {
		m.pos.Undo()
	}
	for _, p := range []game.Color{game.Black, game.White} {
		m.left[p] = m.clock.Undone(m.left[p], moves[p])
		m.asks[p], m.offers[p] = min(m.asks[p], m.Ply()+1), min(m.offers[p], m.Ply()+1)
	}
	if m.clock.Counts() {
		m.lefts = m.lefts[:len(turns)-n]
	}
	m.phase, m.asked, m.offer = Playing, game.Empty, game.Empty
	m.forgetCount()
	return nil
}

// AskedBack returns how many moves the request that stands would take back, 0
// where nobody asks.
func (m *Match) AskedBack() int {
	if m.asked == game.Empty {
		return 0
	}
	return m.pliesBack(m.asked)
}

// pliesBack returns how many moves lie from a player's last one to the end, that
// one included; 0 where they have not moved.
func (m *Match) pliesBack(player game.Color) int {
	turns := m.pos.Turns()
	for i, t := range slices.Backward(turns) {
		if t.Player == player {
			return len(turns) - i
		}
	}
	return 0
}
