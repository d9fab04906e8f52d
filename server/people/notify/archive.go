package notify

import (
	"context"
	"errors"
	"time"

	"moyo/server/store"
)

// Archive returns a player's notifications, their settings and browsers as JSON for their archive.
func (s *Service) Archive(ctx context.Context, player string) (any, error) {
	kept, err1 := s.rows().of(ctx, player)
	wishes, err2 := s.rows().wishes(ctx, player)
	if errors.Is(err2, store.ErrNotFound) {
		err2 = nil
	}
	browsers, err3 := s.rows().subscriptions(ctx, player)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	type notification struct {
		Kind    Kind      `json:"kind"`
		Text    string    `json:"text"`
		Path    string    `json:"path"`
		Created time.Time `json:"created"`
		Read    bool      `json:"read"`
	}
	type browser struct {
		Address string    `json:"address"`
		Seen    time.Time `json:"seen"`
	}
	told, pushed := []notification{}, []browser{}
	for _, n := range kept {
		told = append(told, notification{n.Kind, n.Text, n.Path, n.Created, n.Read})
	}
	for _, b := range browsers {
		pushed = append(pushed, browser{b.Endpoint, b.Seen})
	}
	return map[string]any{"notifications": told, "wishes": store.JSON(wishes), "browsers": pushed}, nil
}
