package simuls

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/rating"
	"moyo/server/apierror"
	"moyo/server/guard"
	"moyo/server/store"
)

// Task is the name of what one node of a server does for all.
const Task = "simuls"

// The pace of running exhibitions.
const (
	lookEvery = 15 * time.Second
	openFor   = 7 * 24 * time.Hour  // after which one that has not begun is called off
	offFor    = 30 * 24 * time.Hour // how long one that was called off can be seen
	forget    = time.Hour           // between looks for those
)

// Run has exhibitions go on until ctx ends: games are made, and what has come of them is noted.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	forgets := time.NewTicker(forget)
	defer forgets.Stop()
	for all := true; ; {
		for _, id := range s.toLookAt(ctx, all) {
			err := guard.Run(func() error { return s.look(ctx, id) })
			if err != nil && ctx.Err() == nil {
				s.Log.Error("an exhibition does not go on", "exhibition", id, "err", err)
			}
		}
		select {
		case <-s.wake:
			all = false
		case <-tick.C:
			all = true
		case <-forgets.C:
			if _, err := s.Store.ForgetSimuls(ctx, s.Now().Add(-offFor)); err != nil && ctx.Err() == nil {
				s.Log.Error("exhibitions that were called off are not forgotten", "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// toLookAt returns the exhibitions in which something may be due, or all that are not over.
func (s *Service) toLookAt(ctx context.Context, all bool) []string {
	s.mu.Lock()
	ids := s.due
	s.due = map[string]bool{}
	s.mu.Unlock()
	if !all {
		return slices.Sorted(maps.Keys(ids))
	}
	for _, phase := range []string{open, running} {
		list, err := s.Store.SimulsIn(ctx, phase, s.Limits.All)
		if err != nil && ctx.Err() == nil {
			s.Log.Error("exhibitions are not looked after", "err", err)
		}
		for _, v := range list {
			ids[v.ID] = true
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// look does what there is to do in an exhibition now.
func (s *Service) look(ctx context.Context, id string) error {
	v, b, err := s.read(ctx, id)
	if errors.Is(err, errUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case v.Phase == open && (v.Title == "" || s.Now().Sub(v.Created) >= openFor): // nobody could begin it, or nobody does
		return s.write(ctx, id, func(v *store.Simul, _ *body) (bool, error) {
			was := v.Phase
			v.Phase = cancelled
			return was == open, nil
		})
	case v.Phase != running:
		return nil
	}
	if !b.Made {
		if err := s.makeGames(ctx, v, b); err != nil {
			return err
		}
	}
	return s.note(ctx, id)
}

// makeGames makes all games, at about the same time. One that could not be made later on either is
// called off, and holds up no other.
func (s *Service) makeGames(ctx context.Context, v store.Simul, b body) error {
	host, err := s.called(ctx, v.Owner)
	if err != nil {
		return err
	}
	errs := make([]error, len(b.Guests))
	var making sync.WaitGroup
	for i, g := range b.Guests {
		making.Go(func() {
			setup, err := s.gameSetup(ctx, b, host, g)
			if err == nil {
				_, err = s.Games.CreateAs(ctx, store.SimulGame(v.ID, g.Number), setup)
			}
			switch {
			case err == nil || errors.Is(err, store.ErrExists):
			case isFinal(err):
				s.Log.Error("a game of an exhibition is left out", "exhibition", v.ID, "err", err)
			default:
				errs[i] = err
			}
		})
	}
	making.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return s.write(ctx, v.ID, func(_ *store.Simul, b *body) (bool, error) {
		had := b.Made
		b.Made = true
		return !had, nil
	})
}

// isFinal says whether an error would be there later on, too.
func isFinal(err error) bool {
	code := apierror.Of(err).Code
	return code == apierror.BadRequest || code == apierror.NotFound
}

// gameSetup returns what a game is made of.
func (s *Service) gameSetup(ctx context.Context, b body, host store.Player, g guest) (match.Setup, error) {
	other, err := s.called(ctx, g.Player)
	if err != nil {
		return match.Setup{}, err
	}
	setup := b.Setup.plain()
	hosts, guests := seatOf(host), seatOf(other)
	hosts.Host = true
	hosts.Extra = (time.Duration(b.Setup.Extra+b.Setup.ExtraEach*len(b.Guests)) * time.Second).Milliseconds()
	isBlack := g.Black
	switch {
	case g.Stones > 0:
		setup.Rules, isBlack = catalog.WithHandicap(setup.Rules, g.Stones, rating.HandicapKomi), false
	case b.Setup.Handicap == byRank:
		two := setup
		two.Black, two.White = hosts, guests
		if rules, black, ok := s.Strengths.Handicap(ctx, two); ok && rules != setup.Rules {
			setup.Rules, setup.Colors, isBlack = rules, match.ByRank, black == host.ID
		}
	}
	setup.Black, setup.White = guests, hosts
	if isBlack {
		setup.Black, setup.White = hosts, guests
	}
	return setup, nil
}

func seatOf(p store.Player) match.Seat {
	name := p.Name
	if p.Role == store.Deleted {
		name = store.Gone
	}
	return match.Seat{Kind: match.Human, Name: name, Player: p.ID, Bot: p.Role == store.Bot}
}

// note notes what has come of games that have ended, and ends the exhibition with the last of them.
func (s *Service) note(ctx context.Context, id string) error {
	return s.write(ctx, id, func(v *store.Simul, b *body) (changed bool, err error) {
		if v.Phase != running || !b.Made {
			return false, nil
		}
		games, err := s.heads(ctx, id, b.Guests)
		if err != nil {
			return false, err
		}
		going := false
		for i := range b.Guests {
			g := &b.Guests[i]
			head, there := games[g.Number]
			switch {
			case g.Result != "":
			case !there: // it could not be made, or nobody has moved in it for so long that it was forgotten
				g.Result, changed = off, true
			case head.Phase == match.Finished:
				g.Result, g.Version, changed = resultOf(head, v.Owner), head.Version, true
			default:
				going = true
			}
		}
		if !going {
			v.Phase, changed = over, true
		}
		return changed, nil
	})
}

// heads returns what the store says of the games of guests, by their numbers.
func (s *Service) heads(ctx context.Context, id string, guests []guest) (map[int]store.Game, error) {
	ids, numbers := []string{}, map[string]int{}
	for _, g := range guests {
		game := store.SimulGame(id, g.Number)
		ids, numbers[game] = append(ids, game), g.Number
	}
	games, err := s.Store.Games(ctx, ids)
	found := map[int]store.Game{}
	for _, g := range games {
		found[numbers[g.ID]] = g
	}
	return found, err
}

// resultOf returns what a game that has ended is to the host.
func resultOf(g store.Game, host string) string {
	side := game.White
	if g.Black.Player == host {
		side = game.Black
	}
	switch {
	case g.Winner == side:
		return won
	case g.Winner != game.Empty:
		return lost
	case g.Result == store.Void:
		return off
	}
	return drawn
}
