package match

import (
	"fmt"

	"moyo/game"
)

func (m *Match) join(e Event) error {
	seat := m.seat(e.By)
	switch {
	case e.Seat == nil || e.Seat.Kind != Human:
		return refuse(CodeBadEvent, "only a person can join a game")
	case seat.Kind != Open:
		return refuse(CodeSeatTaken, "Somebody plays %s already.", colorName(e.By))
	}
	*seat = *e.Seat
	m.phase = Playing
	return nil
}

func (m *Match) move(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeWaiting, "The game begins when somebody has taken the other side.")
	case m.phase == Counting:
		return refuse(CodeNotNow, "Both sides have passed: agree on the dead stones, or resume play.")
	case m.Turn() != e.By:
		return refuse(CodeNotYourTurn, "%s", m.whoseTurn())
	}
	if err := m.pos.Play(e.Move); err != nil {
		return err
	}
	if m.offer == e.By.Other() {
		m.offer = game.Empty // to play on is an answer
	}
	m.asked = game.Empty
	m.begun = m.begun || m.lastPly(game.Black) > 0 && m.lastPly(game.White) > 0
	m.press(e)
	m.settle()
	return nil
}

// whoseTurn says that it is the other player's turn, by the colour of the stones
// where that names them.
func (m *Match) whoseTurn() string {
	if _, ok := m.pos.(game.Opened); ok {
		return "It is the other player's turn."
	}
	return fmt.Sprintf("It is %s's turn.", colorName(m.pos.ToPlay()))
}

// settle moves on to counting or to the end where the last move has ended the game.
func (m *Match) settle() {
	out := m.pos.Outcome()
	if !out.Over {
		return
	}
	if _, ok := m.pos.(game.Scorer); ok && out.How == "score" {
		m.phase = Counting
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

// cancel calls the game off, which each player may do as long as nobody has
// answered anything: until both have moved.
func (m *Match) cancel(e Event) error {
	switch {
	case m.seat(e.By).Kind == Open:
		return refuse(CodeBadEvent, "nobody sits there who could call the game off")
	case m.begun:
		return refuse(CodeNotNow, "Both have moved, so the game cannot be called off any more. You can resign.")
	}
	m.finish(game.Outcome{Over: true, How: "cancelled"})
	return nil
}

// claim ends the game because the other person has left. Whether they have, and
// for long enough, is known by whoever sends the event.
func (m *Match) claim(e Event) error {
	switch {
	case m.phase == Waiting:
		return refuse(CodeNotNow, "Nobody has left who was never here.")
	case !m.people():
		return refuse(CodeNotAllowed, "The computer does not leave.")
	}
	out := game.Outcome{Over: true, How: "left"}
	if !e.Draw {
		out.Winner = m.colorOf(e.By)
	}
	m.finish(out)
	m.forgetCount()
	return nil
}

// people says whether both players are people.
func (m *Match) people() bool { return m.setup.Black.Kind == Human && m.setup.White.Kind == Human }
