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
		endpoint.Describe("simuls", http.MethodGet, all, "Simultaneous exhibitions that one can join, that go on, and that are over"),
		endpoint.Limited(s.Rates, "simuls", s.Limits.Lists, s.list))
	endpoint.Register(api, access.Member.By(identity.Challenge),
		endpoint.Creates(endpoint.Describe("make-simul", http.MethodPost, all, "Make a simultaneous exhibition, and be its host", write...)),
		endpoint.Limited(s.Rates, "new simuls", s.Limits.Lists, s.create))
	endpoint.Register(api, access.See,
		endpoint.Describe("simul", http.MethodGet, each, "A simultaneous exhibition with its games", http.StatusNotFound),
		endpoint.Limited(s.Rates, "simul", s.Limits.Lists, endpoint.One(s.view)))
	endpoint.Register(api, access.Member.By(identity.Play|identity.Challenge),
		endpoint.Describe("act-in-simul", http.MethodPost, each+"/acts", "Take part in a simultaneous exhibition, or be its host", write...),
		endpoint.Limited(s.Rates, "acts in simuls", s.Limits.Lists, s.act))
	api.Events(access.See, huma.Operation{Path: each + "/events"}, Simul{}, document.Follow(s.ctx, s.hub, s.show))
}

// listLength is how many of each phase a list shows.
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
				s.Log.Error("an exhibition is left out of the list", "err", err)
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

// The bounds of an exhibition.
const (
	maxTitle     = 80 // characters
	maxGuests    = 50 // who play
	maxAsking    = 4 * maxGuests
	maxRefused   = 1000
	maxExtra     = 3 * 60 * 60 // seconds
	maxExtraEach = 10 * 60     // the same; together with maxExtra no more than a game takes
	maxPoints    = 9999
	guestSize    = 128 // bytes that a guest takes, about
)

type createInput struct{ Body SimulSetup }

func (s *Service) create(ctx context.Context, in *createInput) (*endpoint.Answer[*Simul], error) {
	who := identity.Of(ctx)
	title := identity.CleanText(in.Body.Title, maxTitle)
	if title == "" {
		return nil, apierror.Say(apierror.BadRequest, "simul.title", "An exhibition needs a name.")
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
			"There are as many exhibitions as there may be, of yours or of all together. One would have to end first.")
	}
	if err != nil {
		return nil, err
	}
	s.changed(v.ID)
	return endpoint.ReplyOr(s.view(ctx, v.ID))
}

// setup returns how an exhibition is played, or what is wrong with it.
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

// check says what is wrong with a setup whose board, rules and clock are known to be some.
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
			"The games of an exhibition need a clock: without one nobody knows when they end.")
	case v.Most < 1 || v.Most > maxGuests:
		return apierror.Say(apierror.BadRequest, "simul.most", "An exhibition is for 1 to %d guests.", maxGuests)
	case v.Extra < 0 || v.Extra > maxExtra || v.ExtraEach < 0 || v.ExtraEach > maxExtraEach:
		return apierror.Say(apierror.BadRequest, "simul.extra", "The host has at most %d minutes more in each game, and %d for each guest.",
			maxExtra/60, maxExtraEach/60)
	case v.Extra+v.ExtraEach > 0 && !spec.HasMain():
		return apierror.Say(apierror.BadRequest, "simul.extraClock", "Only where a clock has main time can the host have more of it.")
	case !slices.Contains([]string{hostBlack, hostWhite, byChance, inTurn}, v.Color):
		return apierror.New(apierror.BadRequest, "the host's side is %q, %q, %q or %q, not %.30q",
			hostBlack, hostWhite, byChance, inTurn, v.Color)
	case !slices.Contains([]string{"", byRank, eachByHand}, v.Handicap):
		return apierror.New(apierror.BadRequest, "handicaps are %q, %q or \"\", not %.30q", byRank, eachByHand, v.Handicap)
	case v.Handicap != "" && !rating.Ranked(conditions.Game):
		return apierror.Say(apierror.BadRequest, "simul.handicap", "In this game there is no handicap by rank.")
	case conditions.Stones > 0 && (v.Handicap != "" || v.Color != hostWhite):
		return apierror.Say(apierror.BadRequest, "simul.handicapSide",
			"Where the rules give stones the host is White, and there is no other handicap.")
	case v.MinRating < 0 || v.MaxRating < 0 || v.MinRating > maxPoints ||
		v.MaxRating > maxPoints || v.MaxRating > 0 && v.MinRating > v.MaxRating:
		return apierror.Say(apierror.BadRequest, "simul.range", "The least rating is not above the greatest.")
	}
	return nil
}

// plain returns what each game is made of, without its players.
func (v setup) plain() match.Setup {
	return match.Setup{Board: v.Board, Rules: v.Rules, Clock: v.Clock}
}

type actInput struct {
	ID   string `path:"id"`
	Body SimulAct
}

