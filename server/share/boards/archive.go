package boards

import (
	"context"
	"io"
	"time"

	"moyo/server/store"
)

// everyBoard is a limit above the number of boards that an account can have.
const everyBoard = 1 << 20

// Archive returns the boards of a player's archive as JSON.
func (cfg Config) Archive(ctx context.Context, player string) (any, error) {
	own, err := cfg.Store.Boards(ctx, player, everyBoard)
	if err != nil {
		return nil, err
	}
	found, err := cfg.gallery().list(ctx, sharedQuery{Order: byNewest, Owner: player, Limit: everyBoard})
	if err != nil {
		return nil, err
	}
	type board struct {
		Hash    string    `json:"hash"`
		Title   string    `json:"title"`
		Created time.Time `json:"created"`
		Shared  bool      `json:"shared"`
		Hidden  bool      `json:"hidden"` // by moderators
	}
	shared := map[string]store.Shared{}
	for _, s := range found {
		shared[s.Hash] = s
	}
	all := []board{}
	for _, b := range own {
		s, ok := shared[b.Hash]
		all = append(all, board{b.Hash, b.Title, b.Created, ok, s.Hidden})
	}
	return all, nil
}

// ArchiveFiles creates an archive's files, one for each board that a player has.
func (cfg Config) ArchiveFiles(ctx context.Context, player string, create func(name string) (io.Writer, error)) error {
	own, err := cfg.Store.Boards(ctx, player, everyBoard)
	if err != nil {
		return err
	}
	for _, b := range own {
		whole, err := cfg.Store.LoadBoard(ctx, b.Hash)
		if err != nil {
			return err
		}
		w, err := create("boards/" + b.Hash + ".json")
		if err != nil {
			return err
		}
		if _, err := w.Write(whole.JSON); err != nil {
			return err
		}
	}
	return nil
}
