package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"moyo/board"
	"moyo/client/terminal/answers"
	"moyo/client/terminal/picture"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/internal/errtext"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/hints"
	"moyo/study/trainer"
)

// ProblemOptions configure how problems are played out.
type ProblemOptions struct {
	Limit   time.Duration // time for the solver, per problem and per move
	Memory  int64         // for its table, in bytes
	Threads int
	Colored bool
}

// ProblemError is an error in a problem itself.
type ProblemError struct{ error }

// Unwrap returns the error that names the place and the reason.
func (e ProblemError) Unwrap() error { return e.error }

// PlayProblems plays problems out against the solver, one after the other, in lines of text. A
// problem that cannot be asked ends it with a [ProblemError].
func PlayProblems(ctx context.Context, problems iter.Seq2[format.Item, error], in io.Reader, out io.Writer, opt ProblemOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := typedLines(ctx, in)
	solved, seen := 0, 0
	for item, err := range problems {
		if err != nil {
			return ProblemError{err}
		}
		g := &problemGame{problem: item.Problem, out: out, lines: lines, colored: opt.Colored, limit: opt.Limit}
		if !item.Asked || g.problem.Question == tsumego.Status {
			g.problem.Question = g.ownQuestion()
		}
		solver, err := life.NewSolver(g.problem, life.Options{Memory: opt.Memory, Threads: opt.Threads})
		if err != nil {
			return ProblemError{fmt.Errorf("%s: %w", words.ID(item.ID), err)}
		}
		g.reader = solver
		seen++
		if err := g.run(ctx); err != nil {
			return err
		}
		if g.solved {
			solved++
		}
		if g.quit || ctx.Err() != nil {
			break
		}
	}
	if seen > 1 {
		fmt.Fprintf(out, "Solved %d of %s.\n", solved, words.Count(seen, "problem"))
	}
	return nil
}

// problemGame is one problem that a person plays out.
type problemGame struct {
	problem tsumego.Problem
	reader  trainer.Reader
	out     io.Writer
	lines   <-chan string
	limit   time.Duration
	colored bool

	puzzle       *trainer.Puzzle
	fate         life.Fate       // of the target in best play
	rests        life.Assumption // the assumption of the answer
	moves        []game.Move     // of both sides alternately
	hinted       bool            // the hint in words has been given
	solved, over bool
	quit         bool
}

// ownQuestion returns the question of the side to move if the file asks none, or one for either
// side.
func (g *problemGame) ownQuestion() tsumego.Question {
	switch {
	case len(g.problem.Target) == 0:
		return format.GuessQuestion(&g.problem)
	case g.problem.Stones[g.problem.Target[0]] == g.problem.ToPlay:
		return tsumego.Live
	}
	return tsumego.Kill
}

func (g *problemGame) say(format string, args ...any) { fmt.Fprintf(g.out, format+"\n", args...) }

// run plays until the problem is solved, shown or left.
func (g *problemGame) run(ctx context.Context) error {
	if err := g.begin(ctx); err != nil || g.over {
		return err
	}
	for !g.over {
		g.say("%s to play:", words.Side(g.problem.ToPlay))
		select {
		case text, ok := <-g.lines:
			if !ok {
				g.quit = true
				return nil
			}
			if err := g.command(ctx, text); err != nil {
				return err
			}
		case <-ctx.Done():
			return nil
		}
	}
	return nil
}

