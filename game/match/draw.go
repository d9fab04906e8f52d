package match

import "moyo/game"

// offerDraw records an offer. It is open until the other player answers or moves.
func (m *Match) offerDraw(e Event) error {
	switch _, counts := m.pos.(game.Scorer); {
	case m.phase != Playing:
		return refuse(CodeNotNow, "draw.early", "You can offer a draw only while the game is being played.")
	case counts:
		return refuse(CodeNotAllowed, "draw.score", "This game is decided by its score, so draws cannot be offered.")
	case m.seat(e.By).Kind != Human || m.seat(e.By.Other()).Kind != Human:
		return refuse(CodeNotAllowed, "draw.computer", "The computer neither offers nor accepts draws.")
	case m.offer == e.By:
		return refuse(CodeNotNow, "draw.offered", "You have already offered a draw.")
	case m.offer != game.Empty:
		return refuse(CodeNotNow, "draw.answer", "Your opponent has already offered a draw. You can accept it.")
	case m.offers[e.By] > m.lastPly(e.By):
		return refuse(CodeNotNow, "draw.again", "You have offered a draw since your last move. Play on first.")
	}
	m.offer, m.offers[e.By] = e.By, m.Ply()+1
	return nil
}

// lastPly returns the number of the player's last move, counted from 1, or 0 before their first.
func (m *Match) lastPly(player game.Color) int {
	if n := m.pliesBack(player); n > 0 {
		return m.Ply() - n + 1
	}
	return 0
}

func (m *Match) agree(e Event) error {
	if m.offer != e.By.Other() {
		return refuse(CodeNotNow, "draw.none", "Your opponent has not offered a draw.")
	}
	m.finish(game.Outcome{Over: true, How: "agreement"})
	return nil
}

// decline answers an offer of a draw, or the challenge to take a seat.
func (m *Match) decline(e Event) error {
	if m.phase == Waiting {
		if seat := m.seat(e.By); seat.Kind != Open || seat.Player == "" {
			return refuse(CodeNotNow, "seat.notKept", "No seat of this game is reserved for you.")
		}
		m.finish(game.Outcome{Over: true, How: "declined"})
		return nil
	}
	if m.offer == game.Empty {
		return refuse(CodeNotNow, "draw.nobody", "Your opponent has not offered a draw.")
	}
	m.offer = game.Empty
	return nil
}
