package terminal

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"moyo/board"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/engine"
	"moyo/engine/protocol/gtp"
	"moyo/game"
	"moyo/game/match"
)

// PlayScreen plays on the whole terminal of in and out, with plain characters if ascii is set,
// until the person leaves.
func (t *Table) PlayScreen(ctx context.Context, in io.Reader, out io.Writer, ascii bool) error {
	s := newScreen(ctx, t, ascii)
	_, err := tea.NewProgram(s, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out)).Run()
	s.stopThinking()
	if ctx.Err() != nil {
		return nil // ended by a signal
	}
	return err
}

// screen is the game on a terminal: a bubbletea model. Only its Update changes the table; engines
// search copies in their own goroutines.
type screen struct {
	*Table
	ctx    context.Context
	glyphs picture.Glyphs
	plain  bool // no colours
	width  int
	height int

	natural int // width of a board with columns and rows; -1 for others, 0 if not known yet
	cursor  game.Point
	hinted  game.Point
	view    picture.View
	typed   string
	message string
	help    bool

	thought *thought
	ended   chan struct{} // closed when the previous search has ended; nil for none
}

// thought is a running search. Its messages refer to it, so that those of an abandoned search can
// be ignored.
type thought struct {
	what   string // "think", "hint" or "propose"
	player game.Color
	side   game.Color // of the next stone
	stop   context.CancelFunc
	infos  chan engine.Info
	result chan thoughtDone
	last   engine.Info
	begun  time.Time
}

// The messages of a thought.
type (
	thoughtInfo struct {
		of   *thought
		info engine.Info
	}
	thoughtDone struct {
		of   *thought
		info engine.Info
		dead []game.Point
		err  error
	}
	tickMsg struct{ of *thought }
)

func newScreen(ctx context.Context, t *Table, ascii bool) *screen {
	s := &screen{Table: t, ctx: ctx, glyphs: picture.Colors, width: 80, height: 24, hinted: board.None, view: picture.Tilt}
	if ascii {
		s.glyphs = picture.ASCII
	}
	s.cursor = middle(t.board)
	s.look()
	return s
}

// middle returns the point in the middle of a board, or of its front.
func middle(b *board.Board) game.Point {
	if c, ok := gtp.NewCells(b); ok {
		if p := c.At[c.Height/2*c.Width+c.Width/2]; p != board.None {
			return p
		}
	}
	best, bestDist := game.Point(0), 0.0
	for p := range game.Point(b.Len()) {
		c := b.Coord(p)
		dist := c[0]*c[0] + c[1]*c[1] - c[2]
		if p == 0 || dist < bestDist {
			best, bestDist = p, dist
		}
	}
	return best
}

func (s *screen) Init() tea.Cmd {
	if tick := s.tickClock(); tick != nil {
		return tea.Batch(s.advance(), tick)
	}
	return s.advance()
}

func (s *screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		if msg.Profile <= colorprofile.ASCII {
			s.plain = true
			if s.glyphs.Stone == picture.Colors.Stone {
				s.glyphs = picture.Letters
			}
		}
	case tea.KeyPressMsg:
		return s, s.key(msg)
	case tea.PasteMsg:
		s.typeText(msg.Content)
	case thoughtInfo:
		if msg.of == s.thought {
			s.thought.last = msg.info
			return s, msg.of.wait()
		}
	case thoughtDone:
		if msg.of == s.thought {
			return s, s.finishThought(msg)
		}
	case clockTick:
		return s, s.ticked()
	case tickMsg:
		if msg.of == s.thought && s.thought != nil {
			return s, tickOf(s.thought)
		}
	}
	return s, nil
}

// advance starts the engine's next task, if it has one.
func (s *screen) advance() tea.Cmd {
	if s.thought != nil {
		return nil
	}
	pos := s.match.Position().Clone()
	switch {
	case s.foeToMove():
		lim := s.searchLimits()
		return s.begin("think", func(ctx context.Context, report func(engine.Info)) (engine.Info, []game.Point, error) {
			info, err := s.think(ctx, pos, lim, report)
			return info, nil, err
		})
	case s.match.WantsProposal():
		return s.begin("propose", func(ctx context.Context, _ func(engine.Info)) (engine.Info, []game.Point, error) {
			return engine.Info{}, s.propose(ctx, pos), nil
		})
	}
	return nil
}

