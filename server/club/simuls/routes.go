package simuls

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/contest/rating"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/document"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/names"
	"moyo/server/store"
)

// Register adds the routes of exhibitions that OpenAPI describes.
func (s *Service) Register(api endpoint.API) {
	const all, each = "/api/simuls", "/api/simuls/{id}"
	write := []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusServiceUnavailable}
	endpoint.Register(api, access.See,
		endpoint.Describe("simuls", http.MethodGet, all, "Open, running and finished simultaneous exhibitions"),
		endpoint.Limited(s.Rates, "simuls", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("make-simul", http.MethodPost, all, "Create a simultaneous exhibition, and host it", write...)),
		endpoint.Limited(s.Rates, "new simuls", s.Limits.Lists, s.create))
	endpoint.Register(api, access.See,
		endpoint.Describe("simul", http.MethodGet, each, "A simultaneous exhibition with its games", http.StatusNotFound),
		endpoint.Limited(s.Rates, "simul", s.Limits.Lists, endpoint.One(s.view)))
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		endpoint.Describe("act-in-simul", http.MethodPost, each+"/acts", "Take part in a simultaneous exhibition, or host it", write...),
		endpoint.Limited(s.Rates, "acts in simuls", s.Limits.Lists, s.act))
	api.Events(access.See, huma.Operation{Path: each + "/events"}, Simul{}, document.Follow(s.ctx, s.hub, s.show))
}

// listLength is how many exhibitions of each phase a list shows.
const listLength = 50

func (s *Service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[*SimulLists], error) {
	out := &SimulLists{Mine: []string{}}
	me := identity.Player(ctx)
	for phase, list := range map[string]*[]SimulHead{open: &out.Open, running: &out.Running, over: &out.Over} {
		all, err := s.kept.in(ctx, phase, listLength)
		if err != nil {
			return nil, err
		}
		*list = []SimulHead{}
		for _, v := range all {
			b, err := bodyOf(v)
			if err != nil {
				s.Log.Error("an exhibition is not listed", "err", err)
				continue
			}
			h, err := s.headOf(ctx, v, b)
			if err != nil {
				return nil, err
			}
			*list = append(*list, h)
			if i := b.find(me); me != "" && phase != over && (v.Owner == me || i >= 0 && b.Guests[i].State != refused) {
				out.Mine = append(out.Mine, v.ID)
			}
		}
	}
	return endpoint.Reply(out), nil
}

// view is the view of show.
func (s *Service) view(ctx context.Context, id string) (*Simul, error) {
	shown, err := s.show(ctx, id)
	return shown.View, err
}

// Bounds of an exhibition.
const (
	maxTitle     = 80 // characters
	maxGuests    = 50 // players, without the host
	maxAsking    = 4 * maxGuests
	maxRefused   = 1000
	maxExtra     = 3 * 60 * 60 // seconds
	maxExtraEach = 10 * 60     // the same; with maxExtra no more than a game's limit
	maxPoints    = 9999
	guestSize    = 128 // approximate bytes of a guest
)

type createInput struct{ Body SimulSetup }

func (s *Service) create(ctx context.Context, in *createInput) (*endpoint.Answer[*Simul], error) {
	who := identity.Of(ctx)
	title := identity.CleanText(in.Body.Title, maxTitle)
	if title == "" {
		return nil, apierror.Say(apierror.BadRequest, "simul.title", "Please enter a name for the exhibition.")
	}
	set, err := s.setup(ctx, who, in.Body)
	if err != nil {
		return nil, err
	}
	if err := s.Rates.Spend(ctx, "simuls of a day", s.Limits.New); err != nil {
		return nil, err
	}
	v := exhibition{ID: identity.NewID(), Owner: who.Player, Title: title, Phase: open, Version: 1, Created: s.Now(), Changed: s.Now()}
	if v.Body, err = json.Marshal(body{Setup: set}); err != nil {
		return nil, err
	}
	if err := s.Budget.Spend(ctx, len(v.Body)+maxAsking*guestSize); err != nil {
		return nil, err
	}
	err = s.kept.create(ctx, v, s.Limits.Own, s.Limits.All)
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.TooMany, "simul.many",
			"You have reached the limit for exhibitions, or the server has. Finish one first, or try again later.")
	}
	if err != nil {
		return nil, err
	}
	s.changed(v.ID)
	return endpoint.ReplyOr(s.view(ctx, v.ID))
}

