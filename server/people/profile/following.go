package profile

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/relation"
	"moyo/server/store"
)

// The bounds of presence.
const (
	runningRead = 5                // games of one player that are checked for a live one
	idle        = 10 * time.Minute // without a live clock, a game idle for longer does not count as being played
)

func (s *routes) getFollowing(ctx context.Context, _ *struct{}) (*endpoint.Answer[Following], error) {
	if err := s.Rates.Allow(ctx, "people", s.Rate); err != nil {
		return nil, err
	}
	asks := identity.Player(ctx)
	list, err := s.relations().Of(ctx, asks, relation.Follow)
	if err != nil {
		return nil, err
	}
	out := Following{People: []Followed{}}
	for _, r := range list {
		p, err := s.Store.Player(ctx, r.Other)
		if errors.Is(err, store.ErrNotFound) || err == nil && p.Name == "" {
			continue // the account was deleted
		}
		if err != nil {
			return nil, err
		}
		f := Followed{Name: p.Name}
		if f.Here, f.Playing, err = s.presence(ctx, asks, p.ID); err != nil {
			return nil, err
		}
		out.People = append(out.People, f)
	}
	slices.SortStableFunc(out.People, func(a, b Followed) int {
		return cmp.Or(cmp.Compare(liveliness(b), liveliness(a)), strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)))
	})
	return endpoint.Reply(out), nil
}

// liveliness orders followed players.
func liveliness(f Followed) int {
	switch {
	case f.Playing != nil:
		return 2
	case f.Here:
		return 1
	}
	return 0
}

// presence reports whether a player is online, and the public game that they are playing. To a player whom they have blocked, they
// seem offline.
func (s *routes) presence(ctx context.Context, asks, player string) (here bool, playing *wire.GameInfo, err error) {
	if !s.Here(ctx, player) {
		return false, nil, nil
	}
	if blocked, err := s.relations().Has(ctx, player, relation.Block, asks); err != nil || blocked {
		return false, nil, err
	}
	games, err := s.Store.List(ctx, store.Query{Player: player, Phases: []match.Phase{match.Playing, match.Counting}, Limit: runningRead})
	if err != nil {
		return false, nil, err
	}
	for _, g := range games {
		if s.isOn(g) {
			info := convert.Info(g, s.Watchers(g.ID))
			return true, &info, nil
		}
	}
	return true, nil, nil
}

// isOn reports whether a running game is being played now.
func (s *routes) isOn(g store.Game) bool {
	switch clock.Speed(g.Speed) {
	case clock.SpeedBlitz, clock.SpeedRapid, clock.SpeedClassical:
		return true
	}
	return s.Now().Sub(g.Updated) < idle
}
