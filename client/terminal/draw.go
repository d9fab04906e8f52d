package terminal

import (
	"fmt"
	"math"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/match"
)

// The screen's layout: the panel is beside the board if there is room for it, otherwise below.
const (
	panelWidth = 40 // beside the board, if there is room
	leastPanel = 28
	wideFrom   = 78 // columns, for boards that can be scaled
	gapWidth   = 2
	panelLines = 10 // below the board, at least if it is large
	fewLines   = 6  // fewer leave no room for the keys
)

func (s *screen) View() tea.View {
	v := tea.NewView(s.content())
	v.AltScreen = true
	v.WindowTitle = "moyo: " + s.board.Title()
	return v
}

func (s *screen) content() string {
	if s.help {
		return s.helpText()
	}
	if s.wide() {
		gap := strings.Repeat(" ", gapWidth)
		return lipgloss.JoinHorizontal(lipgloss.Top, s.boardText(), gap, s.panel(s.height))
	}
	above := s.boardText()
	return above + "\n" + s.panel(max(s.height-lipgloss.Height(above), 2))
}

// wide reports whether the panel is beside the board.
func (s *screen) wide() bool {
	if w := s.cellsWidth(); w > 0 {
		return s.width >= w+gapWidth+leastPanel
	}
	return s.width >= wideFrom
}

// cellsWidth returns the width of a board with columns and rows, 0 for others.
func (s *screen) cellsWidth() int {
	if s.natural == 0 {
		s.natural = -1
		if pic := picture.New(s.board, s.letters, picture.Size{}, picture.View{}, s.glyphs); pic.IsCells() {
			s.natural = pic.Size().Width
		}
	}
	return max(s.natural, 0)
}

// panelRoom returns the width of the panel.
func (s *screen) panelRoom() int {
	w := s.cellsWidth()
	switch {
	case !s.wide():
		return s.width
	case w > 0:
		return min(s.width-w-gapWidth, panelWidth)
	}
	return panelWidth
}

// room returns the space for the board.
func (s *screen) room() picture.Size {
	if s.wide() {
		return picture.Size{Width: s.width - s.panelRoom() - gapWidth, Height: s.height}
	}
	return picture.Size{Width: s.width, Height: max(s.height-panelLines, 5)}
}

func (s *screen) picture() *picture.Picture {
	return picture.New(s.board, s.letters, s.room(), s.view, s.glyphs)
}

// boardText returns the board, cut to the space around the cursor.
func (s *screen) boardText() string {
	pic := s.picture()
	pic.Place(s.match.Position(), s.glyphs, s.overlay(s.cursor, s.hinted))
	room := s.room()
	size := pic.Size()
	x, y := pic.At(s.cursor)
	left, right := window(size.Width, room.Width, x)
	top, bottom := window(size.Height, room.Height, y)
	look := pic.Looks()
	lines := make([]string, 0, bottom-top)
	for y := top; y < bottom; y++ {
		lines = append(lines, s.rowText(pic.Row(y)[left:right], look))
	}
	return strings.Join(lines, "\n")
}

// window returns a part of a length that fits the room, with at in its middle if there is enough on
// both sides.
func window(length, room, at int) (from, to int) {
	if length <= room {
		return 0, length
	}
	from = min(max(at-room/2, 0), length-room)
	return from, from + room
}

// rowText styles a row, run by run.
func (s *screen) rowText(cells []picture.Cell, look *[picture.NumStyles]lipgloss.Style) string {
	var b strings.Builder
	for i := 0; i < len(cells); {
		j := i
		var run strings.Builder
		for ; j < len(cells) && cells[j].Style == cells[i].Style; j++ {
			run.WriteRune(cells[j].Rune)
		}
		if s.plain {
			b.WriteString(run.String())
		} else {
			b.WriteString(look[cells[i].Style].Render(run.String()))
		}
		i = j
	}
	return b.String()
}

