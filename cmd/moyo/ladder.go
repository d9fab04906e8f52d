package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"moyo/catalog"
	"moyo/client/bot/client"
	"moyo/client/bot/league"
	"moyo/client/terminal/files"
)

// ladderCmd directs a ladder of programs.
type ladderCmd struct {
	Server   string `required:"" help:"The server, such as https://go.example."`
	Token    string `required:"" env:"MOYO_TOKEN" help:"Access token of the directing account, with the scope challenge. Prefer the environment, which hides it from the list of processes."`
	Insecure bool   `help:"Send the token to a server without encryption that is not on this machine."`
	Out      string `required:"" help:"Folder for games and pages. A ladder in the folder continues." type:"path"`

	Event   []string `required:"" sep:"none" help:"An event, such as weiqi:komi=7@grid:9@fischer=2m+1s or nogo@torus:9x9@fischer=1m+1s: rules, board and clock. Repeat the flag for several events."`
	Minutes int      `help:"Duration of each tournament, in minutes." default:"60"`
	Players int      `help:"Largest number of players in a tournament." default:"64"`
	Rated   bool     `help:"Make the games count for the server's ratings, too."`

	Most    int           `help:"Games to keep of an event. At this number the older half is removed." default:"100000"`
	Records int           `help:"Number of last games of an event to keep as SGF." default:"1000"`
	Every   time.Duration `help:"Approximate time between two checks of the server." default:"15s"`
	Listen  string        `help:"Serve the pages at this address, such as localhost:8090; without a host only on this machine." placeholder:"ADDR"`
}

// Help is shown below the flags.
func (*ladderCmd) Help() string {
	return "Programs join with moyo bot --ladder NAME, where NAME is the directing account. Ctrl-C stops the director: " +
		"tournaments continue on the server, and the same command resumes directing. docs/ladder.md explains more."
}

// The limits of a ladder.
const (
	maxLadderEvents  = 20
	leastLadderGames = 1000
	maxLadderGames   = 1_000_000
	maxLadderRecords = 100_000
)

func (c *ladderCmd) Run(ctx context.Context, out io.Writer) error {
	cfg, err := c.config(out)
	if err != nil {
		return wrongUse(err)
	}
	d, err := league.New(cfg)
	if err != nil {
		return err
	}
	defer d.Close()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var serving sync.WaitGroup
	defer serving.Wait()
	if c.Listen != "" {
		if err := c.serve(ctx, out, &serving, stop); err != nil {
			return err
		}
	}
	err = d.Run(ctx)
	stop(nil)
	if cause := context.Cause(ctx); err == nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// config returns the ladder of the flags.
func (c *ladderCmd) config(out io.Writer) (league.Config, error) {
	cfg := league.Config{
		Dir: c.Out, Minutes: c.Minutes, Most: c.Players, Rated: c.Rated, Keep: league.Keep{Games: c.Most, Records: c.Records}, Every: c.Every,
		Replace: files.Replace, Title: func(rules string) string { return catalog.Describe(rules).Name }, Now: time.Now,
		Notify: func(text string) { fmt.Fprintf(out, "%s %s\n", time.Now().Format(time.TimeOnly), text) },
	}
	switch {
	case len(c.Event) > maxLadderEvents:
		return cfg, fmt.Errorf("%d events: want at most %d", len(c.Event), maxLadderEvents)
	case c.Minutes < 1 || c.Minutes > 24*60:
		return cfg, fmt.Errorf("--minutes %d: want 1 to %d", c.Minutes, 24*60)
	case c.Players < 2 || c.Players > 256:
		return cfg, fmt.Errorf("--players %d: want 2 to 256", c.Players)
	case c.Most < leastLadderGames || c.Most > maxLadderGames:
		return cfg, fmt.Errorf("--most %d: want %d to %d", c.Most, leastLadderGames, maxLadderGames)
	case c.Records < 0 || c.Records > maxLadderRecords:
		return cfg, fmt.Errorf("--records %d: want 0 to %d", c.Records, maxLadderRecords)
	case c.Every < time.Second:
		return cfg, fmt.Errorf("--every %v: want a second or more", c.Every)
	}
	for _, text := range c.Event {
		e, err := league.ParseEvent(text, catalog.Rules, namedBoard)
		if err != nil {
			return cfg, err
		}
		cfg.Events = append(cfg.Events, e)
	}
	var err error
	cfg.Client, err = client.New(c.Server, c.Token, "moyo-ladder", c.Insecure)
	return cfg, err
}

// serve serves the pages until ctx ends. A later error ends the ladder.
func (c *ladderCmd) serve(ctx context.Context, out io.Writer, serving *sync.WaitGroup, stop context.CancelCauseFunc) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return wrongUse(fmt.Errorf("--listen: %w", err))
	}
	if host == "" {
		host = "localhost"
	}
	pages, err := os.OpenRoot(c.Out)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return errors.Join(err, pages.Close())
	}
	const slow = 30 * time.Second
	s := &http.Server{
		Handler: league.Handler(pages.FS()), ReadTimeout: slow, WriteTimeout: 10 * slow, IdleTimeout: 2 * slow, MaxHeaderBytes: 16 << 10,
	}
	fmt.Fprintf(out, "%s serves http://%s\n", time.Now().Format(time.TimeOnly), l.Addr())
	ended := make(chan struct{})
	serving.Go(func() {
		defer close(ended)
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			stop(err)
		}
	})
	serving.Go(func() {
		select {
		case <-ctx.Done():
		case <-ended:
		}
		s.Close()
		pages.Close()
	})
	return nil
}
