package correspondence

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/server/store"
)

// Archive returns a player's notes, planned answers and vacations as JSON for their archive, or nil for none.
func (s *Service) Archive(ctx context.Context, player string) (any, error) {
	type note struct {
		Game    string    `json:"game"`
		Text    string    `json:"text"`
		Changed time.Time `json:"changed"`
	}
	type plan struct {
		Game    string          `json:"game"`
		Plan    json.RawMessage `json:"plan"`
		Changed time.Time       `json:"changed"`
	}
	type vacation struct {
		Began time.Time `json:"began"`
		Until time.Time `json:"until"`
		Days  int       `json:"days"`
	}
	notes, err1 := s.kept().notesOf(ctx, player)
	plans, err2 := s.kept().plansOf(ctx, player)
	vacations, err3 := s.kept().Vacations(ctx, player)
	if err := errors.Join(err1, err2, err3); err != nil || len(notes)+len(plans)+len(vacations) == 0 {
		return nil, err
	}
	written, planned, away := []note{}, []plan{}, []vacation{}
	for _, n := range notes {
		written = append(written, note{n.Game, n.Text, n.Changed})
	}
	for _, p := range plans {
		planned = append(planned, plan{p.Game, store.JSON(p.Body), p.Changed})
	}
	for _, v := range vacations {
		away = append(away, vacation{v.Began, v.Until, v.Days})
	}
	return map[string]any{"notes": written, "plans": planned, "vacations": away}, nil
}
