package lobby

import (
	"context"
	"errors"
	"slices"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/share/boards"
	"moyo/server/store"
)

type gameInput struct {
	ID string `path:"id"`
}

func (l *Service) getGame(ctx context.Context, in *gameInput) (*endpoint.Answer[wire.GameInfo], error) {
	g, err := l.Games.Game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(l.info(g)), nil
}

func (l *Service) postGame(ctx context.Context, in *struct{ Body wire.NewGame }) (*endpoint.Answer[wire.GameInfo], error) {
	who := identity.Of(ctx)
	setup, err := l.setup(ctx, who, in.Body)
	if err != nil {
		return nil, err
	}
	if err := l.Terms.ToMake(ctx, setup, who); err != nil {
		return nil, err
	}
	if err := l.mayBegin(ctx, who); err != nil {
		return nil, err
	}
	if err := l.mayWait(ctx, who, setup); err != nil {
		return nil, err
	}
	g, err := l.Games.Create(ctx, setup)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(convert.Info(g, 0)), nil
}

// setup returns the setup of the requested game. Its board, rules and clock are not yet checked.
func (l *Service) setup(ctx context.Context, who identity.Who, in wire.NewGame) (match.Setup, error) {
	setup := match.Setup{Board: in.Board, Rules: in.Rules, Clock: in.Clock, Rated: in.Rated, Estimates: in.Estimates}
	if len(in.Rules) > boards.MaxSpec {
		return setup, apierror.New(apierror.BadRequest, "rules %.20q...: an id has at most %d characters", in.Rules, boards.MaxSpec)
	}
	name, err := l.Terms.Name(ctx, who, in.Name)
	if err != nil {
		return setup, err
	}
	if in.Partners > 1 || in.Partners < 0 {
		return teams(setup, who, name, in)
	}
	maker := match.Seat{Kind: match.Human, Name: name, Player: who.Player, Bot: who.IsProgram()}
	other, err := l.opponent(ctx, &setup, who, in)
	if err != nil {
		return setup, err
	}
	setup.Black, setup.White = maker, other
	switch {
	case in.Color == "black":
	case in.Color == "white":
		setup.Black, setup.White = other, maker
	case in.Color == "random":
		setup.Colors = match.ByChance
	case in.Color == "handicap" && other.Kind == match.Open:
		setup.Colors = match.ByRank
	default:
		return setup, apierror.New(apierror.BadRequest, `color %.20q: want "black", "white" or "random", or with a person "handicap"`, in.Color)
	}
	if other.Kind == match.Engine {
		setup = l.Terms.Settle(ctx, setup)
	}
	return setup, nil
}

// teams returns the setup of a team game, whose maker is the first player of their side.
func teams(setup match.Setup, who identity.Who, name string, in wire.NewGame) (match.Setup, error) {
	setup.Partners = in.Partners
	setup.Private = in.Opponent == "human"
	switch {
	case in.Partners < 0 || in.Partners > match.MaxPartners:
		return setup, apierror.Say(apierror.BadRequest, "rengo.people", "Each side needs one player, or two to four players who take turns.")
	case in.Rated:
		return setup, apierror.Say(apierror.BadRequest, "rengo.rated",
			"Team games are never rated, because their result says little about each player.")
	case in.Opponent != "human" && in.Opponent != "anyone":
		return setup, apierror.Say(apierror.BadRequest, "rengo.opponent", "Players join a team game by its "+
			"link or from the list of open games. You cannot challenge players by name, and the computer cannot take part.")
	}
	seat := &setup.Black
	switch in.Color {
	case "black":
	case "white":
		seat = &setup.White
	default:
		return setup, apierror.Say(apierror.BadRequest, "rengo.colors",
			"Choose the side on which you want to play.")
	}
	seat.Team[0] = match.Partner{Name: name, Player: who.Player, Bot: who.IsProgram()}
	return setup, nil
}

// opponent returns the seat of the requested opponent, and sets who may see the game.
func (l *Service) opponent(ctx context.Context, setup *match.Setup, who identity.Who, in wire.NewGame) (match.Seat, error) {
	switch {
	case in.Opponent == "human":
		setup.Private = true
	case in.Opponent == "anyone":
	case in.Opponent == "player":
		setup.Private = !in.Rated
		return l.challenged(ctx, who, in.To)
	case l.Offers(in.Opponent, convert.GameID(in.Rules)):
		setup.Private = in.Private
		return match.Seat{Kind: match.Engine, Engine: in.Opponent}, nil
	default:
		return match.Seat{}, apierror.New(apierror.BadRequest, `opponent %.40q: want "human", "anyone", `+
			`"player" or one of the engines of /api/catalog that play %.20q`, in.Opponent, convert.GameID(in.Rules))
	}
	return match.Seat{Kind: match.Open}, nil
}

// challenged returns a seat kept for the player of that name. Guests cannot challenge players: guests are unlimited in number
// and cannot be blocked.
func (l *Service) challenged(ctx context.Context, who identity.Who, name string) (match.Seat, error) {
	if who.Role == store.Guest {
		return match.Seat{}, apierror.Say(apierror.SignedOut, "lobby.challengeAccount",
			"Only players with an account can challenge others by name. Sign in, or send a link to your game.")
	}
	p, err := l.named(ctx, name)
	if err != nil {
		return match.Seat{}, err
	}
	if p.ID == who.Player {
		return match.Seat{}, apierror.Say(apierror.BadRequest, "lobby.self", "You cannot challenge yourself.")
	}
	them := match.Seat{Kind: match.Human, Name: p.Name, Player: p.ID}
	if err := l.Terms.ToJoin(ctx, match.Setup{Black: them}, who); err != nil {
		return match.Seat{}, err
	}
	return match.Seat{Kind: match.Open, Name: p.Name, Player: p.ID, Bot: p.Role == store.Bot}, nil
}

// named returns the account of that name.
func (l *Service) named(ctx context.Context, name string) (store.Player, error) {
	name = identity.CleanName(name)
	p, err := l.Store.PlayerNamed(ctx, l.Skeleton(name))
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Role == store.Deleted {
		return store.Player{}, apierror.Say(apierror.NotFound, "lobby.noPlayer", "There is no player called %q on this server.", name)
	}
	return p, err
}

// Offers reports whether id is an engine on offer for a game. Some ids start programs; they must never come from
// the network.
func (l *Service) Offers(id, game string) bool {
	return slices.ContainsFunc(l.Engines, func(e wire.EngineEntry) bool {
		return e.ID == id && slices.Contains(e.Games, game)
	})
}
