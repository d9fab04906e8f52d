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

// adminRateCmd computes the ratings again, of a server that is not running.
type adminRateCmd struct {
	storeFlags
}

func (c *adminRateCmd) Run(ctx context.Context, out io.Writer) error {
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	printWarning(s)
	if err := notInUse(ctx, s); err != nil {
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

// notInUse returns an error if a server is using a shared database: a game that it rates
// meanwhile would be missing from the ratings.
func notInUse(ctx context.Context, s database) error {
	leases, shared := s.(store.Leases)
	if !shared {
		return nil // a folder has only one process
	}
	nodes, err := leases.Nodes(ctx)
	if err != nil {
		return err
	}
	if len(nodes) > 0 {
		return fmt.Errorf("%s using this database", words.Count(len(nodes), "server"))
	}
	return nil
}
