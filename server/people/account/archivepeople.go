package account

import (
	"archive/zip"
	"context"
	"errors"
	"time"

	"moyo/server/store"
)

// This file writes the part of an archive that concerns other people. They appear by name only, and their own data is left out,
// such as who has blocked or reported the owner.

// names caches the names of players by id.
type names struct {
	store store.Players
	known map[string]string
}

func (s *Service) names() names { return names{s.Store, map[string]string{}} }

// of returns the name of a player's account, or "" if there is no account or it was deleted.
func (n names) of(ctx context.Context, id string) (string, error) {
	if name, ok := n.known[id]; ok {
		return name, nil
	}
	p, err := n.store.Player(ctx, id)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return "", err
	}
	n.known[id] = p.Name
	return p.Name, nil
}

func (s *Service) writeRatings(ctx context.Context, z *zip.Writer, player string) error {
	ratings, err := s.Store.PlayerRatings(ctx, player)
	if err != nil || len(ratings) == 0 {
		return err
	}
	games, err := s.Store.RatedGames(ctx, store.RatedQuery{Player: player})
	if err != nil {
		return err
	}
	for i := range ratings {
		ratings[i].Player = "" // an id, which is internal
	}
	names := s.names()
	for i := range games {
		g := &games[i]
		g.Player = ""
		if g.Opponent == player {
			g.Opponent = ""
			continue
		}
		name, err := names.of(ctx, g.Opponent)
		if err != nil {
			return err
		}
		if isID(g.Opponent) { // otherwise it is the name of an engine
			g.Opponent = name
		}
	}
	return document(z, "ratings.json", map[string]any{"ratings": ratings, "games": games})
}

// isID reports whether a text is a player's id: 32 hexadecimal digits.
func isID(text string) bool {
	if len(text) != 32 {
		return false
	}
	for _, r := range text {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return true
}

// writeModeration writes decisions, times and reasons. Which moderator decided, and their internal notes, stay private.
func (s *Service) writeModeration(ctx context.Context, z *zip.Writer, player string) error {
	type deed struct {
		Kind  store.DeedKind `json:"kind"`
		At    time.Time      `json:"at"`
		Until time.Time      `json:"until,omitzero"`
		Why   string         `json:"why"`
	}
	q, out := store.DeedQuery{Target: player, Limit: part}, []deed{}
	for {
		deeds, err := s.Store.Deeds(ctx, q)
		if err != nil {
			return err
		}
		for _, d := range deeds {
			q.Before = d.ID
			if d.Kind != store.Dismissed { // of a report that the player does not know about
				out = append(out, deed{d.Kind, d.At, d.Until, d.Why})
			}
		}
		if len(deeds) < part {
			return document(z, "moderation.json", out)
		}
	}
}
