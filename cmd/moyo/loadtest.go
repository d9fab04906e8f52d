package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"moyo/catalog"
	"moyo/client/bot/loadtest"
	"moyo/client/bot/loadtest/machine"
	"moyo/client/bot/loadtest/model"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// loadtestCmd is a load on a server.
type loadtestCmd struct {
	URL        string        `arg:"" optional:"" name:"url" help:"The server, such as http://localhost:8080."`
	Games      int           `default:"100" help:"Games at the same time, each of two people."`
	Moves      float64       `default:"200" help:"Moves per second in all games together; with 0 each follows the acknowledgement of the previous one."`
	Board      string        `default:"grid:19" help:"Board of the games."`
	Rules      string        `default:"weiqi" help:"Rules of the games."`
	Clock      string        `help:"Clock of the games, such as fischer=10m+5s." placeholder:"SPEC"`
	Watchers   int           `help:"Spectators of each game."`
	Crowd      int           `help:"Additional spectators of the first game."`
	Lobby      int           `help:"People who watch the lists of games."`
	Reconnects float64       `help:"Connections per second that are cut and reconnect."`
	Duration   time.Duration `default:"30s" help:"Duration of the measurement."`
	WarmUp     time.Duration `default:"5s" help:"Duration of the warm-up before it."`
	Accounts   bool          `help:"Create accounts for the players and make the games rated; otherwise they are guests."`
	Addresses  int           `help:"Number of client addresses to simulate by X-Forwarded-For; the server needs --proxies with the address of this machine."`
	Metrics    string        `help:"The server's metrics, such as http://127.0.0.1:9090/metrics, to report its use of resources." placeholder:"URL"`
	Limits     bool          `default:"true" negatable:"" help:"First measure this machine's limits: commits, echoes, memory of a socket."`
	Data       string        `type:"path" help:"Folder on the disk to measure; the system's temporary folder by default."`
	Seed       uint64        `default:"1" help:"Seed of all random numbers."`
	JSON       bool          `name:"json" help:"Print JSON."`
	Model      bool          `help:"Without a load: compute the needs of up to a million people from earlier measurements."`
	Processors float64       `default:"2" help:"With --model: processors of one machine."`
	Memory     float64       `default:"4" help:"With --model: its memory in GiB."`
}

// Help is shown below the flags.
func (*loadtestCmd) Help() string {
	return "A server's limits per address (two games a second, a thousand connections) refuse such a load: " +
		"start the server with --proxies 127.0.0.1 and the load with --addresses 500, " +
		"on loopback. It leaves games, and with --accounts accounts, in the server's database: use a separate data folder. " +
		"Ctrl-C stops with the results so far. docs/loadtest.md explains the numbers."
}

func (c *loadtestCmd) Run(ctx context.Context, out io.Writer) error {
	switch {
	case c.Model && (c.URL != "" || c.Processors <= 0 || c.Memory <= 0 || c.Processors > 1e6 || c.Memory > 1e6):
		return wrongUse(errors.New("--model takes no server, and machines of up to a million processors and GiB"))
	case c.Model:
		return model.Print(out, model.Measured, model.Assumed, model.Machine{Processors: c.Processors, Memory: int64(c.Memory * (1 << 30))})
	case c.URL == "":
		return wrongUse(errors.New("name a server, such as http://localhost:8080, or use --model"))
	}
	cfg, err := c.config()
	if err != nil {
		return wrongUse(err)
	}
	var limits *machine.Limits
	if c.Limits {
		fmt.Fprintln(os.Stderr, "measuring the limits of this machine")
		if limits, err = machine.Measure(ctx, c.Data); err != nil {
			return err
		}
	}
	show := standing{terminal: isDevice(os.Stderr), out: os.Stderr}
	cfg.Progress = show.tell
	report, err := loadtest.Run(ctx, cfg)
	show.end()
	if err != nil {
		return err
	}
	if limits != nil {
		report.Beside(limits)
	}
	if c.JSON {
		err = writeJSON(out, report)
	} else {
		report.Print(out)
	}
	if err == nil && len(report.Errors) > 0 {
		err = fmt.Errorf("errors of %d kinds occurred", len(report.Errors))
	}
	return err
}

// config returns the load of the flags.
func (c *loadtestCmd) config() (loadtest.Config, error) {
	cfg := loadtest.Config{
		URL: c.URL, Games: c.Games, Moves: c.Moves, Board: c.Board, Rules: c.Rules, Clock: c.Clock, Watchers: c.Watchers, Crowd: c.Crowd,
		Lobby: c.Lobby, Reconnects: c.Reconnects, WarmUp: c.WarmUp, Duration: c.Duration, Accounts: c.Accounts, Addresses: c.Addresses,
		Metrics: c.Metrics, Seed: c.Seed, Record: movesOf,
	}
	rules, err := catalog.Rules(c.Rules)
	if err != nil {
		return cfg, err
	}
	b, err := catalog.Board(c.Board, nil)
	if err != nil {
		return cfg, err
	}
	cfg.Position = func() (game.Position, error) { return rules.New(b) }
	return cfg, cfg.Check()
}

// movesOf returns the moves of a record by name.
func movesOf(text string) ([]string, error) {
	games, err := sgf.Parse(text)
	if err != nil {
		return nil, err
	}
	if len(games) != 1 {
		return nil, fmt.Errorf("it has %d games", len(games))
	}
	if err := games[0].Sound(); err != nil {
		return nil, err
	}
	pos, err := record.Load(games[0], game.Opener{Board: openBoard, Rules: catalog.Rules})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range pos.Moves() {
		names = append(names, game.Format(pos, m))
	}
	return names, nil
}

// standing shows the progress of a load: in one line that is overwritten or, without a terminal, in
// a line for each new phase and every ten seconds.
type standing struct {
	terminal bool
	out      io.Writer
	doing    string
	calls    int
}

func (s *standing) tell(now loadtest.Standing) {
	text := fmt.Sprintf("%s: %d of %d", now.Doing, now.Done, now.Total)
	switch now.Doing {
	case "measuring":
		text = fmt.Sprintf("%d s of %d: %.0f moves a second, p50 %v, p99 %v, %d errors",
			now.Done, now.Total, now.Rate, now.P50.Round(10*time.Microsecond), now.P99.Round(10*time.Microsecond), now.Errors)
	case "warming up":
		text = fmt.Sprintf("warming up: %.0f moves a second", now.Rate)
	}
	again := s.calls % 10
	s.calls++
	if s.terminal {
		fmt.Fprintf(s.out, "\r\x1b[K%s", text)
	} else if now.Doing != s.doing || again == 0 {
		fmt.Fprintln(s.out, text)
	}
	s.doing = now.Doing
}

// end ends the line.
func (s *standing) end() {
	if s.terminal {
		fmt.Fprint(s.out, "\r\x1b[K")
	}
}