// act carries out what somebody does.
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
			return false, apierror.Say(apierror.BadRequest, "simul.begun", "The exhibition has begun.")
		}
		return true, s.acts()[in.Body.Do](ctx, v, b, who, in.Body)
	})
	if err != nil {
		return nil, err
	}
	return endpoint.ReplyOr(s.view(ctx, in.ID))
}

// acts returns what each act does to an exhibition that has not begun.
func (s *Service) acts() map[string]func(context.Context, *exhibition, *body, identity.Who, SimulAct) error {
	return map[string]func(context.Context, *exhibition, *body, identity.Who, SimulAct) error{
		"ask": s.ask, "withdraw": s.withdraw, "accept": s.accept, "refuse": s.refuse, "start": s.start, "cancel": s.cancel,
	}
}

// errNobody is the answer to an act about somebody who is not there.
var errNobody = apierror.Say(apierror.BadRequest, "simul.nobody", "Nobody of that name wants to play.")

func (s *Service) ask(ctx context.Context, v *exhibition, b *body, who identity.Who, _ SimulAct) error {
	if _, err := s.dropGone(ctx, b, asked, accepted); err != nil { // their places are free again
		return err
	}
	i := b.find(who.Player)
	switch {
	case v.Owner == who.Player:
		return apierror.Say(apierror.BadRequest, "simul.own", "The host plays against the others.")
	case i >= 0 && b.Guests[i].State == refused:
		return apierror.Say(apierror.Forbidden, "simul.refused", "The host plays with others this time.")
	case i >= 0:
		return apierror.Say(apierror.BadRequest, "simul.asked", "You have asked already.")
	case b.count(asked, accepted) >= maxAsking || b.count(refused) >= maxRefused:
		return apierror.Say(apierror.TooMany, "simul.full", "So many want to play that no more can ask.")
	}
	set := b.Setup
	if points, known := s.Strengths.Points(ctx, who.Player, set.plain()); set.MinRating > 0 && (!known || points < float64(set.MinRating)) ||
		set.MaxRating > 0 && (!known || points > float64(set.MaxRating)) {
		return apierror.Say(apierror.Forbidden, "simul.rating", "This exhibition is for players with another rating.")
	}
	if err := s.Terms.ToJoin(ctx, joining(v.Owner, set), who); err != nil {
		return err
	}
	b.Guests = append(b.Guests, guest{Player: who.Player, State: asked})
	return nil
}

// dropGone removes guests in some states whose accounts were deleted, and says whether it removed any.
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

// joining returns a game of an exhibition that a guest has yet to join.
func joining(host string, set setup) match.Setup {
	game := set.plain()
	game.Black, game.White = match.Seat{Kind: match.Human, Player: host}, match.Seat{Kind: match.Open}
	return game
}

func (s *Service) withdraw(_ context.Context, _ *exhibition, b *body, who identity.Who, _ SimulAct) error {
	i := b.find(who.Player)
	if i < 0 || b.Guests[i].State == refused {
		return apierror.Say(apierror.BadRequest, "simul.notIn", "You do not take part.")
	}
	b.Guests = slices.Delete(b.Guests, i, i+1)
	return nil
}

// named returns the place of a guest who is called so.
func (s *Service) named(ctx context.Context, b *body, name string) (int, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if errors.Is(err, store.ErrNotFound) {
		return -1, errNobody
	}
	if err != nil {
		return -1, err
	}
	if i := b.find(p.ID); i >= 0 {
		return i, nil
	}
	return -1, errNobody
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
		return apierror.Say(apierror.BadRequest, "simul.noStones", "In this exhibition the host sets no handicaps.")
	}
	on, err := s.Boards.Get(ctx, set.Board)
	if err != nil {
		return err
	}
	if most := catalog.MostStones(set.Rules, on); stones < 2 || stones > most {
		return apierror.Say(apierror.BadRequest, "simul.stones", "On this board a handicap is 0 or 2 to %d stones.", most)
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

// start writes down who plays, and with which side. It leaves out guests who may not play any more.
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
		return apierror.Say(apierror.BadRequest, "simul.noGuests", "An exhibition begins with somebody whom the host has accepted.")
	}
	have, err := s.Store.Kept(ctx, v.Owner)
	if err != nil {
		return err
	}
	if have.Unfinished+len(guests) > s.Unfinished {
		return apierror.Say(apierror.TooOften, "simul.unfinished", "%d games of yours have not ended, and with these there "+
			"would be more than %d. Play some of them to the end first, or give them up.", have.Unfinished, s.Unfinished)
	}
	v.Phase, b.Guests = running, guests
	return nil
}

// isBlack says whether the host is Black in a game.
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

// mayPlay says whether somebody whom the host has accepted still may play with them.
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
	game.Private = true // how many games they have left counts when they ask
	err = s.Terms.ToJoin(ctx, game, identity.Who{Player: player, Role: p.Role})
	if err != nil && apierror.Of(err).Code == apierror.Forbidden {
		return false, nil
	}
	return err == nil, err
}
