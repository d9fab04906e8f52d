package lessons

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/study/coach"
)

// Verdict is the result of a move.
type Verdict string

// The verdicts.
const (
	Start   Verdict = ""        // nothing was tried
	Right   Verdict = "right"   // and the step has more to do
	Seen    Verdict = "seen"    // the rules' refusal was the point; the step has more to do
	Done    Verdict = "done"    // right, and the step is done
	Wrong   Verdict = "wrong"   // the goal is missed
	Illegal Verdict = "illegal" // not a move of the game, or not what was asked for: the position does not change
)

// Frame is an intermediate position; frames are shown in order.
type Frame struct {
	Pos   game.Position
	Move  game.Move  // that led to it, or NoMove
	Color game.Color // the side that made it
	Fresh bool       // a new position, to show when the learner is ready
	Shown game.Point // the stone whose chain and liberties are marked, or board.None
}

// Answer is the result of a try.
type Answer struct {
	Verdict  Verdict
	Said     Said           // about the last move; Code "" for none
	Why      []coach.Saying // what the coach says about it
	Right    string         // id of the part that it solved, for the page's text, or ""
	Punished string         // id of the part that it missed, for the page's text, or ""
	Part     int            // index of the next part; the number of parts when the step is done
	Task     string         // id of that part, or of the missed one; "" when the step is done
	Side     game.Color     // the learner's colour
	Choices  []string       // answers to that part's question
	Mark     game.Point     // that the task names, or board.None
	Frames   []Frame
	Hint     game.Move // if the learner asked for help; else NoMove
}

// ErrTry is the error for a try that could not come from the page.
var ErrTry = errors.New("not a valid try at this step")

// opened is what a position must support for a lesson.
type opened interface {
	game.Position
	game.Setter
}

// start returns the first position of a part with a setup, before White's first move. Errors name
// what is wrong with the lesson's data.
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
	side := part.side()
	if part.First != "" {
		side = side.Other()
	}
	return o, o.Set(stones, side)
}

// side returns the learner's colour.
func (p *Part) side() game.Color {
	if p.White {
		return game.White
	}
	return game.Black
}

// stonesOf reads a setup such as "X D4 E5 / O E4".
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

