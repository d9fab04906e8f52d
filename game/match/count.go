package match

import "moyo/game"

func (m *Match) propose(e Event) error {
	if m.phase != Counting || m.proposed {
		return refuse(CodeNotNow, "", "no proposal of dead stones is asked for")
	}
	for _, p := range e.Dead {
		if int(p) < 0 || int(p) >= len(m.dead) || m.pos.At(p) == game.Empty {
			return refuse(CodeBadEvent, "", "point %d has no stone that could be dead", p)
		}
	}
	for _, p := range e.Dead {
		m.dead[p] = true
	}
	m.proposed = true
	return nil
}

// counting returns an error if the count cannot be changed or accepted now.
func (m *Match) counting() error {
	switch {
	case m.phase != Counting:
		return refuse(CodeNotNow, "count.early", "There is nothing to count yet: the game continues until both sides pass.")
	case !m.proposed:
		return refuse(CodeNotNow, "count.looking", "The dead stones are still being computed.")
	}
	return nil
}

func (m *Match) toggle(e Event) error {
	if err := m.counting(); err != nil {
		return err
	}
	switch {
	case int(e.Point) < 0 || int(e.Point) >= len(m.dead) || m.pos.At(e.Point) == game.Empty:
		return refuse(CodeBadEvent, "count.noStone", "There is no stone on that point.")
	case m.setup.Rated && !m.people():
		return refuse(CodeNotAllowed, "count.rated", "In a rated game the computer's count is fixed. Accept it, or capture the stones first.")
	}
	chain := []game.Point{e.Point}
	if c, ok := m.pos.(game.Chainer); ok {
		chain, _ = c.Chain(e.Point)
	}
	dead := !m.dead[e.Point]
	for _, p := range chain {
		m.dead[p] = dead
	}
	m.accepted = [3]bool{}
	return nil
}

func (m *Match) accept(e Event) error {
	if err := m.counting(); err != nil {
		return err
	}
	switch {
	case m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "", "only the human player accepts the count")
	case m.accepted[e.By]:
		return refuse(CodeNotNow, "count.accepted", "You have already accepted.")
	}
	m.accepted[e.By], m.agreed[e.By] = true, true
	if m.accepted[e.By.Other()] || m.seat(e.By.Other()).Kind == Engine {
		m.finish(m.Score().Outcome())
	}
	return nil
}

func (m *Match) resume(Event) error {
	if m.phase != Counting {
		return refuse(CodeNotNow, "count.resume", "Play can only be resumed while the players agree on dead stones.")
	}
	// Rules may also end a game for another reason, such as the third occurrence of a position. Then
	// the count is final.
	again := m.pos.Clone()
	if !again.(game.Scorer).Resume() || again.Outcome().Over {
		return refuse(CodeNotNow, "count.agree", "This game cannot continue. Please agree on the count.")
	}
	m.pos = again
	m.phase = Playing
	m.forgetCount()
	return nil
}

// forgetCount clears all marks and agreements.
func (m *Match) forgetCount() {
	clear(m.dead)
	m.accepted, m.agreed = [3]bool{}, [3]bool{}
	m.proposed = false
}