// begin solves the problem, so that answers come quickly, and shows it.
func (g *problemGame) begin(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()
	a, err := g.reader.After(limited, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", words.ID(g.problem.ID), err)
	}
	g.problem.Region, g.problem.Walls, g.rests = a.Region, a.Walls, a.Assumes
	g.fate = a.Fate
	g.puzzle = &trainer.Puzzle{Problem: g.problem, Best: a.Verdict, Line: a.Line}
	g.say("%s: %s", words.ID(g.problem.ID), answers.Asked(&g.problem))
	if g.problem.Notes != "" {
		g.say("%s", g.problem.Notes)
	}
	g.draw()
	switch a.Verdict {
	case life.Lose:
		g.say("It cannot be done: %s", strings.Join(answers.LifeLines(&g.problem, a), "\n"))
		g.over = true
	case life.Unknown:
		g.say("moyo cannot solve this within %v, so it could not judge your moves. Try more time with --time.", g.limit)
		g.over = true
	case life.InKo:
		g.say("The best possible result is a ko%s.", answers.Condition(g.rests, game.Empty))
	}
	if !g.over {
		for _, line := range answers.Ground(&g.problem, a) {
			g.say("%s", line)
		}
		g.say("Type a point or pass; type help for more commands.")
	}
	return nil
}

const problemHelp = `A point such as D4 plays there; pass passes. moyo tells you whether the move works, and answers it.
undo      take back your last move         hint      a hint in words, then a move that works
solution  give up and see the best play    board     draw the board
next      leave this problem               quit      leave all problems`

// command runs one line.
func (g *problemGame) command(ctx context.Context, text string) error {
	word := strings.ToLower(strings.TrimSpace(text))
	switch word {
	case "":
	case "help", "?":
		g.say(problemHelp)
	case "quit", "exit":
		g.over, g.quit = true, true
	case "next":
		g.over = true
	case "board":
		g.draw()
	case "undo":
		g.undo()
	case "hint":
		return g.hint(ctx)
	case "solution", "give up", "resign":
		return g.giveUp(ctx)
	case "pass":
		return g.play(ctx, game.Pass)
	default:
		p, err := format.ParsePoint(g.problem.Board, strings.TrimSpace(text))
		if err != nil {
			g.say("%q is neither a point on this board nor a command. Type help for the commands.", errtext.Clip(text, 40))
			return nil
		}
		return g.play(ctx, game.Place(p))
	}
	return nil
}

// play plays a move, reports its effect and answers it.
func (g *problemGame) play(ctx context.Context, m game.Move) error {
	limited, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()
	moves := append(g.moves[:len(g.moves):len(g.moves)], m)
	judged, err := g.puzzle.Judge(limited, g.reader, moves)
	if illegal := new(trainer.TryError); errors.As(err, &illegal) {
		g.say("%s", g.illegal(m, illegal.Reason))
		return nil
	} else if err != nil {
		return err
	}
	name := words.Moves(g.problem.Board, []game.Move{m})[0]
	switch judged.Verdict {
	case trainer.Solved:
		g.moves = moves
		g.draw()
		g.say("Correct: %s. %s", name, g.doneText())
		g.solved, g.over = true, true
	case trainer.Right:
		g.say("Correct: %s.", name)
		g.answer(moves, judged.Line)
	case trainer.Wrong:
		g.say("%s fails: %s", name, g.failText(judged))
		g.answer(moves, judged.Line)
		g.say("Type undo to try again, or solution to see what works.")
	default:
		g.say("moyo could not find out within %v whether %s works, so the move is taken back.", g.limit, name)
	}
	return nil
}

// answer plays the other side's first move of a line.
func (g *problemGame) answer(moves, line []game.Move) {
	reply := game.Pass
	if len(line) > 0 {
		reply = line[0]
	}
	g.moves = append(moves, reply)
	g.draw()
	g.say("%s plays %s.", words.Side(g.problem.ToPlay.Other()), words.Moves(g.problem.Board, []game.Move{reply})[0])
	if at, err := g.puzzle.Play(g.moves); err == nil && g.taken(at) {
		g.say("The target is captured.")
	}
}

// taken reports whether all stones of the target have been captured.
func (g *problemGame) taken(at *trainer.Position) bool {
	return len(g.problem.Target) > 0 && !slices.ContainsFunc(g.problem.Target, func(t game.Point) bool { return at.Stones()[t] != game.Empty })
}

