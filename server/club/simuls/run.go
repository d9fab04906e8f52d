package simuls

import (
	"context"
	"errors"
	"slices"
	"time"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/names"
	"moyo/server/base/schedule"
	"moyo/server/store"
)

// Task is the name of the task that one node at a time performs.
const Task = "simuls"

// The pace of running exhibitions.
const (
	lookEvery = 15 * time.Second
	openFor   = 7 * 24 * time.Hour  // when an exhibition that has not begun is called off
	emptyFor  = 24 * time.Hour      // the same, since the last change, while the host has accepted no guest
	offFor    = 30 * 24 * time.Hour // how long a cancelled exhibition is visible
	forget    = time.Hour           // between checks for those, and for deleted guests
)

// Run runs exhibitions until ctx ends: it creates games, and stores their results.
func (s *Service) Run(ctx context.Context) {
	forgot := s.Now()
	s.hub.Run(ctx, lookEvery, func(changed []string, all bool) {
		if all {
			changed = s.unfinished(ctx, changed)
		}
		for _, id := range changed {
			err := guard.Run(func() error { return s.look(ctx, id) })
			if err != nil && ctx.Err() == nil {
				s.Log.Error("an exhibition is delayed", "exhibition", id, "err", err)
			}
		}
		if s.Now().Sub(forgot) < forget {
			return
		}
		forgot = s.Now()
		if _, err := s.kept.forget(ctx, forgot.Add(-offFor)); err != nil && ctx.Err() == nil {
			s.Log.Error("cancelled exhibitions were not deleted", "err", err)
		}
		s.dropAllGone(ctx)
	})
}

// unfinished adds the missing unfinished exhibitions to a list of ids.
func (s *Service) unfinished(ctx context.Context, ids []string) []string {
	for _, phase := range []string{open, running} {
		list, err := s.kept.in(ctx, phase, s.Limits.All)
		if err != nil && ctx.Err() == nil {
			s.Log.Error("exhibitions are not running", "err", err)
		}
		for _, v := range list {
			ids = append(ids, v.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// dropAllGone removes guests whose accounts were deleted from exhibitions that have not begun, also refused guests.
func (s *Service) dropAllGone(ctx context.Context) {
	list, err := s.kept.in(ctx, open, s.Limits.All)
	for _, v := range list {
		err = errors.Join(err, s.write(ctx, v.ID, func(v *exhibition, b *body) (bool, error) {
			if v.Phase != open {
				return false, nil
			}
			return s.dropGone(ctx, b, asked, accepted, refused)
		}))
	}
	if err != nil && ctx.Err() == nil {
		s.Log.Error("deleted guests were not removed", "err", err)
	}
}

// look performs what is due in an exhibition.
func (s *Service) look(ctx context.Context, id string) error {
	v, b, err := s.read(ctx, id)
	if errors.Is(err, errUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case v.Phase == open && s.isLeft(v, b):
		return s.write(ctx, id, func(v *exhibition, b *body) (bool, error) {
			if v.Phase != open || !s.isLeft(*v, *b) {
				return false, nil // it has changed meanwhile
			}
			v.Phase = cancelled
			return true, nil
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

// isLeft reports whether an open exhibition has no host to begin it, or has waited too long.
func (s *Service) isLeft(v exhibition, b body) bool {
	return v.Title == "" || s.Now().Sub(v.Created) >= openFor || b.count(accepted) == 0 && s.Now().Sub(v.Changed) >= emptyFor
}

// makeGames creates all games, at about the same time. A game that can never be created is called off, and does not stop the
// others.
func (s *Service) makeGames(ctx context.Context, v exhibition, b body) error {
	err := schedule.Make(len(b.Guests), func(i int) error {
		err := s.makeGame(ctx, v, b, b.Guests[i])
		if err == nil || !schedule.IsFinal(err) {
			return err
		}
		s.Log.Error("a game of an exhibition was not created", "exhibition", v.ID, "err", err)
		return nil
	})
	if err != nil {
		return err
	}
	return s.write(ctx, v.ID, func(_ *exhibition, b *body) (bool, error) {
		had := b.Made
		b.Made = true
		return !had, nil
	})
}

// errGone is the error of a game with a player whose account was deleted.
var errGone = apierror.New(apierror.NotFound, "the account of a player was deleted")

// makeGame creates a game if it does not exist. A player who deletes their account leaves all their games; makeGame makes them
// leave a game created at the same moment, perhaps by a server that has ended since.
func (s *Service) makeGame(ctx context.Context, v exhibition, b body, g guest) error {
	id := gameID(v.ID, g.Number)
	setup, err := s.gameSetup(ctx, b, v.Owner, g)
	if err == nil {
		_, err = s.Games.CreateAs(ctx, id, setup)
	}
	if err != nil && !errors.Is(err, store.ErrExists) && !errors.Is(err, errGone) {
		return err
	}
	for _, player := range []string{v.Owner, g.Player} {
		p, err := names.Account(ctx, s.Store, player)
		if err != nil {
			return err
		}
		if p.Role != store.Deleted {
			continue
		}
		err = s.Games.Leave(ctx, id, player, func() error { return s.Store.RenameSeats(ctx, id, player, store.Gone) })
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

// gameSetup returns the setup of a game. The game keeps the players' current names.
func (s *Service) gameSetup(ctx context.Context, b body, owner string, g guest) (match.Setup, error) {
	host, err1 := names.Account(ctx, s.Store, owner)
	other, err2 := names.Account(ctx, s.Store, g.Player)
	if err := errors.Join(err1, err2); err != nil {
		return match.Setup{}, err
	}
	if host.Role == store.Deleted || other.Role == store.Deleted {
		return match.Setup{}, errGone
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
	return match.Seat{Kind: match.Human, Name: p.Name, Player: p.ID, Bot: p.Role == store.Bot}
}

// note stores the results of ended games, and ends the exhibition after the last of them. An exhibition without
// results is called off, and so deleted later.
func (s *Service) note(ctx context.Context, id string) error {
	return s.write(ctx, id, func(v *exhibition, b *body) (changed bool, err error) {
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
			case !there: // not created, or deleted after too long without moves
				g.Result, changed = off, true
			case head.Phase == match.Finished:
				g.Result, g.Version, changed = resultOf(head, v.Owner), head.Version, true
			default:
				going = true
			}
		}
		switch {
		case going:
		case b.score().Off == len(b.Guests):
			v.Phase, changed = cancelled, true
		default:
			v.Phase, changed = over, true
		}
		return changed, nil
	})
}

// heads returns the stored headers of guests' games, by number.
func (s *Service) heads(ctx context.Context, id string, guests []guest) (map[int]store.Game, error) {
	ids, numbers := []string{}, map[string]int{}
	for _, g := range guests {
		game := gameID(id, g.Number)
		ids, numbers[game] = append(ids, game), g.Number
	}
	games, err := s.Store.Games(ctx, ids)
	found := map[int]store.Game{}
	for _, g := range games {
		found[numbers[g.ID]] = g
	}
	return found, err
}

// resultOf returns the result of an ended game for the host.
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