// setup returns the setup of an exhibition, or the error in it.
func (s *Service) setup(ctx context.Context, who identity.Who, in SimulSetup) (set setup, err error) {
	plain, err := s.Plain(ctx, in.Board, in.Rules, in.Clock)
	if err != nil {
		return set, err
	}
	set = setup{
		Board: plain.Board, Rules: plain.Rules, Clock: plain.Clock, Extra: in.Extra,
		ExtraEach: in.ExtraEach, Color: in.Color, Handicap: in.Handicap,
		Most: in.Most, MinRating: in.MinRating, MaxRating: in.MaxRating,
	}
	if err := set.check(); err != nil {
		return set, err
	}
	offered := set.plain()
	offered.Black, offered.White = match.Seat{Kind: match.Human, Player: who.Player}, match.Seat{Kind: match.Open}
	return set, s.Terms.ToMake(ctx, offered, who)
}

// check returns the error in a setup whose board, rules and clock are valid.
func (v setup) check() error {
	spec, err := clock.Parse(v.Clock)
	if err != nil {
		return apierror.Invalid(err)
	}
	conditions, err := catalog.ConditionsOf(v.Rules)
	if err != nil {
		return apierror.Invalid(err)
	}
	switch {
	case !spec.Counts():
		return apierror.Say(apierror.BadRequest, "simul.clock",
			"Choose a clock for the games, so that the exhibition ends.")
	case v.Most < 1 || v.Most > maxGuests:
		return apierror.Say(apierror.BadRequest, "simul.most", "An exhibition can have 1 to %d guests.", maxGuests)
	case v.Extra < 0 || v.Extra > maxExtra || v.ExtraEach < 0 || v.ExtraEach > maxExtraEach:
		return apierror.Say(apierror.BadRequest, "simul.extra", "The host can have at most %d extra minutes in each "+
			"game, and %d for each guest.",
			maxExtra/60, maxExtraEach/60)
	case v.Extra+v.ExtraEach > 0 && !spec.HasMain():
		return apierror.Say(apierror.BadRequest, "simul.extraClock", "Extra time for the host needs a clock with main time.")
	case !slices.Contains([]string{hostBlack, hostWhite, byChance, inTurn}, v.Color):
		return apierror.New(apierror.BadRequest, "the host's side is %q, %q, %q or %q, not %.30q",
			hostBlack, hostWhite, byChance, inTurn, v.Color)
	case !slices.Contains([]string{"", byRank, eachByHand}, v.Handicap):
		return apierror.New(apierror.BadRequest, "handicaps are %q, %q or \"\", not %.30q", byRank, eachByHand, v.Handicap)
	case v.Handicap != "" && !rating.Ranked(conditions.Game):
		return apierror.Say(apierror.BadRequest, "simul.handicap", "This game has no handicap by rank.")
	case conditions.Stones > 0 && (v.Handicap != "" || v.Color != hostWhite):
		return apierror.Say(apierror.BadRequest, "simul.handicapSide",
			"With handicap stones in the rules, the host must be White, and you cannot choose another handicap.")
	case v.MinRating < 0 || v.MaxRating < 0 || v.MinRating > maxPoints ||
		v.MaxRating > maxPoints || v.MaxRating > 0 && v.MinRating > v.MaxRating:
		return apierror.Say(apierror.BadRequest, "simul.range", "The lowest rating must not be above the highest.")
	}
	return nil
}

// plain returns the setup of each game, without its players.
func (v setup) plain() match.Setup {
	return match.Setup{Board: v.Board, Rules: v.Rules, Clock: v.Clock}
}

type actInput struct {
	ID   string `path:"id"`
	Body SimulAct
}