// illegal returns why a move cannot be played.
func (g *problemGame) illegal(m game.Move, why game.Reason) string {
	if why == game.OffBoard {
		return g.problem.Board.Name(m.Point()) + " is outside the region of this problem."
	}
	return why.Sentence()
}

// doneText returns what has been achieved.
func (g *problemGame) doneText() string {
	side := words.Side(g.problem.ToPlay)
	if g.puzzle.Best == life.InKo {
		return side + " gets the ko, which is the best possible result" + answers.Condition(g.rests, game.Empty) + "."
	}
	said := side + " lives"
	if g.problem.Question == tsumego.Kill {
		said = side + " kills"
	}
	return said + cmp.Or(answers.Condition(g.rests, g.problem.ToPlay.Other()), ", whatever comes") + "."
}

// failText returns the fate of the target after a wrong move, with the line.
func (g *problemGame) failText(j trainer.Judgement) string {
	said := map[life.Fate]string{
		life.Dead: "the target dies", life.Alive: "the target lives", life.Seki: "the target lives in seki", life.FateKo: "it is only a ko",
	}[j.Fate]
	if said == "" {
		said = "it does not achieve enough"
	}
	if len(j.Line) > 0 {
		said += " after " + strings.Join(words.Moves(g.problem.Board, j.Line), " ")
	}
	loser := g.problem.ToPlay
	if j.Fate == life.FateKo {
		loser = game.Empty
	}
	return said + answers.Condition(j.Assumes, loser) + "."
}

func (g *problemGame) undo() {
	if len(g.moves) == 0 {
		g.say("There is no move to take back.")
		return
	}
	g.moves = g.moves[:(len(g.moves)-1)/2*2]
	g.draw()
	g.say("Taken back.")
}

func (g *problemGame) solution(ctx context.Context) ([]game.Move, error) {
	limited, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()
	return g.puzzle.Solution(limited, g.reader, g.moves)
}

// hint helps first with words, then with a move.
func (g *problemGame) hint(ctx context.Context) error {
	if !g.hinted && len(g.moves) == 0 {
		g.hinted = true
		g.say("Hint: %s Type hint again for a move.", g.hintText())
		return nil
	}
	line, err := g.solution(ctx)
	switch {
	case err != nil:
		return err
	case len(line) == 0:
		g.say("No move is left to play. Pass, or take moves back with undo.")
	default:
		g.say("Hint: %s.", words.Moves(g.problem.Board, line[:1])[0])
	}
	return nil
}

// hintText returns what to look for, in words. It claims nothing that depends on the world beyond
// the region.
func (g *problemGame) hintText() string {
	p := bank.Problem{Problem: g.problem, Line: g.puzzle.Line, Best: life.Unknown}
	if g.rests == life.AssumesNothing {
		p.Best = g.puzzle.Best
	}
	if g.fate == life.Seki {
		p.Tags = []string{string(life.Seki)}
	}
	return hints.Text(&p).Text
}

// giveUp shows the best play from the start.
func (g *problemGame) giveUp(ctx context.Context) error {
	g.moves = nil
	line, err := g.solution(ctx)
	if err != nil {
		return err
	}
	g.say("Best play: %s.", strings.Join(words.Moves(g.problem.Board, line), " "))
	g.over = true
	return nil
}

// draw draws the position after the moves.
func (g *problemGame) draw() {
	at, err := g.puzzle.Play(g.moves)
	if err != nil {
		return // it contains only moves that could be played
	}
	var last []game.Move
	if at.Last() != board.None {
		last = []game.Move{game.Place(at.Last())}
	}
	drawn := picture.Problem{
		Board: g.problem.Board, Shown: picture.Stones{Colors: at.Stones(), Last: last}, Region: g.problem.Region,
		Walls: g.problem.Walls, Attacker: g.problem.Defender().Other(), Targets: g.problem.Target, Colored: g.colored,
	}
	g.say("%s", strings.TrimRight(drawn.Text(), "\n"))
}
