package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"

	"moyo/catalog"
	"moyo/client/terminal"
	"moyo/client/terminal/files"
	"moyo/engine"
	"moyo/engine/protocol/gtp"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/solve/life/format"
)

type playCmd struct {
	Problem     string `arg:"" optional:"" help:"A file with problems of life and death, to play out against the solver: SGF, rows of x o - *, or JSON lines." placeholder:"FILE"`
	Course      string `help:"Play out the problems of a course of the bank that comes with moyo; see moyo problems courses." placeholder:"NAME"`
	Board       string `help:"Board, such as grid:9, torus:9x9, geodesic:2 or file:PATH; the game's usual one by default."`
	Rules       string `help:"Game and rules, such as weiqi:komi=6.5,score=territory or gomoku:rule=renju,opening=swap2." default:"weiqi" aliases:"game"`
	Level       int    `help:"Strength of the computer, 1 (a beginner) to 9." default:"3"`
	Color       string `help:"Your colour, black or white." enum:"black,white" default:"black"`
	Opponent    string `help:"The opponent, instead of a level: human (at the same keyboard), level:N, random, mcts, alphabeta, uct-2018, negascout-2023, three-ply-2022 or gtp:COMMAND."`
	Clock       string `help:"Clock of both players, such as absolute=10m, fischer=5m+3s, byoyomi=10m+5x30s, canadian=10m+25/5m or move=30s." placeholder:"SPEC"`
	Save        string `help:"File to save the game to, as SGF, when it ends." placeholder:"FILE"`
	Plain       bool   `help:"Lines of text instead of a picture: for screen readers and pipes. The default if the output is not a terminal."`
	ASCII       bool   `name:"ascii" help:"Draw with plain characters only."`
	engineFlags `embed:""`
}

// Help is shown below the flags.
func (*playCmd) Help() string {
	return `Type a move such as "D4" or "pass", or go to a point with the arrow keys and press Enter. "help" lists everything else. ` +
		`With a file of problems, moyo tells you whether each move works, and shows the refutation if it does not. ` +
		`Examples: moyo play --board torus:9x9 --level 5, moyo play --game gomoku:opening=swap2, ` +
		`moyo play --opponent 'gtp:gnugo --mode gtp', or moyo play problem.sgf`
}

func (c *playCmd) Run(ctx context.Context, out io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Problem != "" || c.Course != "" {
		return c.playProblems(ctx, os.Stdin, out)
	}
	t, err := c.newTable(ctx)
	if err != nil {
		return err
	}
	defer t.Close()
	if c.Plain || !term.IsTerminal(int(os.Stdin.Fd())) || !isTerminal(out) {
		err = t.PlayPlain(ctx, os.Stdin, out)
	} else {
		err = t.PlayScreen(ctx, os.Stdin, out, c.ASCII || os.Getenv("TERM") == "dumb")
	}
	if c.Save != "" && t.Ply() > 0 {
		if e := t.Save(c.Save); e != nil {
			return errors.Join(err, e)
		}
		fmt.Fprintln(out, "Saved as", c.Save)
	}
	return err
}

func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// newTable sets the board up and seats the players.
func (c *playCmd) newTable(ctx context.Context) (*terminal.Table, error) {
	r, err := catalog.Rules(c.Rules)
	if err != nil {
		return nil, wrongUse(err)
	}
	clocks, err := clock.Parse(c.Clock)
	if err != nil {
		return nil, wrongUse(err)
	}
	name, _, _ := strings.Cut(r.ID(), ":")
	b, err := openBoard(cmp.Or(c.Board, catalog.GameOf(name).Board))
	if err != nil {
		return nil, err
	}
	id := c.Opponent
	if id == "" {
		id = levelID(c.Level)
	}
	you, other := match.Seat{Kind: match.Human, Name: "you"}, match.Seat{Kind: match.Human, Name: "your opponent"}
	var foe engine.Engine
	if id != "human" {
		if foe, err = c.open(ctx, id); err != nil {
			return nil, err
		}
		if program, ok := foe.(*gtp.Client); ok {
			err := program.CanPlay(b)
			if name != "weiqi" {
				err = wrongUse(fmt.Errorf("opponent %q: plays Go over GTP, not %s", id, name))
			}
			if err != nil {
				foe.Close()
				return nil, err
			}
		}
		other = match.Seat{Kind: match.Engine, Engine: id, Name: foe.Name()}
	}
	helper, err := c.open(ctx, catalog.Analysts()[name])
	if err != nil {
		if foe != nil {
			foe.Close()
		}
		return nil, err
	}
	cfg := terminal.Config{
		Board: b, Rules: r, Black: you, White: other, Foe: foe, Helper: helper, Limits: c.limits(), Clock: clocks, Now: time.Now,
		Create: func(name string) (io.WriteCloser, error) {
			return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		},
	}
	if c.Color == "white" {
		cfg.Black, cfg.White = other, you
	}
	t, err := terminal.New(cfg)
	if err != nil {
		return nil, wrongUse(err)
	}
	return t, nil
}

// problemTime is the default time for the solver, per problem and per move.
const problemTime = 30 * time.Second

// playProblems plays the problems of a file or a course out, in lines of text.
func (c *playCmd) playProblems(ctx context.Context, in io.Reader, out io.Writer) error {
	problems, done, err := c.problems()
	if err != nil {
		return wrongUse(err)
	}
	defer done()
	err = terminal.PlayProblems(ctx, problems, in, out, terminal.ProblemOptions{
		Limit: cmp.Or(c.Time, problemTime), Memory: int64(c.Memory) << 20, Threads: c.Threads, Colored: isTerminal(out) && !c.Plain,
	})
	if errors.As(err, new(terminal.ProblemError)) {
		return wrongUse(err)
	}
	return err
}

// problems returns the problems to play out; the caller calls done after them.
func (c *playCmd) problems() (list iter.Seq2[format.Item, error], done func(), err error) {
	if c.Course != "" {
		if c.Problem != "" {
			return nil, nil, errors.New("--course is for the bank that comes with moyo: name no file")
		}
		course, err := files.OpenCourse(c.Course)
		if err != nil {
			return nil, nil, err
		}
		return func(yield func(format.Item, error) bool) {
			course.List(func(p files.Listed, err error) bool { return yield(p.Item, err) })
		}, func() {}, nil
	}
	f, err := files.Open(c.Problem)
	if err != nil {
		return nil, nil, err
	}
	return func(yield func(format.Item, error) bool) {
		bad := files.Bad{Warn: warnOf}
		for item, err := range format.Read(filepath.Base(c.Problem), f, files.PlainBoard) {
			if bad.Repaired(&item); !yield(item, err) {
				return
			}
		}
	}, func() { f.Close() }, nil
}
