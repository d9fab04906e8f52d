package simuls

import (
	"context"
	"encoding/json"
	"time"

	"moyo/server/people/account"
)

// mostKept is more than the number of exhibitions of any host.
const mostKept = 1000

// Part returns the part of a host's archive about exhibitions.
func (s *Service) Part() account.Part {
	return account.Part{File: "simuls.json", About: "the exhibitions that you host", Of: s.ofHost}
}

func (s *Service) ofHost(ctx context.Context, player string) (any, error) {
	type simul struct {
		ID      string          `json:"id"`
		Title   string          `json:"title"`
		Created time.Time       `json:"created"`
		Setup   json.RawMessage `json:"setup"`
	}
	all, err := s.kept.of(ctx, player, mostKept)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	out := []simul{}
	for _, v := range all {
		one := simul{ID: v.ID, Title: v.Title, Created: v.Created}
		var kept struct {
			Setup json.RawMessage `json:"setup"`
		}
		if err := json.Unmarshal(v.Body, &kept); err != nil { // an unreadable exhibition does not stop the others
			s.Log.Error("an exhibition is missing in an archive", "exhibition", v.ID, "err", err)
			continue
		}
		one.Setup = kept.Setup
		out = append(out, one)
	}
	return out, nil
}
