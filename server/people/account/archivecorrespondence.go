package account

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"time"

	"moyo/server/store"
)

// writeCorrespondence writes a player's correspondence data: notes, planned answers and vacations.
func (s *Service) writeCorrespondence(ctx context.Context, z *zip.Writer, player string) error {
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
	notes, err1 := s.Store.NotesOf(ctx, player)
	plans, err2 := s.Store.PlansOf(ctx, player)
	vacations, err3 := s.Store.Vacations(ctx, player)
	if err := errors.Join(err1, err2, err3); err != nil || len(notes)+len(plans)+len(vacations) == 0 {
		return err
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
	return document(z, "correspondence.json", map[string]any{"notes": written, "plans": planned, "vacations": away})
}
