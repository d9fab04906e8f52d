package match

import (
	"slices"

	"moyo/game"
)

// undo takes back moves up to and including the player's last own move. It is for games against an
// engine; people ask each other.
func (m *Match) undo(e Event) error {
	switch {
	case m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "undo.person", "Only people can take moves back.")
	case m.seat(e.By.Other()).Kind != Engine:
		return refuse(CodeNotAllowed, "undo.ask", "You can take back moves directly only against the computer. Please ask your opponent.")
	case m.setup.Rated:
		return refuse(CodeNotAllowed, "undo.rated", "This game is rated: you cannot take back moves against the computer.")
	}
	return m.takeBack(e.By)
}

// ask records a request to take back. It is open until the other player answers it, or either
// player moves.
func (m *Match) ask(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeNotNow, "undo.nobody", "Your opponent has not joined yet.")
	case !m.people():
		return refuse(CodeNotAllowed, "undo.computer", "You need not ask the computer.")
	case m.asked == e.By:
		return refuse(CodeNotNow, "undo.asked", "You have already asked.")
	case m.asked != game.Empty:
		return refuse(CodeNotNow, "undo.answer", "Your opponent asks to take a move back. Please answer first.")
	case m.pliesBack(e.By) == 0:
		return nothingToUndo()
	case m.asks[e.By] > m.lastPly(e.By):
		return refuse(CodeNotNow, "undo.again", "You have asked since your last move. Play on first.")
	}
	m.asked, m.asks[e.By] = e.By, m.Ply()+1
	return nil
}

// grant takes back the moves that the other player asked for.
func (m *Match) grant(e Event) error {
	if m.asked != e.By.Other() {
		return refuse(CodeNotNow, "undo.none", "Your opponent has not asked to take a move back.")
	}
	return m.takeBack(m.asked)
}

func (m *Match) deny(Event) error {
	if m.asked == game.Empty {
		return refuse(CodeNotNow, "undo.nobodyAsks", "You have not been asked to take a move back.")
	}
	m.asked = game.Empty
	return nil
}

// nothingToUndo returns the refusal for players without a move to take back.
func nothingToUndo() error {
	return refuse(CodeNotNow, "undo.noMove", "You have no move to take back.")
}

// takeBack takes back moves up to and including the player's last own move.
func (m *Match) takeBack(player game.Color) error {
	n := m.pliesBack(player)
	if n == 0 {
		return nothingToUndo()
	}
	var moves [3]int // by player: moves taken back
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

// AskedBack returns how many moves the open request would take back, or 0 without a request.
func (m *Match) AskedBack() int {
	if m.asked == game.Empty {
		return 0
	}
	return m.pliesBack(m.asked)
}

// pliesBack returns the number of moves from a player's last own move to the end, inclusive; 0 if
// they have not moved.
func (m *Match) pliesBack(player game.Color) int {
	turns := m.pos.Turns()
	for i, t := range slices.Backward(turns) {
		if t.Player == player {
			return len(turns) - i
		}
	}
	return 0
}
