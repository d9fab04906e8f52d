package match

import (
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
	case m.pos.ToPlay() != e.By:
		return refuse(CodeNotYourTurn, "It is %s's turn.", colorName(m.pos.ToPlay()))
	}
	if err := m.pos.Play(e.Move); err != nil {
		return err
	}
	m.movers = append(m.movers, e.By)
	m.settle()
	return nil
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
	m.phase, m.outcome = Finished, out
}

// undo takes back moves until the side has its own last move back. It is for
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
	m.movers = m.movers[:len(m.movers)-n]
	m.phase = Playing
	m.forgetCount()
	return nil
}

// pliesBack returns how many moves lie from side's last one to the end, that one
// included; 0 where side has not moved.
func (m *Match) pliesBack(side game.Color) int {
	for i, mover := range slices.Backward(m.movers) {
		if mover == side {
			return len(m.movers) - i
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
	m.finish(game.Outcome{Over: true, Winner: e.By.Other(), How: "resign"})
	m.forgetCount()
	return nil
}
