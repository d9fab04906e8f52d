package simuls

import (
	"cmp"
	"context"
	"errors"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/names"
	"moyo/server/store"
)

// viewFor is the greatest age of a view without changes, since names may change.
const viewFor = time.Minute

// show returns an exhibition as everyone sees it.
func (s *Service) show(ctx context.Context, id string) (document.Shown[*Simul], error) {
	return s.hub.View(ctx, id, 0, func(ctx context.Context) (shown document.Shown[*Simul], err error) {
		v, b, err := s.read(ctx, id)
		if err != nil {
			return shown, err
		}
		return document.Show(s.viewOf(ctx, v, b))
	})
}

// headOf returns an exhibition's entry in a list.
func (s *Service) headOf(ctx context.Context, v exhibition, b body) (SimulHead, error) {
	host, err := names.Account(ctx, s.Store, v.Owner)
	words := convert.ConditionsOf(ctx, s.Boards, b.Setup.Board, b.Setup.Rules, b.Setup.Clock)
	h := SimulHead{
		ID: v.ID, Title: v.Title, Host: host.Name, Phase: v.Phase, Guests: b.count(accepted, playing), Most: b.Setup.Most,
		Rules: b.Setup.Rules, Words: words.Words, GameTitle: words.GameTitle, RulesText: words.RulesText,
		Board: b.Setup.Board, BoardTitle: words.BoardTitle, Clock: b.Setup.Clock, ClockText: words.ClockText, Speed: words.Speed,
		Cancelled: v.Phase == cancelled, Score: b.score(),
	}
	if h.Cancelled {
		h.Phase = over
	}
	return h, err
}

func (s *Service) viewOf(ctx context.Context, v exhibition, b body) (*Simul, error) {
	head, err := s.headOf(ctx, v, b)
	set := b.Setup
	view := &Simul{
		Version: v.Version, Head: head, Guests: []SimulGuest{}, Games: []SimulGame{},
		Rank: s.rank(ctx, v.Owner, set),
		Setup: SimulSetup{
			Title: v.Title, Most: set.Most, Board: set.Board, Rules: set.Rules, Clock: set.Clock, Extra: set.Extra, ExtraEach: set.ExtraEach,
			Color: set.Color, Handicap: set.Handicap, MinRating: set.MinRating, MaxRating: set.MaxRating,
		},
	}
	if v.Phase == open && set.Handicap == eachByHand {
		if on, err := s.Boards.Get(ctx, set.Board); err == nil {
			view.MostStones = catalog.MostStones(set.Rules, on)
		}
	}
	if v.Phase == open || v.Phase == cancelled && !b.Made {
		return view, errors.Join(err, s.viewGuests(ctx, view, b))
	}
	return view, errors.Join(err, s.viewGames(ctx, view, v, b))
}

// rank returns a player's strength in a short form.
func (s *Service) rank(ctx context.Context, player string, set setup) string {
	return s.Strengths.Text(ctx, match.Seat{Kind: match.Human, Player: player}, set.plain())
}

// viewGuests shows the players who want to play, without refused guests, since only they may know of the refusal, and without
// guests whose accounts were deleted.
func (s *Service) viewGuests(ctx context.Context, view *Simul, b body) error {
	for _, g := range b.Guests {
		if g.State == refused {
			continue
		}
		p, err := names.Account(ctx, s.Store, g.Player)
		if err != nil {
			return err
		}
		if p.Role == store.Deleted {
			continue
		}
		view.Guests = append(view.Guests, SimulGuest{
			Name: p.Name, Rank: s.rank(ctx, g.Player, b.Setup), Accepted: g.State == accepted, Stones: g.Stones,
		})
	}
	return nil
}

// viewGames shows the games. A change of a game also counts as a change of the version.
func (s *Service) viewGames(ctx context.Context, view *Simul, v exhibition, b body) error {
	games, err := s.heads(ctx, v.ID, b.Guests)
	if err != nil {
		return err
	}
	for _, g := range b.Guests {
		head, there := games[g.Number]
		view.Version += cmp.Or(g.Version, head.Version)
		shown := SimulGame{Number: g.Number, ID: gameID(v.ID, g.Number), Result: g.Result}
		if !there { // not yet created, or deleted
			p, err := names.Account(ctx, s.Store, g.Player)
			if err != nil {
				return err
			}
			shown.Guest = p.Name
			view.Games = append(view.Games, shown)
			continue
		}
		seat, host := head.Black, game.White
		shown.Host = "white"
		if head.Black.Player == v.Owner {
			seat, host, shown.Host = head.White, game.Black, "black"
		}
		shown.Guest, shown.Rank, shown.Ply, shown.Since = seat.Name, seat.Rank, head.Ply, convert.Stamp(head.Updated)
		if shown.Guest == store.Gone {
			shown.Guest = ""
		}
		switch {
		case head.Phase == match.Finished:
			shown.Result = cmp.Or(shown.Result, resultOf(head, v.Owner))
		case head.Turn == host:
			shown.Turn = "host"
		case head.Turn != game.Empty:
			shown.Turn = "guest"
		}
		view.Games = append(view.Games, shown)
	}
	return nil
}
