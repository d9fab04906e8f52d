package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"moyo/catalog"
	"moyo/server/boards"
	"moyo/server/ratings"
	"moyo/terminal/words"
)

// adminRateCmd makes the ratings of a server that is not running again.
type adminRateCmd struct {
	storeFlags
}

func (c *adminRateCmd) Run(ctx context.Context, out io.Writer) error {
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	tellWarning(store)
	service := ratings.New(ratings.Config{
		Store: store, Boards: boards.NewCache(store), Rules: catalog.Rules, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	games, err := service.RateAfresh(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintln(out, words.Count(games, "rated game"))
	return nil
}