// act performs a player's act.
func (s *Service) act(ctx context.Context, in *actInput) (*endpoint.Answer[*Simul], error) {
	if err := s.Budget.Spend(ctx, guestSize); err != nil {
		return nil, err
	}
	who := identity.Of(ctx)
	err := s.write(ctx, in.ID, func(v *exhibition, b *body) (bool, error) {
		if err := acts.Check(in.Body.Do, who, v.Owner == who.Player); err != nil {
			return false, err
		}
		if v.Phase != open {
			return false, apierror.Say(apierror.BadRequest, "simul.begun", "The exhibition has already begun.")
		}
		return true, s.acts()[in.Body.Do](ctx, v, b, who, in.Body)
	})
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.view(ctx, in.ID))
}

// acts returns the functions of acts on an exhibition that has not begun.
func (s *Service) acts() map[string]func(context.Context, *exhibition, *body, identity.Who, SimulAct) error {
	return map[string]func(context.Context, *exhibition, *body, identity.Who, SimulAct) error{
		"ask": s.ask, "withdraw": s.withdraw, "accept": s.accept, "refuse": s.refuse, "start": s.start, "cancel": s.cancel,
	}
}

// errNotAsked is the answer to an act on a guest who did not ask to play.
var errNotAsked = apierror.Say(apierror.BadRequest, "simul.nobody", "No player with this name has asked to play.")

func (s *Service) ask(ctx context.Context, v *exhibition, b *body, who identity.Who, _ SimulAct) error {
	if _, err := s.dropGone(ctx, b, asked, accepted); err != nil { // their places become free
		return err
	}
	i := b.find(who.Player)
	switch {
	case v.Owner == who.Player:
		return apierror.Say(apierror.BadRequest, "simul.own", "You are the host of this exhibition. You cannot join it as a guest.")
	case i >= 0 && b.Guests[i].State == refused:
		return apierror.Say(apierror.Forbidden, "simul.refused", "The host has chosen other players this time.")
	case i >= 0:
		return apierror.Say(apierror.BadRequest, "simul.asked", "You have already asked to play.")
	case b.count(asked, accepted) >= maxAsking || b.count(refused) >= maxRefused:
		return apierror.Say(apierror.TooMany, "simul.full", "The list of players who want to play is full.")
	}
	set := b.Setup
	if points, known := s.Strengths.Points(ctx, who.Player, set.plain()); set.MinRating > 0 && (!known || points < float64(set.MinRating)) ||
		set.MaxRating > 0 && (!known || points > float64(set.MaxRating)) {
		return apierror.Say(apierror.Forbidden, "simul.rating", "Your rating is outside the range for this exhibition.")
	}
	if err := s.Terms.ToJoin(ctx, joining(v.Owner, set), who); err != nil {
		return err
	}
	b.Guests = append(b.Guests, guest{Player: who.Player, State: asked})
	return nil
}

// dropGone removes guests in the given states whose accounts were deleted, and reports whether it removed any.
func (s *Service) dropGone(ctx context.Context, b *body, states ...state) (dropped bool, err error) {
	var stay []guest
	for _, g := range b.Guests {
		if slices.Contains(states, g.State) {
			p, err := names.Account(ctx, s.Store, g.Player)
			if err != nil {
				return false, err
			}
			if p.Role == store.Deleted {
				continue
			}
		}
		stay = append(stay, g)
	}
	dropped = len(stay) < len(b.Guests)
	b.Guests = stay
	return dropped, nil
}

// joining returns the setup of an exhibition game that a guest has yet to join.
func joining(host string, set setup) match.Setup {
	game := set.plain()
	game.Black, game.White = match.Seat{Kind: match.Human, Player: host}, match.Seat{Kind: match.Open}
	return game
}

func (s *Service) withdraw(_ context.Context, _ *exhibition, b *body, who identity.Who, _ SimulAct) error {
	i := b.find(who.Player)
	if i < 0 || b.Guests[i].State == refused {
		return apierror.Say(apierror.BadRequest, "simul.notIn", "You are not taking part in this exhibition.")
	}
	b.Guests = slices.Delete(b.Guests, i, i+1)
	return nil
}

// named returns the index of the guest with a name.
func (s *Service) named(ctx context.Context, b *body, name string) (int, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if errors.Is(err, store.ErrNotFound) {
		return -1, errNotAsked
	}
	if err != nil {
		return -1, err
	}
	if i := b.find(p.ID); i >= 0 {
		return i, nil
	}
	return -1, errNotAsked
}