// begin runs a search in its own goroutine, after the previous one has ended.
func (s *screen) begin(what string, run func(context.Context, func(engine.Info)) (engine.Info, []game.Point, error)) tea.Cmd {
	ctx, stop := context.WithCancel(s.ctx)
	t := &thought{
		what: what, player: s.match.Turn(), side: s.match.ToPlay(), stop: stop, begun: s.now(),
		infos: make(chan engine.Info, 1), result: make(chan thoughtDone, 1),
	}
	before, ended := s.ended, make(chan struct{})
	s.thought, s.ended = t, ended
	go func() {
		defer close(ended)
		defer stop()
		if before != nil {
			<-before
		}
		info, dead, err := run(ctx, t.report)
		t.result <- thoughtDone{t, info, dead, err}
	}()
	return tea.Batch(t.wait(), tickOf(t))
}

// report keeps only the newest info: a slow screen must not delay the search.
func (t *thought) report(info engine.Info) {
	select {
	case <-t.infos:
	default:
	}
	t.infos <- info
}

// wait waits for the next message of the thought.
func (t *thought) wait() tea.Cmd {
	return func() tea.Msg {
		select {
		case info := <-t.infos:
			return thoughtInfo{t, info}
		case done := <-t.result:
			return done
		}
	}
}

// tickOf updates the time of a thought on the screen.
func tickOf(t *thought) tea.Cmd {
	return tea.Tick(250*time.Millisecond, func(time.Time) tea.Msg { return tickMsg{t} })
}

// stopThinking abandons a search and waits for its end.
func (s *screen) stopThinking() {
	if s.thought != nil {
		s.thought.stop()
		s.thought = nil
	}
	if s.ended != nil {
		<-s.ended
	}
}

// finishThought takes the result of a search.
func (s *screen) finishThought(done thoughtDone) tea.Cmd {
	t := s.thought
	s.thought = nil
	if done.err != nil {
		s.message = done.err.Error() + " Press Enter to try again."
		return nil
	}
	switch t.what {
	case "hint":
		s.hinted = done.info.Move.Point()
		s.message = fmt.Sprintf("Hint: %s, %.0f %% to win; then %s",
			s.moveText(done.info.Move), 100*done.info.Value, s.lineText(done.info.PV[min(1, len(done.info.PV)):], 4))
		return nil
	case "propose":
		if err := s.proposed(done.dead); err != nil {
			s.say(err)
		}
	case "think":
		err := s.played(done.info)
		s.say(err)
		switch {
		case err != nil:
		case done.info.Resign:
			s.message = words.Side(t.side) + " resigns."
		case done.info.Move == game.Pass:
			s.message = words.Side(t.side) + " passes."
		case done.info.Move <= game.FirstChoice:
			s.message = s.moveReport(t.player, t.side, done.info.Move)
		}
		s.look()
	}
	return s.advance()
}

// say shows an error, or clears the message.
func (s *screen) say(err error) {
	s.message = ""
	if err != nil {
		s.message = err.Error()
	}
}

// arrows are the keys that move the cursor.
var arrows = map[string]int{"left": picture.Left, "right": picture.Right, "up": picture.Up, "down": picture.Down}

// turns are the keys that turn a solid board, in steps of yaw and pitch.
var turns = map[string]picture.View{"shift+left": {Yaw: -1}, "shift+right": {Yaw: 1}, "shift+up": {Pitch: -1}, "shift+down": {Pitch: 1}}

const turnStep = 0.2

// keyWords are the keys that replace a typed word.
var keyWords = map[string]string{
	"ctrl+p": "pass", "ctrl+z": "undo", "ctrl+t": "hint", "ctrl+a": "accept",
	"ctrl+g": "resume", "f1": "help", "?": "help", "ctrl+c": "quit", "ctrl+q": "quit",
}

// key handles a key.
func (s *screen) key(msg tea.KeyPressMsg) tea.Cmd {
	name := msg.String()
	if s.help && name != "ctrl+c" && name != "ctrl+q" {
		s.help = false
		return nil
	}
	if dir, ok := arrows[name]; ok {
		s.walk(dir)
		return nil
	}
	if by, ok := turns[name]; ok {
		s.view = picture.View{Yaw: s.view.Yaw + by.Yaw*turnStep, Pitch: s.view.Pitch + by.Pitch*turnStep}
		return nil
	}
	if word, ok := keyWords[name]; ok {
		return s.command(word)
	}
	switch name {
	case "enter":
		return s.enter()
	case "space":
		if s.typed == "" {
			return s.enter()
		}
		s.typeText(" ")
	case "backspace":
		if r := []rune(s.typed); len(r) > 0 {
			s.typed = string(r[:len(r)-1])
		}
	case "esc":
		s.typed, s.message, s.hinted = "", "", board.None
	case "tab":
		s.cursor = s.nextNeighbour()
	default:
		s.typeText(msg.Text)
	}
	return nil
}

// typeText appends to the typed text.
func (s *screen) typeText(text string) {
	for _, r := range text {
		if r >= ' ' && r != 0x7F && len(s.typed) < 200 {
			s.typed += string(r)
		}
	}
}

// walk moves the cursor along an edge.
func (s *screen) walk(dir int) {
	s.cursor = s.picture().Step(s.cursor, dir)
	s.look()
}

// look turns a solid board so that the cursor is in front.
func (s *screen) look() {
	if s.board.Flat() {
		return
	}
	c := s.board.Coord(s.cursor)
	if turned := s.view.Turn(c); turned[2] < 0.15*max(1, norm(c)) {
		s.view = picture.Facing(c)
	}
}

// nextNeighbour cycles through the neighbours of the last point visited.
func (s *screen) nextNeighbour() game.Point {
	beside := s.board.Neighbors(s.cursor)
	if len(beside) == 0 {
		return s.cursor
	}
	for _, q := range beside {
		if q > s.cursor {
			return q
		}
	}
	return beside[0]
}

// enter runs the typed text, or acts on the cursor.
func (s *screen) enter() tea.Cmd {
	text := strings.TrimSpace(s.typed)
	s.typed = ""
	switch {
	case text != "":
		return s.command(text)
	case s.thought != nil && s.thought.what == "think":
		s.thought.stop() // it plays the best move so far
		return nil
	case s.foeToMove() || s.match.WantsProposal():
		return s.advance()
	}
	return s.act(s.cursor)
}

// act plays on a point or, while counting, toggles the stones there.
func (s *screen) act(p game.Point) tea.Cmd {
	if s.match.Phase() == match.Counting {
		s.say(s.toggle(p))
		return nil
	}
	return s.playMove(game.Place(p))
}

// playMove plays a person's move.
func (s *screen) playMove(m game.Move) tea.Cmd {
	if s.thought != nil && s.thought.what == "hint" {
		s.stopThinking()
	}
	s.hinted = board.None
	s.say(s.play(m))
	return s.advance()
}

// command runs a typed word.
func (s *screen) command(text string) tea.Cmd {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(word) {
	case "help":
		s.help = true
	case "quit", "exit":
		s.stopThinking()
		return tea.Quit
	case "pass":
		return s.playMove(game.Pass)
	case "now":
		if s.thought != nil {
			s.thought.stop()
		}
	case "hint":
		return s.askHint()
	case "save":
		s.saveAs(strings.TrimSpace(rest))
	case "undo", "resign", "draw", "accept", "resume":
		return s.change(strings.ToLower(word))
	default:
		m, err := s.move(text)
		if err != nil {
			s.say(err)
			return nil
		}
		if m < 0 {
			return s.playMove(m)
		}
		s.cursor = m.Point()
		s.look()
		return s.act(m.Point())
	}
	return nil
}

// change runs a word that changes the game as a whole, which makes the current search obsolete.
func (s *screen) change(word string) tea.Cmd {
	s.stopThinking()
	s.hinted = board.None
	s.say(map[string]func() error{"undo": s.undo, "resign": s.resign, "draw": s.agreeDraw, "accept": s.accept, "resume": s.resume}[word]())
	return s.advance()
}

func (s *screen) askHint() tea.Cmd {
	if s.match.Phase() != match.Playing || s.thought != nil {
		s.message = "You can ask for a hint when it is your turn."
		return nil
	}
	pos := s.match.Position().Clone()
	s.message = ""
	return s.begin("hint", func(ctx context.Context, _ func(engine.Info)) (engine.Info, []game.Point, error) {
		info, err := s.hint(ctx, pos)
		return info, nil, err
	})
}

func (s *screen) saveAs(name string) {
	if name == "" {
		s.message = "Please name a file, as in: save game.sgf"
		return
	}
	if err := s.Save(name); err != nil {
		s.say(err)
		return
	}
	s.message = "Saved as " + name + "."
}
