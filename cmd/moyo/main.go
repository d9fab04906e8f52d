// Command moyo plays, studies and solves stone games on any board. Each subcommand has its own
// file, with only flags and wiring.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit codes of every subcommand.
const (
	exitDone     = 0
	exitFailed   = 1
	exitWrongUse = 2
)

// cli is the whole command line.
type cli struct {
	Serve      serveCmd      `cmd:"" help:"Run the server, to play in the browser."`
	Play       playCmd       `cmd:"" help:"Play a game in the terminal."`
	GTP        gtpCmd        `cmd:"" name:"gtp" help:"Be an engine for Go programs: GTP on standard input and output."`
	Analysis   analysisCmd   `cmd:"" help:"Be an analysis engine: KataGo's parallel analysis protocol, JSON lines on standard input and output."`
	Gomocup    gomocupCmd    `cmd:"" help:"Be an engine for Gomoku programs: the protocol of Gomocup on standard input and output."`
	Bot        botCmd        `cmd:"" help:"Play on a server for a bot account, with any engine."`
	Ladder     ladderCmd     `cmd:"" help:"Direct a standing tournament of programs on a server, and publish ratings, crosstable, openings and games."`
	Arena      arenaCmd      `cmd:"" help:"Play engines against each other: openings, Elo, sequential tests, a report."`
	Tune       tuneCmd       `cmd:"" help:"Tune the parameters of the alpha-beta search by self-play."`
	Train      trainCmd      `cmd:"" help:"Train engines on a game by self-play."`
	Solve      solveCmd      `cmd:"" help:"Solve problems of life and death and find forced wins in Gomoku, with proofs."`
	Review     reviewCmd     `cmd:"" help:"Review games: who led when, what each move cost, and which moves would have been better."`
	Find       findCmd       `cmd:"" help:"Find a position in records of games, with the moves played there and their results."`
	Book       bookCmd       `cmd:"" help:"Make opening books."`
	Problems   problemsCmd   `cmd:"" help:"Make, list, convert and check problems."`
	Diagram    diagramCmd    `cmd:"" help:"Draw a game or a part of it: as a picture, an animation, or a PDF with figures as in books."`
	Convert    convertCmd    `cmd:"" help:"Convert records of games from any format to SGF, RenLib or Piskvork."`
	Admin      adminCmd      `cmd:"" help:"Manage the accounts of a server: roles, suspensions, ratings, the audit log."`
	Backup     backupCmd     `cmd:"" help:"Copy the database of a server, also while it runs."`
	Restore    restoreCmd    `cmd:"" help:"Restore the database of a server from a copy."`
	Salvage    salvageCmd    `cmd:"" help:"Copy the readable data of a damaged database."`
	Check      checkCmd      `cmd:"" help:"Check that a copy of the database is intact."`
	Export     exportCmd     `cmd:"" help:"Export all data of a server to a file that any database can import, also while it runs."`
	Import     importCmd     `cmd:"" help:"Import such a file into an empty database."`
	Loadtest   loadtestCmd   `cmd:"" help:"Put a load of games, spectators and reconnects on a server, and report how long people waited."`
	Board      boardCmd      `cmd:"" help:"List, show, import and check boards."`
	Completion completionCmd `cmd:"" help:"Print a script that completes words in a shell: bash, zsh or fish."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
	Bench      benchCmd      `cmd:"" help:"Measure speed."`
	Perft      perftCmd      `cmd:"" help:"Count positions, games and sequences of moves."`
}

func main() {
	os.Exit(run(withSubcommand(os.Args), os.Stdout, os.Stderr))
}

// run parses args and runs the subcommand. It returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	var c cli
	code := -1
	parser, err := kong.New(&c,
		kong.Name("moyo"),
		kong.Description("Stone games on any board: play, study, solve."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(n int) { code = n }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Configuration(settingsFile),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case len(args) == 1 && args[0] == "--version": // as in other programs
		args = []string{"version"}
	}
	kctx, err := parser.Parse(args)
	if code >= 0 { // help was printed
		return code
	}
	if err != nil {
		fmt.Fprintf(stderr, "moyo: %v; see moyo --help\n", err)
		return exitWrongUse
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	kctx.BindTo(ctx, (*context.Context)(nil))
	kctx.BindTo(stdout, (*io.Writer)(nil))
	if err := kctx.Run(); err != nil {
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			err = errors.New("interrupted")
		}
		fmt.Fprintf(stderr, "%s: %v\n", kctx.Selected().FullPath(), err)
		if errors.As(err, new(usageError)) {
			return exitWrongUse
		}
		return exitFailed
	}
	return exitDone
}

// usageError is an error in the use of a subcommand.
type usageError struct{ error }

// wrongUse marks err as a usage error, which exits with 2.
func wrongUse(err error) error { return usageError{err} }