func (s *Service) accept(ctx context.Context, _ *exhibition, b *body, _ identity.Who, in SimulAct) error {
	if _, err := s.dropGone(ctx, b, asked, accepted); err != nil {
		return err
	}
	i, err := s.named(ctx, b, in.Player)
	if err != nil {
		return err
	}
	if b.Guests[i].State != accepted && b.count(accepted) >= b.Setup.Most {
		return apierror.Say(apierror.BadRequest, "simul.places", "All places are taken.")
	}
	if in.Stones != 0 {
		if err := s.checkStones(ctx, b.Setup, in.Stones); err != nil {
			return err
		}
	}
	b.Guests[i].State, b.Guests[i].Stones = accepted, in.Stones
	return nil
}

// checkStones returns an error if a guest cannot have this number of handicap stones.
func (s *Service) checkStones(ctx context.Context, set setup, stones int) error {
	if set.Handicap != eachByHand {
		return apierror.Say(apierror.BadRequest, "simul.noStones", "The host does not set handicaps in this exhibition.")
	}
	on, err := s.Boards.Get(ctx, set.Board)
	if err != nil {
		return err
	}
	if most := catalog.MostStones(set.Rules, on); stones < 2 || stones > most {
		return apierror.Say(apierror.BadRequest, "simul.stones", "On this board a handicap can be 0, or 2 to %d stones.", most)
	}
	return nil
}

func (s *Service) refuse(ctx context.Context, _ *exhibition, b *body, _ identity.Who, in SimulAct) error {
	i, err := s.named(ctx, b, in.Player)
	if err != nil {
		return err
	}
	b.Guests[i].State, b.Guests[i].Stones = refused, 0
	return nil
}

func (s *Service) cancel(_ context.Context, v *exhibition, _ *body, _ identity.Who, _ SimulAct) error {
	v.Phase = cancelled
	return nil
}

// start fixes who plays, and which side. It leaves out guests who may not play any more.
func (s *Service) start(ctx context.Context, v *exhibition, b *body, _ identity.Who, _ SimulAct) error {
	var guests []guest
	for _, g := range b.Guests {
		if g.State != accepted {
			continue
		}
		may, err := s.mayPlay(ctx, v.Owner, b.Setup, g.Player)
		if err != nil {
			return err
		}
		if may {
			n := len(guests) + 1
			guests = append(guests, guest{Player: g.Player, State: playing, Stones: g.Stones, Number: n, Black: s.isBlack(b.Setup, n)})
		}
	}
	if len(guests) == 0 {
		return apierror.Say(apierror.BadRequest, "simul.noGuests", "Accept at least one guest before you start the exhibition.")
	}
	have, err := s.Store.Kept(ctx, v.Owner)
	if err != nil {
		return err
	}
	if have.Unfinished+len(guests) > s.Unfinished {
		return apierror.Say(apierror.TooOften, "simul.unfinished", "You have %d unfinished games, and with these there "+
			"would be more than %d. Please finish or resign some of them first.", have.Unfinished, s.Unfinished)
	}
	v.Phase, b.Guests = running, guests
	return nil
}

// isBlack reports whether the host is Black in a game.
func (s *Service) isBlack(set setup, number int) bool {
	switch set.Color {
	case hostBlack:
		return true
	case byChance:
		return s.Seed()%2 == 0
	case inTurn:
		return number%2 == 1
	}
	return false
}

// mayPlay reports whether a guest whom the host has accepted may still play with them.
func (s *Service) mayPlay(ctx context.Context, host string, set setup, player string) (bool, error) {
	p, err := names.Account(ctx, s.Store, player)
	if err != nil || p.Role == store.Deleted || p.Suspended.After(s.Now()) {
		return false, err
	}
	have, err := s.Store.Kept(ctx, player)
	if err != nil || have.Unfinished >= s.Unfinished {
		return false, err
	}
	game := joining(host, set)
	game.Private = true // the limit for unfinished games was checked when they asked
	err = s.Terms.ToJoin(ctx, game, identity.Who{Player: player, Role: p.Role})
	if err != nil && apierror.Of(err).Code == apierror.Forbidden {
		return false, nil
	}
	return err == nil, err
}
