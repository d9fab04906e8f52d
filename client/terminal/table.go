// Package terminal is the game in a terminal. It has a table where people and engines sit, shown on
// the whole screen or in lines of text, and problems of life and death that are played out against
// the solver. The caller passes in input, output, clock and files, and reads flags.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/internal/errtext"
)

// Table is a game between people at one keyboard, or between one of them and an engine. The screen
// and the plain lines share it.
type Table struct {
	board   *board.Board
	rules   game.Rules
	letters board.Letters // the players' letters for columns
	match   *match.Match
	log     []match.Event
	foe     engine.Engine // nil if two people play
	helper  engine.Engine
	limits  engine.Limits // of foe
	now     func() time.Time
	since   time.Time // the time up to which the running clock has been counted
	create  func(name string) (io.WriteCloser, error)
}

// Config configures a table.
type Config struct {
	Board        *board.Board
	Rules        game.Rules
	Black, White match.Seat
	Foe          engine.Engine // nil if two people play
	Helper       engine.Engine // gives hints, and knows dead stones
	Limits       engine.Limits // of Foe
	Clock        clock.Spec    // of both players
	Now          func() time.Time
	Create       func(name string) (io.WriteCloser, error) // creates files for saved games
}

// New sets a game up. The table owns the engines from then on: it closes them, also after an error.
func New(cfg Config) (*Table, error) {
	t := &Table{
		board: cfg.Board, rules: cfg.Rules, letters: catalog.GameOf(cfg.Rules.ID()).Letters,
		foe: cfg.Foe, helper: cfg.Helper, limits: cfg.Limits, now: cfg.Now, create: cfg.Create,
	}
	setup := match.Setup{Board: cfg.Board.Spec(), Rules: cfg.Rules.ID(), Black: cfg.Black, White: cfg.White}
	if cfg.Clock.Counts() {
		setup.Clock = cfg.Clock.String()
	}
	first := match.Event{Kind: match.Created, At: t.now(), Setup: &setup}
	m, err := match.New(t.board, t.rules, first)
	if err != nil {
		t.Close()
		return nil, err
	}
	t.match, t.log, t.since = m, []match.Event{first}, first.At
	return t, nil
}

// Close closes the engines.
func (t *Table) Close() {
	if t.foe != nil {
		t.foe.Close()
	}
	if t.helper != nil {
		t.helper.Close()
	}
}

// sentence is an error that is shown to a person unchanged.
type sentence string

func (s sentence) Error() string { return string(s) }

// apply applies an event. Refusals come as sentences for people.
func (t *Table) apply(e match.Event) error {
	e.At = t.now()
	used, ran := t.used(e.At), t.match.Running() != game.Empty
	e.Elapsed = used.Milliseconds()
	_, err := t.match.Apply(e)
	if err == nil {
		t.advanceClock(e.At, used, ran)
		t.log = append(t.log, e)
		return nil
	}
	if timeUp(err) {
		t.fall()
	}
	var illegal *game.IllegalMove
	if errors.As(err, &illegal) {
		if phase := t.phase(); phase != "" {
			return sentence("Not now. " + phase)
		}
		return sentence(illegal.Reason.Sentence())
	}
	return err
}

// person returns the player at the keyboard: the one to move if both are.
func (t *Table) person() game.Color {
	if t.foe == nil {
		if c := t.match.Turn(); c != game.Empty {
			return c
		}
		return game.Black
	}
	if t.match.Seat(game.Black).Kind == match.Human {
		return game.Black
	}
	return game.White
}

// foeToMove reports whether it is the engine's turn.
func (t *Table) foeToMove() bool {
	player := t.match.Turn()
	return player != game.Empty && t.match.Seat(player).Kind == match.Engine
}

// play plays a move of the person to move.
func (t *Table) play(m game.Move) error {
	return t.apply(match.Event{Kind: match.Moved, By: t.person(), Move: m})
}

