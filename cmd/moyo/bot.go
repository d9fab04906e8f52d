package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/bot"
	"moyo/contest/arena"
	"moyo/engine"
)

// botCmd plays on a server.
type botCmd struct {
	Player   string `arg:"" help:"The player: gtp:COMMAND, gomocup:COMMAND, or an engine of moyo's such as level:5, as in moyo arena; with settings after a ?: level:9?time=2s,memory=200."`
	Server   string `required:"" help:"The server, such as https://go.example."`
	Token    string `required:"" env:"MOYO_TOKEN" help:"Access token of the account, with the scopes play and, to challenge or seek, challenge. Prefer the environment, which hides it from the list of processes."`
	Insecure bool   `help:"Send the token to a server without encryption that is not on this machine."`
	AsPerson bool   `help:"Also play for a person's account, under its name. The seats are marked as a program's."`
	Games    int    `default:"1" help:"Games at the same time, each with its own engine."`

	Game    []string      `help:"Games to accept, such as weiqi. The default is weiqi for gtp:, gomoku for gomocup:, else any that the engine plays."`
	Boards  []string      `help:"Boards to accept, such as grid:9. The default is any."`
	Speeds  []string      `help:"Speeds: blitz, rapid, classical, correspondence, none."`
	Rated   string        `help:"Only rated, or only casual." enum:"rated,casual,any" default:"any"`
	From    string        `help:"Only people, or only bots." enum:"people,bots,any" default:"any"`
	Ratings []float64     `help:"Rating of the opponent: least, most." placeholder:"LEAST,MOST"`
	Time    time.Duration `help:"Longest time per move, beside the clock of the game."`
	Margin  time.Duration `help:"Time for the network, kept in reserve on the clock." default:"200ms"`
	Threads int           `help:"Threads of each engine." default:"1"`
	Memory  int           `help:"Memory of each engine, in MiB." default:"350"`

	Challenge string `help:"Challenge the player of this name, by --rules on --board with --clock." placeholder:"NAME"`
	Seek      bool   `help:"Seek opponents by quick pairing, with the same options."`
	Ladder    string `help:"Join the tournaments that this account directs, such as those of moyo ladder: as many at the same time as --games." placeholder:"NAME"`
	Count     int    `help:"Number of games to challenge or seek, after which the bot ends; 0 for no end." default:"0"`
	Rules     string `help:"Rules of these games." default:"weiqi"`
	Board     string `help:"Their board; the game's usual one by default."`
	Clock     string `help:"Their clock." default:"fischer=5m+3s"`
	AsRated   bool   `help:"Make them rated."`

	JSON bool `name:"json" help:"Write events to standard output as JSON lines."`
}

// Help is shown below the flags.
func (*botCmd) Help() string {
	return "The bot resumes its games after a lost connection, and after a restart. " +
		"Ctrl-C stops the bot: games stay as they are, and the server shows the bot as absent. docs/bots.md explains more."
}

func (c *botCmd) Run(ctx context.Context, out io.Writer) error {
	cfg, err := c.config(ctx)
	if err != nil {
		return wrongUse(err)
	}
	cfg.Notify = func(e bot.Event) { c.show(out, e) }
	b, err := bot.New(cfg)
	if err != nil {
		return wrongUse(err)
	}
	return b.Run(ctx)
}

// show prints an event: as words, or as a line of JSON.
func (c *botCmd) show(out io.Writer, e bot.Event) {
	if c.JSON {
		if text, err := json.Marshal(e); err == nil {
			fmt.Fprintf(out, "%s\n", text)
		}
		return
	}
	where := ""
	if e.Game != "" {
		where = e.Game + " "
	}
	fmt.Fprintf(out, "%s %s%s\n", e.At.Format(time.TimeOnly), where, e.Text)
}

