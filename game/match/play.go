package match

import (
	"time"

	"moyo/game"
)

func (m *Match) join(e Event) error {
	if e.Seat == nil || e.Seat.Kind != Human {
		return refuse(CodeBadEvent, "", "only a person can join a game")
	}
	if m.setup.Partners > 0 {
		return m.joinTeam(e)
	}
	setup := m.setup
	if e.Setup != nil {
		if err := m.checkSettled(e); err != nil {
			return err
		}
		setup = *e.Setup
	}
	open := m.openSeat()
	switch {
	case open == nil || e.Setup == nil && *m.seat(e.By) != *open:
		return seatTaken(e.By)
	case e.Setup == nil && m.setup.Colors != Seated:
		return refuse(CodeBadEvent, "", "the event does not assign colours")
	case open.Player != "" && open.Player != e.Seat.Player:
		return refuse(CodeSeatTaken, "seat.kept", "This seat is reserved for %s.", open.Name)
	}
	m.setup = setup
	*m.seat(e.By) = *e.Seat
	m.phase = Playing
	return nil
}

// checkSettled checks the setup of a Joined event. It may assign colours and set the rules to those
// of the position, and nothing else.
func (m *Match) checkSettled(e Event) error {
	want, open := m.setup, m.openSeat()
	if m.phase != Waiting || want.Colors == Seated {
		return refuse(CodeBadEvent, "", "the colours are already assigned")
	}
	maker := want.Black
	if *open == want.Black {
		maker = want.White
	}
	called := e.Setup.Black
	if e.By == game.Black {
		called = e.Setup.White
	}
	maker.Name, maker.Rank = called.Name, called.Rank // which Call may have changed
	want.Black, want.White, want.Rules = maker, *e.Seat, m.pos.Rules().ID()
	if e.By == game.Black {
		want.Black, want.White = want.White, want.Black
	}
	if *e.Setup != want {
		return refuse(CodeBadEvent, "", "a joining player can only change colours and rules")
	}
	return nil
}

// openSeat returns the seat that a player may take, or nil.
func (m *Match) openSeat() *Seat {
	for _, c := range []game.Color{game.Black, game.White} {
		if s := m.seat(c); s.Kind == Open {
			return s
		}
	}
	return nil
}

func (m *Match) move(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeWaiting, "game.waiting", "The game begins when another player takes the other side.")
	case m.phase == Counting:
		return refuse(CodeNotNow, "game.passed", "Both sides have passed. Agree on the dead stones, or resume play.")
	case m.Turn() != e.By:
		return m.otherTurn()
	case m.setup.Partners > 0 && e.Place != m.Next(e.By):
		return refuse(CodeNotYourTurn, "turn.partner", "It is your partner's turn.")
	}
	if err := m.pos.Play(e.Move); err != nil {
		return err
	}
	if m.offer == e.By.Other() {
		m.offer = game.Empty // a move answers it
	}
	m.asked = game.Empty
	m.begun = m.begun || m.lastPly(game.Black) > 0 && m.lastPly(game.White) > 0
	m.press(e)
	m.settle()
	return nil
}

// otherTurn returns the refusal for moving out of turn. It names the colour to move unless an
// opening makes that unclear.
func (m *Match) otherTurn() error {
	if _, ok := m.pos.(game.Opened); ok {
		return refuse(CodeNotYourTurn, "turn.other", "It is the other player's turn.")
	}
	if m.pos.ToPlay() == game.White {
		return refuse(CodeNotYourTurn, "turn.white", "It is White's turn.")
	}
	return refuse(CodeNotYourTurn, "turn.black", "It is Black's turn.")
}

// settle changes the phase if the last move has ended the game.
func (m *Match) settle() {
	out := m.pos.Outcome()
	if !out.Over {
		return
	}
	if _, ok := m.pos.(game.Scorer); ok && out.How == "score" {
		m.phase, m.vacation = Counting, [3]time.Duration{} // the clocks stop; vacations must be announced again when they run
		return
	}
	m.finish(out)
}

func (m *Match) finish(out game.Outcome) {
	m.phase, m.outcome, m.offer, m.asked = Finished, out, game.Empty, game.Empty
}

func (m *Match) resign(e Event) error {
	if m.phase == Waiting {
		return m.cancel(e)
	}
	m.finish(game.Outcome{Over: true, Winner: m.colorOf(e.By).Other(), How: "resign"})
	m.forgetCount()
	return nil
}

// cancel cancels the game. Each player may do this until both have moved.
func (m *Match) cancel(e Event) error {
	switch {
	case m.phase == Waiting && m.setup.Partners > 0 && m.maker != chair{e.By, e.Place}:
		return refuse(CodeNotAllowed, "rengo.cancel", "Only the player who created this game can cancel it. You can give up your place.")
	case m.seat(e.By).Kind == Open:
		return refuse(CodeBadEvent, "", "the event names no player who could cancel the game")
	case m.begun:
		return refuse(CodeNotNow, "game.begun", "Both players have moved, so the game cannot be cancelled. You can resign.")
	}
	m.finish(game.Outcome{Over: true, How: "cancelled"})
	return nil
}

// claim ends the game because the opponent has left. The sender of the event knows whether they
// have, and for long enough.
func (m *Match) claim(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeNotNow, "leave.never", "Your opponent has not joined yet.")
	case !m.people():
		return refuse(CodeNotAllowed, "leave.computer", "The computer does not leave.")
	}
	out := game.Outcome{Over: true, How: "left"}
	if !e.Draw {
		out.Winner = m.colorOf(e.By)
	}
	m.finish(out)
	m.forgetCount()
	return nil
}

// people reports whether both players are people.
func (m *Match) people() bool { return m.setup.Black.Kind == Human && m.setup.White.Kind == Human }
