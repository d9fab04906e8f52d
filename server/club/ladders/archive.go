package ladders

import (
	"context"
	"encoding/json"
	"time"

	"moyo/server/people/account"
)

// Part returns the part of a player's archive about ladders.
func (s *Service) Part() account.Part {
	return account.Part{File: "ladders.json", About: "the club ladders that you made or are on, and your places", Of: s.ofPlayer}
}

func (s *Service) ofPlayer(ctx context.Context, player string) (any, error) {
	found, err := s.kept.of(ctx, player)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	type standing struct {
		Title   string    `json:"title"`
		Made    bool      `json:"made,omitempty"`  // by the player
		Place   int       `json:"place,omitempty"` // the player's
		Since   time.Time `json:"since,omitzero"`
		Created time.Time `json:"created"`
	}
	all := make([]standing, len(found))
	for i, l := range found {
		var state struct { // the state of package rungs
			Order []struct {
				ID    string    `json:"id"`
				Since time.Time `json:"since"`
			} `json:"order"`
		}
		_ = json.Unmarshal(l.State, &state) // an unreadable ladder has no places, and is not an error
		all[i] = standing{Title: l.Title, Made: l.Owner == player, Created: l.Created}
		for place, m := range state.Order {
			if m.ID == player {
				all[i].Place, all[i].Since = place+1, m.Since
			}
		}
	}
	return all, nil
}
