package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"moyo/catalog"
	"moyo/client/terminal/words"
	"moyo/server/play/ratings"
	"moyo/server/share/boards"
	"moyo/server/store"
)

// adminRateCmd makes the ratings of a server that is not running again.
type adminRateCmd struct {
	storeFlags
}

func (c *adminRateCmd) Run(ctx context.Context, out io.Writer) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	tellWarning(s)
	if err := noneAtWork(ctx, s); err != nil {
		return fmt.Errorf("%w; end all of them first", err)
	}
	service := ratings.New(ratings.Config{
		Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	games, err := service.RateAfresh(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, words.Count(games, "rated game"))
	return nil
}

// noneAtWork returns an error where a server is at work on a database that several can
// share: a game that it rates meanwhile would be lost for ratings.
func noneAtWork(ctx context.Context, s database) error {
	leases, shared := s.(store.Leases)
	if !shared {
		return nil // a folder is one process's
	}
	nodes, err := leases.Nodes(ctx)
	if err != nil {
		return err
	}
	if len(nodes) > 0 {
		return fmt.Errorf("%s at work on this database", words.Count(len(nodes), "server"))
	}
	return nil
}
