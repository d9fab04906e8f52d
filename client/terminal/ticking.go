package terminal

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/match"
)

// clockTick is the message that redraws the clocks.
type clockTick struct{}

// tickClock waits until the running clock shows something else, or its flag falls; nil without
// clocks.
func (s *screen) tickClock() tea.Cmd {
	if !s.match.Clock().Counts() || s.match.Phase() == match.Finished {
		return nil
	}
	wait := time.Second
	if player := s.match.Running(); player != game.Empty {
		wait = untilChange(s.shown(player))
		if left, ok := s.untilFlag(); ok {
			wait = min(wait, max(left, time.Millisecond))
		}
	}
	return tea.Tick(wait, func(time.Time) tea.Msg { return clockTick{} })
}

// untilChange returns when the last digit of a displayed time changes.
func untilChange(shown time.Duration) time.Duration {
	grain := time.Second
	if shown < tenthsBelow {
		grain = time.Second / 10
	}
	return shown%grain + time.Millisecond
}

// ticked ends the game, and any search, if a flag has fallen.
func (s *screen) ticked() tea.Cmd {
	if s.fall() {
		s.message = ""
		s.stopThinking()
	}
	return s.tickClock()
}

// clockLines are the clocks beside the board, with the running one marked.
func (s *screen) clockLines() []string {
	if !s.match.Clock().Counts() {
		return nil
	}
	var lines []string
	for _, side := range []game.Color{game.Black, game.White} {
		player := s.match.Holder(side)
		runs := s.match.Running() == player
		mark := " "
		if runs {
			mark = ">"
		}
		line := fmt.Sprintf("%s %c %-5s %8s", mark, s.glyphs.Stone[side], words.Side(side), s.clockText(player))
		if !s.plain && runs {
			line = s.clockLook(player).Render(line)
		}
		lines = append(lines, line)
	}
	return lines
}

// clockLook is the style of a running clock: red when little time is left.
func (s *screen) clockLook(player game.Color) lipgloss.Style {
	look := lipgloss.NewStyle().Bold(true)
	if s.shown(player) < tenthsBelow {
		look = look.Foreground(lipgloss.Color("1"))
	}
	return look
}
