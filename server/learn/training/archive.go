package training

import (
	"context"
	"errors"
	"io"
	"time"

	"moyo/server/learn/classes"
	"moyo/server/store"
)

// everyAttempt is larger than any player's number of attempts.
const everyAttempt = 1 << 20

// Archive returns a player's training as JSON for their archive, or nil without training.
func (s *Service) Archive(ctx context.Context, player string) (any, error) {
	t, err := s.kept.standing(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	cards, err1 := s.kept.cards(ctx, player)
	attempts, err2 := s.kept.attempts(ctx, player, everyAttempt)
	collections, err3 := s.kept.collections(ctx, player)
	if err := errors.Join(err, err1, err2, err3); err != nil {
		return nil, err
	}
	type collection struct {
		ID       string    `json:"id"`
		Title    string    `json:"title"`
		Problems int       `json:"problems"`
		Created  time.Time `json:"created"`
	}
	brought := []collection{}
	for _, c := range collections {
		brought = append(brought, collection{c.ID, c.Title, c.Problems, c.Created})
	}
	return map[string]any{
		"rating": t.Rating, "updated": t.Updated, "state": store.JSON(t.State), "problems": cards, "attempts": attempts,
		"collections": brought,
	}, nil
}

// ArchiveFiles creates a file of an archive for each collection of a player.
func (s *Service) ArchiveFiles(ctx context.Context, player string, create func(name string) (io.Writer, error)) error {
	if _, err := s.kept.standing(ctx, player); errors.Is(err, store.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	collections, err := s.kept.collections(ctx, player)
	if err != nil {
		return err
	}
	for _, c := range collections {
		whole, err := s.kept.collection(ctx, player, c.ID)
		if err != nil {
			return err
		}
		w, err := create("collections/" + c.ID + ".txt")
		if err != nil {
			return err
		}
		if _, err := w.Write(whole.Body); err != nil {
			return err
		}
	}
	return nil
}

// Attempts returns a player's last attempts at problems, at most limit, oldest first.
func (s *Service) Attempts(ctx context.Context, player string, limit int) ([]classes.Attempt, error) {
	kept, err := s.kept.attempts(ctx, player, limit)
	all := make([]classes.Attempt, len(kept))
	for i, a := range kept {
		all[i] = classes.Attempt{Problem: a.Problem, At: a.At, Right: a.Right}
	}
	return all, err
}
