package lessons

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/study/coach"
)

// Verdict says what a move was.
type Verdict string

// The verdicts.
const (
	Start   Verdict = ""        // nothing was tried
	Right   Verdict = "right"   // and there is more to do in this step
	Seen    Verdict = "seen"    // what the rules say to it was to be seen; there is more to do
	Done    Verdict = "done"    // right, and the step is done
	Wrong   Verdict = "wrong"   // the goal is missed
	Illegal Verdict = "illegal" // not a move of the game: the position stays
)

// Frame is a position on the way, in the order in which they are to be shown.
type Frame struct {
	Pos   game.Position
	Move  game.Move  // that led here, or NoMove
	Color game.Color // who made it
	Fresh bool       // a new position, to be shown when the one who learns is ready
	Shown game.Point // the stone whose chain and liberties are to be marked, or board.None
}

// Answer is what comes of a try.
type Answer struct {
	Verdict Verdict
	Text    string         // about the last move
	Why     []coach.Saying // what the coach says of it, or of the hint
	Part    int            // index of the part to be done next; the number of parts when the step is done
	Task    string         // of that part, or of the one that was missed
	Mark    game.Point     // that the task names, or board.None
	Frames  []Frame
	Hint    game.Move // where help was asked for; else NoMove
}

// ErrTry is what is wrong with a try that could not come from the page.
var ErrTry = errors.New("that is no try at this step")

// opened is what a position must be able to do for a lesson.
type opened interface {
	game.Position
	game.Setter
}

// start returns the first position of a part that has a set-up, before White's
// first move. Errors name what is wrong with the lesson's data.
func (l *Lesson) start(open game.Opener, part *Part) (opened, error) {
	b, err := open.Board(l.Board)
	if err != nil {
		return nil, err
	}
	rules, err := open.Rules(l.Rules)
	if err != nil {
		return nil, err
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil, err
	}
	o, ok := pos.(opened)
	if !ok {
		return nil, fmt.Errorf("lesson %s: positions of %s cannot be set up", l.ID, l.Rules)
	}
	stones, err := stonesOf(b, part.Setup)
	if err != nil {
		return nil, fmt.Errorf("lesson %s: %w", l.ID, err)
	}
	side := game.Black
	if part.First != "" {
		side = game.White
	}
	return o, o.Set(stones, side)
}

// stonesOf reads a set-up such as "X D4 E5 / O E4".
func stonesOf(b *board.Board, setup string) ([]game.Placed, error) {
	var stones []game.Placed
	color := game.Empty
	for _, word := range strings.Fields(setup) {
		switch word {
		case "X":
			color = game.Black
			continue
		case "O":
			color = game.White
			continue
		case "/":
			continue
		}
		p, ok := b.Lookup(word)
		if !ok || color == game.Empty {
			return nil, fmt.Errorf("set-up %q: no point %q", setup, word)
		}
		stones = append(stones, game.Placed{Point: p, Color: color})
	}
	return stones, nil
}

// Try plays the moves of one who learns through a step, numbered from 0: all but
// the last have been right. Where help is asked for they all have, and the answer
// holds what to play next. An error that is an ErrTry is the asker's, others are
// the lesson's.
func (l *Lesson) Try(open game.Opener, step int, moves []string, help bool) (Answer, error) {
	if step < 0 || step >= len(l.Steps) {
		return Answer{}, fmt.Errorf("%w: the lesson has %d steps", ErrTry, len(l.Steps))
	}
	r := run{lesson: l, open: open, parts: l.Steps[step].Parts}
	if len(moves) > len(r.parts) {
		return Answer{}, fmt.Errorf("%w: %d moves, and it takes %d", ErrTry, len(moves), len(r.parts))
	}
	err := r.begin(0)
	if err != nil {
		return Answer{}, err
	}
	for i, name := range moves {
		if r.answer.Verdict == Wrong || r.answer.Verdict == Illegal {
			return Answer{}, fmt.Errorf("%w: move %d was not right", ErrTry, i)
		}
		r.frames = r.frames[len(r.frames)-1:]
		if err := r.move(name); err != nil {
			return Answer{}, err
		}
	}
	a := r.answer
	a.Frames, a.Hint, a.Mark = r.frames, game.NoMove, board.None
	if a.Part < len(r.parts) && slices.Contains([]Goal{Play, Try}, r.parts[a.Part].Goal) {
		a.Mark = r.target()
	}
	if help && a.Part < len(r.parts) {
		if a.Hint, err = r.hint(&r.parts[a.Part]); err != nil {
			return Answer{}, err
		}
		a.Text, a.Why = fmt.Sprintf("Play %s.", game.Format(r.pos, a.Hint)), coach.Reason(r.pos, a.Hint)
	}
	return a, nil
}

// hint returns a move that reaches a part's goal.
func (r *run) hint(part *Part) (game.Move, error) {
	if part.Answer != "" {
		return game.ParseMove(r.pos, part.Answer)
	}
	if wins := coach.Wins(r.pos, game.Black); len(wins) > 0 {
		return game.Place(wins[0]), nil
	}
	return game.NoMove, fmt.Errorf("lesson %s: %q has no answer", r.lesson.ID, part.Task)
}

