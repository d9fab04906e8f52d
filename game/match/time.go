package match

import (
	"time"

	"moyo/game"
	"moyo/game/clock"
)

// Clock returns how the game's time is shared out.
func (m *Match) Clock() clock.Spec { return m.clock }

// Left returns what a player had left at the last event.
func (m *Match) Left(player game.Color) clock.State { return m.left[player] }

// Lefts returns by turn what the player of the turn had left after it; nil
// without a clock. The caller does not change it.
func (m *Match) Lefts() []clock.State { return m.lefts }

// Paused says whether a player is on leave.
func (m *Match) Paused(player game.Color) bool { return m.paused[player] }

// Running returns the player whose time it is, be it stopped by somebody's leave;
// Empty where there are no clocks or they stand.
func (m *Match) Running() game.Color {
	if !m.clock.Counts() {
		return game.Empty
	}
	return m.Turn()
}

// FlagIn returns how much time may pass after the last event until the flag of
// the player whose time it is falls, and whether there is such a player.
func (m *Match) FlagIn() (time.Duration, bool) {
	player := m.Running()
	if player == game.Empty {
		return 0, false
	}
	return m.clock.Left(m.left[player]) + m.leave(), true
}

// Vacation returns what was left of a player's vacation at the last event, 0 where they
// are on none.
func (m *Match) Vacation(player game.Color) time.Duration { return m.vacation[player] }

// HasVacations says whether the clocks of the game are those of one that stands still while
// a player is on vacation, and run or may run. One of a team's would hold up all others.
func (m *Match) HasVacations() bool {
	return m.phase == Playing && m.clock.Kind == clock.Correspondence && !m.setup.NoVacation && m.setup.Partners == 0
}

// leave returns for how long the clocks are stopped by a leave or a vacation.
func (m *Match) leave() time.Duration {
	leave := max(m.vacation[game.Black], m.vacation[game.White])
	for p, paused := range m.paused {
		if paused {
			leave = max(leave, m.left[p].Leave)
		}
	}
	return leave
}

// mostElapsed bounds the milliseconds between two events.
const mostElapsed = 100 * 365 * 24 * 3600 * 1000

// tick returns what the players have left when e happens, before it changes
// anything, or why it cannot happen at that time.
func (m *Match) tick(e Event) ([3]clock.State, error) {
	left, player := m.left, m.Running()
	switch {
	case e.Elapsed < 0 || e.Elapsed > mostElapsed || e.Elapsed > 0 && player == game.Empty:
		return left, refuse(CodeBadEvent, "", "%d ms cannot have been used", e.Elapsed)
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
		return left, refuse(CodeTimeUp, "time.up", "The time was up.")
	case !fallen && e.Kind == Flagged:
		return left, refuse(CodeNotNow, "", "there is time left")
	case fallen && e.By != player:
		return left, refuse(CodeBadEvent, "", "it is not the other player's time")
	}
	return left, nil
}

// press ends the turn of a player whose move it is.
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
		m.paused[e.By] = false // who moves is back
	}
}

// rest takes the time since the event before off vacations.
func (m *Match) rest(e Event) {
	for p := range m.vacation {
		m.vacation[p] = max(m.vacation[p]-time.Duration(e.Elapsed)*time.Millisecond, 0)
	}
}

func (m *Match) flag(e Event) error {
	m.finish(game.Outcome{Over: true, Winner: m.colorOf(e.By).Other(), How: "time"})
	return nil
}

// credit notes that the server was away. That this time is not counted is done
// by Elapsed, which does not hold it.
func (m *Match) credit(e Event) error {
	if m.Running() != e.By || e.Time <= 0 {
		return refuse(CodeBadEvent, "", "no time is to be given back to that player")
	}
	return nil
}

func (m *Match) give(e Event) error {
	switch {
	case m.phase != Playing:
		return refuse(CodeNotNow, "time.early", "Time can be given while the game is being played.")
	case !m.clock.Counts():
		return refuse(CodeNotAllowed, "time.none", "This game has no clocks.")
	case !m.people():
		return refuse(CodeNotAllowed, "time.computer", "The computer needs no time from anybody.")
	case e.Time <= 0 || e.Time > mostElapsed:
		return refuse(CodeBadEvent, "", "%d ms cannot be given", e.Time)
	}
	left, ok := m.clock.Give(m.left[e.By.Other()], time.Duration(e.Time)*time.Millisecond)
	if !ok {
		return refuse(CodeNotNow, "time.most", "The other player has got as much time as one can have.")
	}
	m.left[e.By.Other()] = left
	return nil
}

func (m *Match) pause(e Event) error {
	switch {
	case m.phase != Playing:
		return refuse(CodeNotNow, "pause.early", "The clocks can be stopped while the game is being played.")
	case m.clock.Kind != clock.Correspondence:
		return refuse(CodeNotAllowed, "pause.clock", "Only the clocks of correspondence games can be stopped.")
	case m.paused[e.By]:
		return refuse(CodeNotNow, "pause.already", "You have stopped the clocks already.")
	case m.vacation[e.By] > 0:
		return refuse(CodeNotNow, "pause.vacation", "You are on vacation, so the clocks stand still already.")
	case m.left[e.By].Leave == 0:
		return refuse(CodeNotNow, "pause.used", "Your leave is used up.")
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

// vacate begins, changes or ends a vacation. Who is on one needs no leave.
func (m *Match) vacate(e Event) error {
	switch {
	case !m.HasVacations() || m.seat(e.By).Kind != Human:
		return refuse(CodeNotAllowed, "", "no clock stands still for a vacation of that player now")
	case e.Time < 0 || e.Time > mostElapsed:
		return refuse(CodeBadEvent, "", "nobody is on vacation for %d ms", e.Time)
	case e.Time == 0 && m.vacation[e.By] == 0:
		return refuse(CodeNotNow, "", "that player is on no vacation")
	}
	m.vacation[e.By] = time.Duration(e.Time) * time.Millisecond
	m.paused[e.By] = false
	return nil
}