// config returns the bot of the flags. It opens the engine once, to report a wrong name before the
// first game.
func (c *botCmd) config(ctx context.Context) (bot.Config, error) {
	s, err := c.spec()
	if err != nil {
		return bot.Config{}, err
	}
	cfg := bot.Config{
		Server: c.Server, Token: c.Token, Insecure: c.Insecure, AsPerson: c.AsPerson, Games: c.Games,
		Accept: bot.Terms{Games: c.Game, Boards: c.Boards, Speeds: c.Speeds},
		Open:   func(ctx context.Context) (engine.Engine, error) { return openPlayer(ctx, s) },
		Board:  namedBoard, Rules: catalog.Rules, Judge: dead, Margin: c.Margin,
		Limits: engine.Limits{Time: s.Control.Move, Nodes: s.Control.Nodes, Depth: s.Control.Depth, Threads: s.Control.Threads},
	}
	if c.Rated != "any" {
		cfg.Accept.Rated = c.Rated
	}
	if c.From != "any" {
		cfg.Accept.From = c.From
	}
	switch {
	case len(c.Ratings) == 2:
		cfg.Accept.Least, cfg.Accept.Most = c.Ratings[0], c.Ratings[1]
	case len(c.Ratings) != 0:
		return cfg, errors.New("--ratings: want two numbers, such as 1200,1800")
	}
	if c.Ladder != "" {
		cfg.Ladder = &bot.Ladder{Director: c.Ladder}
	}
	if cfg.Wants, err = c.wants(); err != nil {
		return cfg, err
	}
	e, err := openPlayer(ctx, s)
	if err != nil {
		return cfg, err
	}
	if can, ok := e.(interface{ CanPlay(*board.Board) error }); ok {
		cfg.Accept.CanBoard = can.CanPlay
	}
	if len(cfg.Accept.Games) == 0 {
		cfg.Accept.Games = gamesOf(s.ID)
	}
	return cfg, e.Close()
}

// spec reads the player.
func (c *botCmd) spec() (arena.Spec, error) {
	if c.Threads < 1 || c.Threads > maxThreads || c.Memory < 1 || c.Memory > maxMemoryMB || c.Time < 0 || c.Margin < 0 || c.Count < 0 {
		return arena.Spec{}, fmt.Errorf("want 1 to %d threads, 1 to %d MiB, and times and numbers that are 0 or more", maxThreads, maxMemoryMB)
	}
	s, err := arena.ParseSpec(c.Player, arena.Spec{MemoryMB: c.Memory, Control: arena.Control{Move: c.Time, Threads: c.Threads}})
	switch ctl := s.Control; {
	case err != nil:
		return s, err
	case ctl.Game != 0 || ctl.Increment != 0 || ctl.Clock.Counts():
		return s, fmt.Errorf("player %q: the clock is that of each game on the server", c.Player)
	case min(ctl.Move, 0) < 0 || ctl.Nodes < 0 || ctl.Depth < 0 || ctl.Threads < 1 ||
		ctl.Threads > maxThreads || s.MemoryMB < 1 || s.MemoryMB > maxMemoryMB:
		return s, fmt.Errorf("player %q: a setting is out of range", c.Player)
	}
	return s, nil
}

// wants returns the games that the bot asks for by itself, nil for none.
func (c *botCmd) wants() (*bot.Wants, error) {
	switch {
	case c.Challenge != "" && c.Seek:
		return nil, errors.New("--challenge and --seek: only one of them can be used")
	case c.Challenge == "" && !c.Seek:
		return nil, nil
	}
	rules, err := catalog.Rules(c.Rules)
	if err != nil {
		return nil, err
	}
	on := c.Board
	if on == "" {
		id, _, _ := strings.Cut(rules.ID(), ":")
		on = catalog.GameOf(id).Board
	}
	return &bot.Wants{Opponent: c.Challenge, Board: on, Rules: rules.ID(), Clock: c.Clock, Rated: c.AsRated, Bots: true, Count: c.Count}, nil
}

// gamesOf returns the games that an engine plays, nil for any.
func gamesOf(id string) []string {
	switch {
	case strings.HasPrefix(id, "gtp:"):
		return []string{"weiqi"}
	case strings.HasPrefix(id, "gomocup:"):
		return []string{"gomoku"}
	}
	return nil
}

// namedBoard returns a board of the catalog: custom boards exist only on the server, and a server
// must not name local files.
func namedBoard(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }
