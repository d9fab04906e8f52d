package correspondence

import (
	"cmp"
	"context"
	"slices"
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// The limits of the view of the week ahead.
const (
	weekPage = 200
	maxWeek  = 1000 // games read
)

func (s *Service) week(ctx context.Context, _ *struct{}) (*endpoint.Answer[Week], error) {
	player := identity.Player(ctx)
	games, err := s.games(ctx, player)
	if err != nil {
		return nil, err
	}
	away, err := s.away(ctx, games)
	if err != nil {
		return nil, err
	}
	own, err := s.described(ctx)
	if err != nil {
		return nil, err
	}
	out := Week{Now: s.Now().UTC().Format(time.RFC3339), Games: []WeekGame{}, Vacation: own.Body}
	for _, g := range games {
		out.Games = append(out.Games, s.weekGame(g, player, away))
	}
	return endpoint.Reply(out), nil
}

// games returns a player's running correspondence games, ordered by when the side to move runs out of time; games without a
// deadline come last.
func (s *Service) games(ctx context.Context, player string) (found []store.Game, err error) {
	q := store.Query{Player: player, Private: true, Phases: []match.Phase{match.Playing, match.Counting}, Limit: weekPage}
	for looked := 0; looked < maxWeek; looked += weekPage {
		page, err := s.Store.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, g := range page {
			q.After = store.CursorOf(g)
			if g.Speed == string(clock.SpeedCorrespondence) {
				found = append(found, g)
			}
		}
		if len(page) < weekPage {
			break
		}
	}
	slices.SortStableFunc(found, func(a, b store.Game) int {
		if a.Deadline.IsZero() != b.Deadline.IsZero() {
			return a.Deadline.Compare(b.Deadline) * -1
		}
		return cmp.Or(a.Deadline.Compare(b.Deadline), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// away returns the ends of the vacations of the players in games, by player.
func (s *Service) away(ctx context.Context, games []store.Game) (map[string]time.Time, error) {
	var players []string
	for _, g := range games {
		if g.Partners == 0 { // clocks of team games ignore vacations
			players = append(players, g.Black.Player, g.White.Player)
		}
	}
	vacations, err := s.kept().VacationsAt(ctx, players, s.Now())
	away := map[string]time.Time{}
	for _, v := range vacations {
		away[v.Player] = v.Until
	}
	return away, err
}

func (s *Service) weekGame(g store.Game, player string, away map[string]time.Time) WeekGame {
	side := g.SideOf(player)
	week := WeekGame{
		Game: convert.Info(g, s.Games.Watchers(g.ID)), You: convert.Side(side), Mine: g.Turn == side && g.SeatOf(side).Player == player,
		Deadline: convert.Stamp(g.Deadline),
	}
	if g.Partners == 0 {
		week.Vacation = convert.Stamp(away[g.SeatOf(side.Other()).Player])
	}
	return week
}
