package lobby

import (
	"context"
	"math/rand/v2"
	"slices"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/apierror"
	"moyo/server/boards"
	"moyo/server/convert"
	"moyo/server/endpoint"
	"moyo/server/identity"
	"moyo/server/wire"
)

type gameInput struct {
	ID string `path:"id"`
}

func (l *Lobby) getGame(ctx context.Context, in *gameInput) (*endpoint.Answer[wire.GameInfo], error) {
	g, err := l.Games.Game(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(convert.Info(g, l.Games.Watchers(g.ID))), nil
}

func (l *Lobby) postGame(ctx context.Context, in *struct{ Body wire.NewGame }) (*endpoint.Answer[wire.GameInfo], error) {
	if err := l.Rates.Allow(ctx, "games", l.NewGames); err != nil {
		return nil, err
	}
	setup, err := l.setup(identity.Player(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	g, err := l.Games.Create(ctx, setup)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(convert.Info(g, 0)), nil
}

// setup returns what the game is made of that a player asks for. Its board and rules
// are yet to be checked.
func (l *Lobby) setup(player string, in wire.NewGame) (match.Setup, error) {
	setup := match.Setup{Board: in.Board, Rules: in.Rules, Clock: in.Clock}
	color := in.Color
	if color == "random" {
		color = []string{"black", "white"}[rand.IntN(2)]
	}
	side, ok := convert.ParseSide(color)
	if !ok || side == game.Empty {
		return setup, apierror.New(apierror.BadRequest, `color %.20q: want "black", "white" or "random"`, in.Color)
	}
	if len(in.Rules) > boards.MaxSpec {
		return setup, apierror.New(apierror.BadRequest, "rules %.20q...: an id has at most %d characters", in.Rules, boards.MaxSpec)
	}
	maker := match.Seat{Kind: match.Human, Name: identity.CleanName(in.Name), Player: player}
	other := match.Seat{Kind: match.Open}
	if in.Opponent != "human" {
		if !l.offers(in.Opponent, convert.GameID(in.Rules)) {
			return setup, apierror.New(apierror.BadRequest, `opponent %.40q: want "human" or one of the engines of /api/catalog that play %.20q`, in.Opponent, convert.GameID(in.Rules))
		}
		other = match.Seat{Kind: match.Engine, Engine: in.Opponent}
	}
	setup.Black, setup.White = maker, other
	if side == game.White {
		setup.Black, setup.White = other, maker
	}
	return setup, nil
}

// offers says whether id is one of the engines that may be played against in a
// game. Other ids, such as those that start programs, must never come from the
// network.
func (l *Lobby) offers(id, game string) bool {
	return slices.ContainsFunc(l.Engines, func(e wire.EngineEntry) bool {
		return e.ID == id && slices.Contains(e.Games, game)
	})
}