// undo takes back the last move of a person, with the engine's answer to it.
func (t *Table) undo() error {
	if t.foe != nil {
		return t.apply(match.Event{Kind: match.Undone, By: t.person()})
	}
	if t.match.Clock().Counts() {
		return t.undoTimed()
	}
	last := len(t.log) - 1
	for last > 0 && t.log[last].Kind != match.Moved {
		last--
	}
	if last <= 0 {
		return sentence("There is no move to take back.")
	}
	m, err := match.Replay(t.board, t.rules, t.log[:last])
	if err != nil {
		return err
	}
	t.match, t.log = m, t.log[:last:last]
	return nil
}

func (t *Table) resign() error {
	return t.apply(match.Event{Kind: match.Resigned, By: t.person()})
}

func (t *Table) toggle(p game.Point) error {
	return t.apply(match.Event{Kind: match.Toggled, By: t.person(), Point: p})
}

// accept agrees with the count, for all players at the keyboard.
func (t *Table) accept() error {
	for _, side := range []game.Color{game.Black, game.White} {
		if t.match.Seat(side).Kind != match.Human || t.match.Phase() == match.Finished {
			continue
		}
		if err := t.apply(match.Event{Kind: match.Accepted, By: side}); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) resume() error {
	return t.apply(match.Event{Kind: match.Resumed, By: t.person()})
}

// think makes the engine choose its move; played plays it. They are separate because the screen
// continues while the engine thinks.
func (t *Table) think(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	ctx, cancel := untilFlagOf(ctx, lim)
	defer cancel()
	info, err := t.foe.Search(ctx, pos, lim, report)
	if err != nil {
		return info, fmt.Errorf("%s cannot move: %w", t.foe.Name(), err)
	}
	return info, nil
}

func (t *Table) played(info engine.Info) error {
	player := t.match.Turn()
	if info.Resign {
		return t.apply(match.Event{Kind: match.Resigned, By: player})
	}
	return t.apply(match.Event{Kind: match.Moved, By: player, Move: info.Move})
}

// hintTime is how long the helper thinks.
const hintTime = time.Second

// hint asks the helper for a move in pos.
func (t *Table) hint(ctx context.Context, pos game.Position) (engine.Info, error) {
	return t.helper.Search(ctx, pos, engine.Limits{Time: hintTime, Threads: t.limits.Threads, Seed: 1}, nil)
}

// propose returns the stones that are probably dead.
func (t *Table) propose(ctx context.Context, pos game.Position) []game.Point {
	judge, ok := t.helper.(engine.DeadStones)
	if !ok {
		return nil
	}
	dead, err := judge.Dead(ctx, pos)
	if err != nil {
		return nil // the players mark them themselves
	}
	return dead
}

func (t *Table) proposed(dead []game.Point) error {
	return t.apply(match.Event{Kind: match.Scoring, Dead: dead})
}

// agreeDraw ends the game without a winner: two people at one keyboard have talked about it
// already.
func (t *Table) agreeDraw() error {
	by := t.person()
	if err := t.apply(match.Event{Kind: match.Offered, By: by}); err != nil {
		return err
	}
	return t.apply(match.Event{Kind: match.Agreed, By: by.Other()})
}

// move returns the move for a point's name or a choice.
func (t *Table) move(text string) (game.Move, error) {
	if m, ok := t.match.Position().ParseChoice(text); ok {
		return m, nil
	}
	if p, ok := t.column(text); ok {
		return game.Place(p), nil
	}
	p, err := t.point(text)
	return game.Place(p), err
}

// column returns where a stone lands, on boards where stones fall. The column is a number from 1 or
// a letter; a full column returns its highest point.
func (t *Table) column(text string) (game.Point, bool) {
	f, ok := t.match.Position().(game.Faller)
	if !ok {
		return board.None, false
	}
	width, _, _ := t.board.Grid()
	for x := range width {
		if text != strconv.Itoa(x+1) && !strings.EqualFold(text, t.letters.Column(x)) {
			continue
		}
		if p := f.Landing(game.Point(x)); p != board.None {
			return p, true
		}
		return game.Point(x), true
	}
	return board.None, false
}

// point returns the point of a name.
func (t *Table) point(text string) (game.Point, error) {
	if p, ok := t.letters.Lookup(t.board, text); ok {
		return p, nil
	}
	return board.None,
		sentence(fmt.Sprintf("%q is neither a point on this board nor a command. Type help for the commands.", errtext.Clip(text, 40)))
}

// Ply returns how many moves have been played.
func (t *Table) Ply() int { return t.match.Ply() }

// Save writes the game to a file as SGF.
func (t *Table) Save(name string) error {
	f, err := t.create(name)
	if err != nil {
		return fmt.Errorf("the game is not saved: %w", err)
	}
	if err := errors.Join(sgf.Write(f, sgf.Collection{t.record()}), f.Close()); err != nil {
		return fmt.Errorf("the game is not saved: %w", err)
	}
	return nil
}

// record returns the game's record.
func (t *Table) record() *sgf.Game {
	g := record.Of(t.match.Position(), catalog.GameOf(t.rules.ID()).RecordKind)
	for _, info := range [][2]string{
		{"PB", t.holder(game.Black).Name}, {"PW", t.holder(game.White).Name},
		{"DT", t.match.Created().Format(time.DateOnly)}, {"RE", t.match.Result()},
	} {
		if info[1] != "" {
			g.Root.Set(info[0], sgf.Escape(info[1]))
		}
	}
	record.SetClock(g, t.match.Clock())
	record.SetLeft(g, t.match.Position(), t.specs(), t.match.Lefts())
	return g
}

// stateText returns a line with the player to move or the result.
func (t *Table) stateText() string {
	switch t.match.Phase() {
	case match.Counting:
		return "Both passed: which stones are dead?"
	case match.Finished:
		return "The game is over: " + resultText(t.match) + "."
	}
	name := t.match.Seat(t.match.Turn()).Name
	if phase := t.phase(); phase != "" {
		return name + ": " + phase + t.choicesText()
	}
	return fmt.Sprintf("%s to play: %s", words.Side(t.match.ToPlay()), name)
}

// holder returns the seat of the player that has the stones of a colour.
func (t *Table) holder(c game.Color) match.Seat { return t.match.Seat(t.match.Holder(c)) }

// phase returns what there is to do in the opening, "" outside it.
func (t *Table) phase() string {
	if o, ok := t.match.Position().(game.Opened); ok {
		return o.Phase().Text
	}
	return ""
}

// choicesText lists the choices that can be typed now.
func (t *Table) choicesText() string {
	var names []string
	pos := t.match.Position()
	for _, m := range pos.LegalMoves(nil) {
		if m <= game.FirstChoice {
			names = append(names, pos.Choice(m))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " Type " + strings.Join(names, ", ") + "."
}

// moveReport describes a player's move.
func (t *Table) moveReport(player, side game.Color, m game.Move) string {
	pos := t.match.Position()
	if o, ok := pos.(game.Opened); ok {
		name := t.match.Seat(player).Name
		if title := o.ChoiceTitle(m).Text; title != "" {
			return fmt.Sprintf("%s chooses: %s.", name, title)
		}
		if m >= 0 && pos.At(m.Point()) == game.Empty {
			return fmt.Sprintf("%s offers %s.", name, t.moveText(m))
		}
	}
	return fmt.Sprintf("%s plays %s.", words.Side(side), t.moveText(m))
}

// resultText returns the result in words.
func resultText(m *match.Match) string {
	out := m.Outcome()
	winner := words.Side(out.Winner)
	if m.Winner() != out.Winner { // sides were swapped
		winner += " (" + m.Seat(m.Winner()).Name + ")"
	}
	switch {
	case out.Winner == game.Empty && out.How == "board full":
		return "a draw, the board is full"
	case out.Winner == game.Empty && out.How == "blocked":
		return "a draw, no legal move is left"
	case out.Winner == game.Empty:
		return "a draw"
	case out.How == "resign":
		return winner + " wins by resignation"
	case out.How == "time":
		return winner + " wins on time"
	case out.How == "forbidden":
		return winner + " wins: Black played a forbidden point"
	case out.How == "no move left":
		return winner + " wins: no move is left"
	case out.How == "captures":
		return winner + " wins by capturing"
	case out.How != "score":
		return winner + " wins with " + strings.TrimSuffix(out.How, " in a row") + " in a row"
	}
	return fmt.Sprintf("%s wins by %g points", winner, out.Margin)
}

// scoreLines explains the count.
func scoreLines(s game.Score) []string {
	var lines []string
	for _, c := range []game.Color{game.Black, game.White} {
		total := s.Black
		if c == game.White {
			total = s.White
		}
		parts := []string{fmt.Sprintf("%d territory", s.Territory[c])}
		if s.Method == "territory" {
			parts = append(parts, words.Count(s.Prisoners[c], "prisoner"))
		} else {
			parts = append(parts, words.Count(s.Stones[c], "stone"))
		}
		if c == game.White && s.Komi != 0 {
			parts = append(parts, fmt.Sprintf("%g komi", s.Komi))
		}
		lines = append(lines, fmt.Sprintf("%s %g = %s", words.Side(c), total, strings.Join(parts, " + ")))
	}
	return lines
}

// optionText describes options of rules; %s is the value.
var optionText = map[string]string{
	"komi": "komi %s", "score": "%s scoring", "ko": "%s ko", "handicap": "handicap %s", "suicide=yes": "suicide allowed",
	"rule": "%s", "n": "%s in a row", "opening": "opening %s", "forbidden": "a forbidden point %s",
	"captures": "%s captures", "lines=all": "diagonals too", "pass=yes": "passing allowed",
}

// rulesText describes the rules by their options or, without options, by the game's name.
func (t *Table) rulesText() string {
	_, params, _ := strings.Cut(t.rules.ID(), ":")
	var words []string
	for part := range strings.SplitSeq(params, ",") {
		key, value, _ := strings.Cut(part, "=")
		if text, ok := optionText[key]; ok && value != "none" {
			words = append(words, fmt.Sprintf(text, value))
		} else if text, ok := optionText[part]; ok {
			words = append(words, text)
		}
	}
	if len(words) == 0 {
		return catalog.Describe(t.rules.ID()).Name
	}
	return strings.Join(words, ", ")
}

// moveText returns a move in words.
func (t *Table) moveText(m game.Move) string {
	if m >= 0 {
		return t.name(m.Point())
	}
	return game.Format(t.match.Position(), m)
}

// name returns the players' name of a point.
func (t *Table) name(p game.Point) string { return t.letters.Name(t.board, p) }

// lineText returns the names of a principal variation.
func (t *Table) lineText(moves []game.Move, most int) string {
	var names []string
	for _, m := range moves[:min(len(moves), most)] {
		names = append(names, t.moveText(m))
	}
	return strings.Join(names, " ")
}

// pointText describes a point: its stone, chain, liberties and neighbours.
func (t *Table) pointText(p game.Point) string {
	pos := t.match.Position()
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", t.name(p), pos.At(p))
	if chainer, ok := pos.(game.Chainer); ok && pos.At(p) != game.Empty {
		stones, libs := chainer.Chain(p)
		fmt.Fprintf(&b, ", %s with %s", words.Count(len(stones), "stone"), words.Count(len(libs), "liberty"))
	}
	if slices.Contains(t.match.Dead(), p) {
		b.WriteString(", dead")
	}
	if t.match.Phase() == match.Playing && pos.Check(game.Place(p)) == game.Forbidden {
		b.WriteString(", forbidden")
	}
	b.WriteString("; beside it")
	for _, q := range t.board.Neighbors(p) {
		b.WriteString(" " + t.name(q))
		if c := pos.At(q); c != game.Empty {
			fmt.Fprintf(&b, " (%s)", c)
		}
	}
	return b.String()
}

// overlay returns what to show of the game besides its stones.
func (t *Table) overlay(cursor, hint game.Point) picture.Overlay {
	o := picture.Overlay{Cursor: cursor, Hint: hint}
	if t.match.Phase() == match.Counting || t.match.Outcome().How == "score" {
		o.Dead, o.Owner = t.match.Dead(), t.match.Score().Owner
	}
	pos := t.match.Position()
	if b, ok := pos.(game.Banned); ok && t.match.Phase() == match.Playing {
		o.Banned = b.Banned()
	}
	if opened, ok := pos.(game.Opened); ok {
		o.Offered = opened.Offered()
	}
	if w, ok := pos.(game.Won); ok {
		o.Figure = w.Figure()
	}
	return o
}