// run is a step being worked through.
type run struct {
	lesson *Lesson
	open   game.Opener
	parts  []Part
	pos    game.Position
	frames []Frame
	answer Answer
}

// begin sets the task of a part, and its position where it has one of its own.
func (r *run) begin(part int) error {
	r.answer.Part = part
	if part == len(r.parts) {
		r.answer.Task = ""
		return nil
	}
	p := &r.parts[part]
	r.answer.Task = p.Task
	if p.Setup == "" {
		return nil
	}
	pos, err := r.lesson.start(r.open, p)
	if err != nil {
		return err
	}
	r.pos = pos
	r.frame(game.NoMove, part > 0, p.Show)
	if p.First == "" {
		return nil
	}
	m, err := game.ParseMove(pos, p.First)
	if err != nil {
		return err
	}
	return r.play(m, false)
}

// play plays a move and shows the position after it.
func (r *run) play(m game.Move, show bool) error {
	next := r.pos.Clone()
	if err := next.Play(m); err != nil {
		return fmt.Errorf("lesson %s: %s: %w", r.lesson.ID, game.Format(r.pos, m), err)
	}
	r.pos = next
	r.frame(m, false, show)
	return nil
}

// frame shows the position as it is.
func (r *run) frame(m game.Move, fresh, show bool) {
	f := Frame{Pos: r.pos.Clone(), Move: m, Fresh: fresh, Shown: board.None}
	if m != game.NoMove {
		f.Color = r.pos.At(m.Point())
	}
	if show {
		f.Shown = r.target()
		if r.pos.At(f.Shown) == game.Empty {
			f.Shown = board.None
		}
	}
	r.frames = append(r.frames, f)
}

// target returns the part's target.
func (r *run) target() game.Point {
	p, _ := r.pos.Board().Lookup(r.parts[r.answer.Part].Target)
	return p
}

// move is what the one who learns does.
func (r *run) move(name string) error {
	if r.answer.Part == len(r.parts) {
		return fmt.Errorf("%w: it is done", ErrTry)
	}
	part := &r.parts[r.answer.Part]
	r.answer.Why = nil
	m, err := game.ParseMove(r.pos, name)
	if err != nil || m < 0 {
		return fmt.Errorf("%w: there is no point %.20q", ErrTry, name)
	}
	if f, ok := r.pos.(game.Faller); ok && f.Landing(m.Point()) != board.None {
		m = game.Place(f.Landing(m.Point())) // whoever points at a column means its lowest free point
	}
	if part.Goal == Try {
		return r.try(part, m)
	}
	if why := coach.Why(r.pos, m); why != nil {
		r.answer.Verdict, r.answer.Text, r.answer.Why = Illegal, "", why
		return nil
	}
	c := check{part: part, target: r.target(), before: r.pos.Clone(), move: m}
	if err := r.play(m, slices.Contains([]Goal{Touch, Take, Atari, Trap, Save}, part.Goal)); err != nil {
		return err
	}
	c.after = r.pos
	if miss := c.judge(); miss != nil {
		r.answer.Verdict, r.answer.Text = Wrong, miss.text
		if miss.reply != game.NoMove {
			return r.play(miss.reply, true)
		}
		return nil
	}
	return r.reach(part, c)
}

// try is a move that is to be illegal.
func (r *run) try(part *Part, m game.Move) error {
	switch {
	case m.Point() != r.target():
		r.answer.Verdict = Illegal
		r.answer.Text = fmt.Sprintf("First see what the rules say to %s: try to play there.", part.Target)
		return nil
	case r.pos.Check(m) == game.Legal:
		return fmt.Errorf("lesson %s: %s is legal", r.lesson.ID, part.Target)
	}
	r.answer.Text, r.answer.Why = "", coach.Why(r.pos, m)
	return r.next(part)
}

// reach goes on after a goal was reached.
func (r *run) reach(part *Part, c check) error {
	r.answer.Text = ""
	if part.Goal == Touch {
		left := c.liberties(c.after)
		r.answer.Text = fmt.Sprintf("The %s has %s left.", c.chain(), count(len(left), "liberty", "liberties"))
	}
	m, err := c.reply()
	if err == nil && m != game.NoMove {
		err = r.play(m, false)
	}
	if err != nil {
		return err
	}
	return r.next(part)
}

// reply returns White's answer to a right move, NoMove for none.
func (c check) reply() (game.Move, error) {
	switch c.part.Reply {
	case "":
		return game.NoMove, nil
	case escape:
		return game.Place(c.liberties(c.after)[0]), nil
	case stop:
		return game.Place(coach.Wins(c.after, game.Black)[0]), nil
	}
	return game.ParseMove(c.after, c.part.Reply)
}

// next goes on to the next part.
func (r *run) next(part *Part) error {
	r.answer.Verdict = Right
	if part.Goal == Try {
		r.answer.Verdict = Seen
	}
	if part.Right != "" {
		r.answer.Text = strings.TrimSpace(r.answer.Text + " " + part.Right)
	}
	if r.answer.Part+1 == len(r.parts) {
		r.answer.Verdict = Done
	}
	return r.begin(r.answer.Part + 1)
}
