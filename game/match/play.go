package match

import (
	"fmt"
	"slices"

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
	m.phase, m.outcome, m.offer = Finished, out, game.Empty
}

// undo takes back moves until the player has their own last move back. It is for
// games against an engine, which does not mind.
func (m *Match) undo(e Event) error {
	switch {
	case m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "Only a person takes moves back.")
	case m.seat(e.By.Other()).Kind != Engine:
		return refuse(CodeNotAllowed, "Moves can be taken back against the computer only.")
	}
	n := m.pliesBack(e.By)
	if n == 0 {
		return refuse(CodeNotNow, "There is no move of yours to take back.")
	}
	for range n {
		m.pos.Undo()
	}
	m.phase = Playing
	m.forgetCount()
	return nil
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

func (m *Match) resign(e Event) error {
	if m.phase == Waiting {
		if m.seat(e.By).Kind == Open {
			return refuse(CodeBadEvent, "nobody sits there who could call the game off")
		}
		m.finish(game.Outcome{Over: true, How: "cancelled"})
		return nil
	}
	m.finish(game.Outcome{Over: true, Winner: m.colorOf(e.By).Other(), How: "resign"})
	m.forgetCount()
	return nil
}