// panel returns the text beside or below the board, of at most most lines. The most important lines
// come first, and typed text last.
func (s *screen) panel(most int) string {
	width := s.panelRoom()
	var lines []string
	for _, l := range wrap(s.stateText(), width) {
		lines = append(lines, s.bold(l))
	}
	lines = append(lines, s.clockLines()...)
	for _, l := range s.thoughtLines() {
		lines = append(lines, wrap(l, width)...)
	}
	if s.message != "" {
		lines = append(lines, wrap(s.message, width)...)
	}
	for _, l := range s.countLines() {
		lines = append(lines, wrap(l, width)...)
	}
	lines = append(lines, wrap(s.pointText(s.cursor), width)...)
	if s.wide() {
		head := append([]string{s.bold("moyo") + "  " + s.board.Title()}, wrap(s.rulesText(), width)...)
		lines = append(append(head, ""), lines...)
		lines = append(lines, "")
		lines = append(lines, s.movesLines(width, most-len(lines)-8)...)
		for _, l := range s.legend() {
			lines = append(lines, wrap(l, width)...)
		}
		lines = append(lines, s.neighbourLines(width, most-len(lines)-5)...)
	}
	foot := append(wrap(s.keysText(), width), "> "+s.typed+"_")
	switch {
	case most < fewLines:
		foot = foot[len(foot)-1:]
	case s.wide():
		foot = append([]string{""}, foot...)
	}
	room := max(most-len(foot), 1)
	lines = append(lines[:min(len(lines), room)], foot...)
	for i, l := range lines {
		lines[i] = clipWidth(l, width)
	}
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

func (s *screen) bold(text string) string {
	if s.plain {
		return text
	}
	return lipgloss.NewStyle().Bold(true).Render(text)
}

// spinner turns while an engine thinks.
var spinner = []string{"|", "/", "-", `\`}

// thoughtLines describe what the engine is doing.
func (s *screen) thoughtLines() []string {
	t := s.thought
	if t == nil {
		return nil
	}
	elapsed := s.now().Sub(t.begun)
	turn := spinner[int(elapsed/(250*time.Millisecond))%len(spinner)]
	switch t.what {
	case "propose":
		return []string{turn + " looking for dead stones"}
	case "hint":
		return []string{turn + " thinking about a hint"}
	}
	unit := "playouts"
	if t.last.Depth > 0 {
		unit = fmt.Sprintf("positions to depth %d", t.last.Depth)
	}
	lines := []string{
		fmt.Sprintf("%s %.0f s: %s %s, %s/s",
			turn, elapsed.Seconds(), words.Thousands(float64(t.last.Nodes)), unit, words.Thousands(t.last.PerSecond())),
	}
	if len(t.last.PV) > 0 {
		lines = append(lines, fmt.Sprintf("  %.0f %% with %s", 100*t.last.Value, s.lineText(t.last.PV, 6)))
	}
	return lines
}

// countLines show captures, or the score while it is counted.
func (s *screen) countLines() []string {
	if s.match.Phase() == match.Counting || s.match.Outcome().How == "score" {
		score := s.match.Score()
		return append(scoreLines(score), "Result: "+score.Outcome().String()+".")
	}
	pos := s.match.Position()
	line := fmt.Sprintf("Move %d", s.match.Ply())
	if cap, ok := pos.(game.Capturer); ok && game.Takes(pos) {
		line += fmt.Sprintf("   captured: Black %d, White %d", cap.Captures(game.Black), cap.Captures(game.White))
	}
	return []string{line}
}

// movesLines are the last moves, in as many lines as there is room for.
func (s *screen) movesLines(width, room int) []string {
	moves := s.match.Position().Moves()
	room = min(room, 4)
	if len(moves) == 0 || room < 1 {
		return nil
	}
	var lines []string
	line := ""
	for i := len(moves) - 1; i >= 0; i-- {
		text := fmt.Sprintf("%d %s", i+1, s.moveText(moves[i]))
		if len(line)+len(text)+2 > width {
			if lines = append(lines, line); len(lines) == room {
				return lines
			}
			line = ""
		}
		if line != "" {
			text = "  " + text
		}
		line += text
	}
	return append(lines, line)
}

func (s *screen) legend() []string {
	if pic := s.picture(); pic.IsCells() {
		return pic.Legend()
	}
	return nil
}

// neighbourLines list the points around the cursor with their neighbours, for boards whose picture
// does not show all.
func (s *screen) neighbourLines(width, room int) []string {
	if s.board.Flat() || s.picture().IsCells() || room < 3 {
		return nil
	}
	lines := []string{"", "Points nearby:"}
	near := append([]game.Point{s.cursor}, s.board.Neighbors(s.cursor)...)
	for _, p := range near[:min(len(near), room-2)] {
		line := s.signed(p) + ":"
		for _, q := range s.board.Neighbors(p) {
			line += " " + s.signed(q)
		}
		lines = append(lines, clipWidth(line, width))
	}
	return lines
}

// signed is a point's name with the sign of its stone before it.
func (s *screen) signed(p game.Point) string {
	if c := s.match.Position().At(p); c != game.Empty {
		return string(s.glyphs.Stone[c]) + s.name(p)
	}
	return s.name(p)
}

// keysText returns the keys that can be used now.
func (s *screen) keysText() string {
	switch {
	case s.match.Phase() == match.Finished:
		return "type save NAME to keep the game, quit to leave"
	case s.match.Phase() == match.Counting:
		return "Enter: dead or alive  ^A accept  ^G resume  F1 help"
	case s.thought != nil && s.thought.what == "think":
		return "Enter: move now  ^Z take back  ^C quit"
	}
	return "Enter: play  or type D4, pass, undo, hint, resign, save NAME, quit  F1 help"
}

const helpPage = `How to play

%s

Keys

  arrows        move along the edges of the board
  Tab           visit the points next to this one
  Enter, Space  play here; while the computer thinks, make it move now
  letters       type a move (D4, pass) or a word, then Enter
  Esc           clear the typed text
  Shift+arrows  turn a solid board
  ^P pass   ^Z take back   ^T hint   ^A accept   ^G resume   ^C quit

Words

  pass  undo  hint  now  resign  draw  accept  resume  save NAME  help  quit

Signs

  [ ] the cursor   ( ) the last move   < > dead   ? the hint
  | | the winning row   ! forbidden   * offered
  %c Black   %c White   small signs: territory, or stones on the far side`

func (s *screen) helpText() string {
	text := fmt.Sprintf(helpPage, howToPlay(s.rules), s.glyphs.Stone[game.Black], s.glyphs.Stone[game.White])
	lines := append(strings.Split(text, "\n"), s.legend()...)
	lines = append(lines[:min(len(lines), max(s.height-2, 1))], "", "Press any key to continue.")
	for i, l := range lines {
		lines[i] = clipWidth(l, s.width)
	}
	return strings.Join(lines, "\n")
}

// helpWidth is the width of the help's text, in columns.
const helpWidth = 80

// howToPlay returns the game's short rules, as a paragraph of the help.
func howToPlay(rules game.Rules) string {
	lines := wrap(catalog.GameOf(rules.ID()).HowToPlay, helpWidth-2)
	return "  " + strings.Join(lines, "\n  ")
}

// wrap breaks text into lines at spaces.
func wrap(text string, width int) []string {
	return strings.Split(lipgloss.Wrap(text, max(width, 10), ""), "\n")
}

// clipWidth cuts a line to a width.
func clipWidth(text string, width int) string {
	if lipgloss.Width(text) <= width {
		return text
	}
	return lipgloss.NewStyle().MaxWidth(width).Render(text)
}

// norm is the length of a vector.
func norm(v board.Vec) float64 { return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]) }