// Try plays a learner's moves in a step, numbered from 0. All moves but the last must be right.
// With help all must be right, and the answer contains the next move. An ErrTry is the caller's
// error, others are the lesson's.
func (l *Lesson) Try(open game.Opener, step int, moves []string, help bool) (Answer, error) {
	if step < 0 || step >= len(l.Steps) {
		return Answer{}, fmt.Errorf("%w: the lesson has %d steps", ErrTry, len(l.Steps))
	}
	r := run{lesson: l, open: open, step: l.ID + "." + l.Steps[step].ID, parts: l.Steps[step].Parts}
	if len(moves) > len(r.parts) {
		return Answer{}, fmt.Errorf("%w: %d moves, but at most %d are allowed", ErrTry, len(moves), len(r.parts))
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
	return r.finish(help)
}

// finish completes the answer.
func (r *run) finish(help bool) (Answer, error) {
	a := r.answer
	a.Frames, a.Hint, a.Mark, a.Side = r.frames, game.NoMove, board.None, r.part().side()
	if a.Part == len(r.parts) {
		return a, nil
	}
	part := r.part()
	a.Choices = part.Choices
	if slices.Contains(marked, part.Goal) {
		a.Mark = r.point(part.Target)
	}
	if !help {
		return a, nil
	}
	a.Right, a.Punished, a.Why = "", "", nil // statements about the last move do not help with the next
	if part.Goal.counts() {
		a.Said = Said{Code: choose, Move: part.Answer}
		return a, nil
	}
	hint, err := r.hint(part)
	if err != nil {
		return Answer{}, err
	}
	a.Hint, a.Said = hint, Said{Code: helpWith(part.Goal), Move: game.Format(r.pos, hint)}
	a.Why = coach.Reason(r.pos, hint)
	return a, nil
}

// helpWith returns the code of a hint.
func helpWith(g Goal) Code {
	if g == Forbidden || g == Dead {
		return show
	}
	return help
}

// hint returns a move that reaches a part's goal.
func (r *run) hint(part *Part) (game.Move, error) {
	if part.Answer != "" {
		return game.ParseMove(r.pos, part.Answer)
	}
	if wins := coach.Wins(r.pos, part.side()); len(wins) > 0 {
		return game.Place(wins[0]), nil
	}
	for _, m := range r.pos.LegalMoves(nil) {
		c := &check{
			part: part, me: part.side(), target: r.point(part.Target), other: r.point(part.Other), before: r.pos, after: r.pos.Clone(), move: m,
		}
		if m >= 0 && c.after.Play(m) == nil && judges[part.Goal] != nil && c.judge() == nil && c.err == nil {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("lesson %s: %s has no answer", r.lesson.ID, part.ID)
}

// run is a step in progress.
type run struct {
	lesson *Lesson
	open   game.Opener
	step   string // its id
	parts  []Part
	pos    game.Position
	frames []Frame
	answer Answer
}

// begin starts the task of a part, with its position if it has one.
func (r *run) begin(part int) error {
	r.answer.Part = part
	if part == len(r.parts) {
		r.answer.Task = ""
		return nil
	}
	p := &r.parts[part]
	r.answer.Task = r.id(p)
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
		f.Shown = r.point(r.part().Target)
		if r.pos.At(f.Shown) == game.Empty {
			f.Shown = board.None
		}
	}
	r.frames = append(r.frames, f)
}

// part returns the current part, or the last one.
func (r *run) part() *Part { return &r.parts[min(r.answer.Part, len(r.parts)-1)] }

// id returns the id of a part.
func (r *run) id(p *Part) string { return r.step + "." + p.ID }

// point returns a point by name; board.None if it does not exist.
func (r *run) point(name string) game.Point {
	if p, ok := r.pos.Board().Lookup(name); ok {
		return p
	}
	return board.None
}

// move handles a move of the learner.
func (r *run) move(name string) error {
	if r.answer.Part == len(r.parts) {
		return fmt.Errorf("%w: the step is done", ErrTry)
	}
	part := r.part()
	if part.Goal.counts() {
		return r.count(part, name)
	}
	m, err := game.ParseMove(r.pos, name)
	if err != nil || m < 0 {
		return fmt.Errorf("%w: there is no point %.20q", ErrTry, name)
	}
	if f, ok := r.pos.(game.Faller); ok && f.Landing(m.Point()) != board.None {
		m = game.Place(f.Landing(m.Point())) // pointing at a column means its lowest free point
	}
	switch part.Goal {
	case Try:
		return r.try(part, m)
	case Forbidden:
		return r.forbidden(part, m)
	case Dead:
		return r.dead(part, m)
	}
	if why := coach.Why(r.pos, m); why != nil {
		r.says(Illegal, Said{}, why)
		return nil
	}
	c := &check{part: part, me: part.side(), target: r.point(part.Target), other: r.point(part.Other), before: r.pos.Clone(), move: m}
	if err := r.play(m, slices.Contains(shown, part.Goal)); err != nil {
		return err
	}
	c.after = r.pos
	miss := c.judge()
	switch {
	case c.err != nil:
		return fmt.Errorf("lesson %s: %w", r.id(part), c.err)
	case miss != nil:
		return r.miss(part, miss)
	}
	return r.reach(part, c)
}

// says records a statement about a move.
func (r *run) says(verdict Verdict, said Said, why []coach.Saying) {
	r.answer.Verdict, r.answer.Said, r.answer.Why, r.answer.Right, r.answer.Punished = verdict, said, why, "", ""
}

// miss shows why a move misses the goal.
func (r *run) miss(part *Part, m *miss) error {
	r.says(Wrong, m.said, nil)
	if m.punished {
		r.answer.Punished = r.id(part)
	}
	if m.reply == game.NoMove {
		return nil
	}
	return r.play(m.reply, slices.Contains(shown, part.Goal))
}

// try handles a move that should be illegal.
func (r *run) try(part *Part, m game.Move) error {
	switch {
	case m.Point() != r.point(part.Target):
		r.says(Illegal, Said{Code: first, Points: []string{part.Target}}, nil)
		return nil
	case r.pos.Check(m) == game.Legal:
		return fmt.Errorf("lesson %s: %s is legal", r.id(part), part.Target)
	}
	return r.next(part, Said{}, coach.Why(r.pos, m))
}

// forbidden handles a point that the rules should forbid.
func (r *run) forbidden(part *Part, m game.Move) error {
	switch r.pos.Check(m) {
	case game.Forbidden:
		return r.next(part, Said{}, nil)
	case game.Legal:
		r.says(Illegal, Said{Code: allowed, Points: names(r.pos.Board(), m.Point())}, nil)
		return nil
	}
	r.says(Illegal, Said{}, coach.Why(r.pos, m))
	return nil
}

// dead handles a stone that should be dead.
func (r *run) dead(part *Part, m game.Move) error {
	if m.Point() != r.point(part.Target) {
		r.says(Illegal, Said{Code: alive, Points: names(r.pos.Board(), m.Point())}, nil)
		return nil
	}
	return r.next(part, Said{}, nil)
}

// count handles an answer to a question about a number.
func (r *run) count(part *Part, chosen string) error {
	scorer, ok := r.pos.(game.Scorer)
	if !ok {
		return fmt.Errorf("lesson %s: nothing is counted in %s", r.id(part), r.lesson.Rules)
	}
	if !slices.Contains(part.Choices, chosen) {
		return fmt.Errorf("%w: %.20q is not an answer to the question", ErrTry, chosen)
	}
	score := scorer.Score(nil)
	points := score.Territory[game.Black]
	if part.Goal == Area {
		points += score.Stones[game.Black]
	}
	if chosen != strconv.Itoa(points) {
		r.says(Illegal, Said{Code: miscounted, Points: []string{chosen}}, nil)
		return nil
	}
	return r.next(part, Said{}, nil)
}

// reach continues after a goal was reached.
func (r *run) reach(part *Part, c *check) error {
	var said Said
	if part.Goal == Touch {
		said = c.about(left, c.liberties(c.after))
	}
	m, err := c.reply()
	if err == nil && m != game.NoMove {
		err = r.play(m, false)
	}
	if err != nil {
		return err
	}
	return r.next(part, said, nil)
}

// reply returns the other side's answer to a right move, NoMove for none.
func (c *check) reply() (game.Move, error) {
	switch c.part.Reply {
	case "":
		return game.NoMove, nil
	case escape:
		if liberties := c.liberties(c.after); len(liberties) > 0 {
			return game.Place(liberties[0]), nil
		}
		return game.NoMove, nil
	case stop:
		if wins := coach.Wins(c.after, c.me); len(wins) > 0 && c.after.Check(game.Place(wins[0])) == game.Legal {
			return game.Place(wins[0]), nil
		}
		return game.NoMove, nil
	}
	for _, name := range strings.Fields(c.part.Reply) {
		if m, err := game.ParseMove(c.after, name); err != nil || c.after.Check(m) == game.Legal {
			return m, err
		}
	}
	return game.NoMove, nil
}

// next continues with the next part.
func (r *run) next(part *Part, said Said, why []coach.Saying) error {
	verdict := Right
	if part.Goal == Try {
		verdict = Seen
	}
	if r.answer.Part+1 == len(r.parts) {
		verdict = Done
	}
	r.says(verdict, said, why)
	r.answer.Right = r.id(part)
	return r.begin(r.answer.Part + 1)
}
