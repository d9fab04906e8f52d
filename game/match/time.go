package match

import (
	"time"

	"moyo/game"
	"moyo/game/clock"
)

// Clock returns the game's clock.
func (m *Match) Clock() clock.Spec { return m.clock }

// Left returns the time of a player at the last event.
func (m *Match) Left(player game.Color) clock.State { return m.left[player] }

// Lefts returns by turn the time of its player after it; nil without a clock. The caller must not
// modify it.
func (m *Match) Lefts() []clock.State { return m.lefts }

// Paused reports whether a player is on leave.
func (m *Match) Paused(player game.Color) bool { return m.paused[player] }

// Running returns the player whose clock runs, even if a leave has stopped it. It is Empty without
// clocks, and while they stop.
func (m *Match) Running() game.Color {
	if !m.clock.Counts() {
		return game.Empty
	}
	return m.Turn()
}

// FlagIn returns the time after the last event until a flag falls, and whether a clock is running.
func (m *Match) FlagIn() (time.Duration, bool) {
	player := m.Running()
	if player == game.Empty {
		return 0, false
	}
	return m.clock.Left(m.left[player]) + m.leave(), true
}

// Vacation returns the rest of a player's vacation at the last event, or 0 if they are not on
// vacation.
func (m *Match) Vacation(player game.Color) time.Duration { return m.vacation[player] }

// HasVacations reports whether vacations stop the clocks of the game, and the clocks run or may
// run. Games of teams have none, because one player would stop all others.
func (m *Match) HasVacations() bool {
	return m.phase == Playing && m.clock.Kind == clock.Correspondence && !m.setup.NoVacation && m.setup.Partners == 0
}

// leave returns for how long a leave or a vacation stops the clocks.
func (m *Match) leave() time.Duration {
	leave := max(m.vacation[game.Black], m.vacation[game.White])
	for p, paused := range m.paused {
		if paused {
			leave = max(leave, m.left[p].Leave)
		}
	}
	return leave
}

// mostElapsed limits the milliseconds between two events.
const mostElapsed = 100 * 365 * 24 * 3600 * 1000

// tick returns the remaining times when e happens, or an error if e is not possible at that time.
// It changes nothing.
func (m *Match) tick(e Event) ([3]clock.State, error) {
	left, player := m.left, m.Running()
	switch {
	case e.Elapsed < 0 || e.Elapsed > mostElapsed || e.Elapsed > 0 && player == game.Empty:
		return left, refuse(CodeBadEvent, "", "an elapsed time of %d ms is not possible", e.Elapsed)
	case player == game.Empty && e.Kind == Flagged:
		return left, refuse(CodeNotNow, "", "no clock runs")
	case player == game.Empty:
		return left, nil
	}
	used := time.Duration(e.Elapsed) * time.Millisecond
	over := max(used-m.leave(), 0)
	for p, paused := range m.paused {
		if paused {
			left[p], _ = m.clock.Rest(left[p], used)
		}
	}
	var fallen bool
	left[player], fallen = m.clock.Run(left[player], over)
	switch {
	case fallen && e.Kind != Flagged:
		return left, refuse(CodeTimeUp, "time.up", "The time is up.")
	case !fallen && e.Kind == Flagged:
		return left, refuse(CodeNotNow, "", "there is time left")
	case fallen && e.By != player:
		return left, refuse(CodeBadEvent, "", "the other player's clock is not running")
	}
	return left, nil
}

// press ends the turn of a player.
func (m *Match) press(e Event) {
	if !m.clock.Counts() {
		return
	}
	m.left[e.By] = m.clock.Moved(m.left[e.By])
	if e.Left != nil {
		m.left[e.By] = *e.Left
	}
	m.lefts = append(m.lefts, m.left[e.By])
	if !e.Planned {
		m.paused[e.By] = false // a move ends the leave
	}
}

// rest subtracts the time since the last event from vacations.
func (m *Match) rest(e Event) {
	for p := range m.vacation {
		m.vacation[p] = max(m.vacation[p]-time.Duration(e.Elapsed)*time.Millisecond, 0)
	}
}

func (m *Match) flag(e Event) error {
	m.finish(game.Outcome{Over: true, Winner: m.colorOf(e.By).Other(), How: "time"})
	return nil
}

// credit handles downtime of the server. Elapsed already leaves that time out.
func (m *Match) credit(e Event) error {
	if m.Running() != e.By || e.Time <= 0 {
		return refuse(CodeBadEvent, "", "that player cannot get time back")
	}
	return nil
}

func (m *Match) give(e Event) error {
	switch {
	case m.phase != Playing:
		return refuse(CodeNotNow, "time.early", "You can give time only while the game is being played.")
	case !m.clock.Counts():
		return refuse(CodeNotAllowed, "time.none", "This game has no clocks.")
	case !m.people():
		return refuse(CodeNotAllowed, "time.computer", "The computer does not need more time.")
	case e.Time <= 0 || e.Time > mostElapsed:
		return refuse(CodeBadEvent, "", "%d ms cannot be given", e.Time)
	}
	left, ok := m.clock.Give(m.left[e.By.Other()], time.Duration(e.Time)*time.Millisecond)
	if !ok {
		return refuse(CodeNotNow, "time.most", "Your opponent already has the maximum time.")
	}
	m.left[e.By.Other()] = left
	return nil
}

func (m *Match) pause(e Event) error {
	switch {
	case m.phase != Playing:
		return refuse(CodeNotNow, "pause.early", "You can stop the clocks only while the game is being played.")
	case m.clock.Kind != clock.Correspondence:
		return refuse(CodeNotAllowed, "pause.clock", "Only the clocks of correspondence games can be stopped.")
	case m.paused[e.By]:
		return refuse(CodeNotNow, "pause.already", "You have already stopped the clocks.")
	case m.vacation[e.By] > 0:
		return refuse(CodeNotNow, "pause.vacation", "You are on vacation, so the clocks are already stopped.")
	case m.left[e.By].Leave == 0:
		return refuse(CodeNotNow, "pause.used", "You have used up your leave.")
	}
	m.paused[e.By] = true
	return nil
}

func (m *Match) unpause(e Event) error {
	if !m.paused[e.By] {
		return refuse(CodeNotNow, "pause.not", "You have not stopped the clocks.")
	}
	m.paused[e.By] = false
	return nil
}

// vacate starts, changes or ends a vacation. A vacation does not use up leave.
func (m *Match) vacate(e Event) error {
	switch {
	case !m.HasVacations() || m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "", "a vacation of that player does not stop a clock now")
	case e.Time < 0 || e.Time > mostElapsed:
		return refuse(CodeBadEvent, "", "a vacation of %d ms is not possible", e.Time)
	case e.Time == 0 && m.vacation[e.By] == 0:
		return refuse(CodeNotNow, "", "that player is not on vacation")
	}
	m.vacation[e.By] = time.Duration(e.Time) * time.Millisecond
	m.paused[e.By] = false
	return nil
}
