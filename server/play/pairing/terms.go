package pairing

import (
	"context"

	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Ratings provides the strength of players.
type Ratings interface {
	// Refusal returns the reason why a game of that setup cannot be rated, or an empty sentence.
	Refusal(ctx context.Context, setup match.Setup) sentence.Sentence
	// Points returns a player's rating for games of that setup, and whether the player has one.
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
	// Handicap returns the id of the rules that make a game between the two players even, and the id of the player that takes
	// Black. ok is false if that is unknown or the game has no such handicap.
	Handicap(ctx context.Context, setup match.Setup) (rules, black string, ok bool)
}

// Relations knows which players have blocked each other.
type Relations interface {
	// Blocked reports whether either player has blocked the other.
	Blocked(ctx context.Context, player, other string) (bool, error)
}

// Terms decides which players may meet, and fills in the settings that depend on both players.
type Terms struct {
	Ratings   Ratings
	Relations Relations
	// Taken reports whether a guest may not use a name because an account has it or a similar one. If nil, every name is free.
	Taken func(ctx context.Context, name string) (bool, error)
	// Suspended reports whether a player may only watch.
	Suspended func(ctx context.Context, player string) (bool, error)
	Leavers   *Leavers    // nil if players are never refused for leaving games
	Coin      func() bool // a random choice
}

// Name returns the name of a player on a seat: the account's name, or for a guest the given one. It is "" if the given name
// would make a guest look like another player.
func (t *Terms) Name(ctx context.Context, who identity.Who, given string) (string, error) {
	name := identity.NameOf(who, given)
	if who.Name != "" || name == "" || t.Taken == nil {
		return name, nil
	}
	if taken, err := t.Taken(ctx, name); err != nil || taken {
		return "", err
	}
	return name, nil
}

// ToMake returns an error if a player may not create a game of that setup.
func (t *Terms) ToMake(ctx context.Context, setup match.Setup, who identity.Who) error {
	if isOpen(setup) {
		if err := t.ToPair(ctx, who); err != nil {
			return err
		}
	}
	if !setup.Rated {
		return nil
	}
	if setup.Estimates {
		return errEstimates
	}
	if who.Role == store.Guest {
		return errGuest
	}
	if why := t.Ratings.Refusal(ctx, setup); why.Text != "" {
		return apierror.Refuse(apierror.BadRequest, why)
	}
	return nil
}

// ToPair returns an error if a player may not play strangers because they have left too many games.
func (t *Terms) ToPair(ctx context.Context, who identity.Who) error {
	if t.Leavers == nil {
		return nil
	}
	return t.Leavers.Refusal(ctx, who.Player)
}

// isOpen reports whether the game is listed and any player may take its seat.
func isOpen(setup match.Setup) bool {
	return !setup.Private && setup.IsFree()
}

// Refusals of games.
var (
	errGuest = apierror.Say(apierror.SignedOut, "pairing.guest",
		"Rated games need an account. Sign in, or make a casual game.")
	errEstimates = apierror.Say(apierror.BadRequest, "pairing.estimates",
		"Rated games cannot show estimates. Make a casual game, or turn estimates off.")
	errAway    = apierror.Say(apierror.Forbidden, "pairing.away", "That player cannot play at the moment.")
	errBlocked = apierror.Say(apierror.Forbidden, "pairing.closed", "This game is not open to you.") // without saying who blocked whom
)

// ToJoin returns an error if a player may not take the free seat of a game.
func (t *Terms) ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error {
	if setup.Rated && who.Role == store.Guest {
		return errGuest
	}
	if isOpen(setup) {
		if err := t.ToPair(ctx, who); err != nil {
			return err
		}
	}
	for _, seat := range []match.Seat{setup.Black, setup.White} {
		if seat.Kind != match.Human {
			continue
		}
		for _, player := range seat.Players() {
			if err := t.toMeet(ctx, player, who.Player); err != nil {
				return err
			}
		}
	}
	return nil
}

// toMeet returns an error if two players may not play with or against each other.
func (t *Terms) toMeet(ctx context.Context, player, who string) error {
	if player == who {
		return nil
	}
	if suspended, err := t.Suspended(ctx, player); err != nil {
		return err
	} else if suspended {
		return errAway
	}
	if blocked, err := t.Relations.Blocked(ctx, player, who); err != nil {
		return err
	} else if blocked {
		return errBlocked
	}
	return nil
}

// Points returns a player's rating for games of that setup, and whether the player has one.
func (t *Terms) Points(ctx context.Context, player string, setup match.Setup) (float64, bool) {
	return t.Ratings.Points(ctx, player, setup)
}

// Settle assigns the sides of a game whose players are both known, and sets the handicap if it depends on their ranks.
func (t *Terms) Settle(ctx context.Context, setup match.Setup) match.Setup {
	switch setup.Colors {
	case match.Seated:
		return setup
	case match.ByRank:
		if rules, black, ok := t.Ratings.Handicap(ctx, setup); ok {
			setup.Rules = rules
			if setup.Black.Player != black {
				setup.Black, setup.White = setup.White, setup.Black
			}
			return setup
		}
	}
	if t.Coin() {
		setup.Black, setup.White = setup.White, setup.Black
	}
	return setup
}
