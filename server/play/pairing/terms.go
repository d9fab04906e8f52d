package pairing

import (
	"context"

	"moyo/game/match"
	"moyo/internal/sentence"
	"moyo/server/base/apierror"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// Ratings know how strong people are.
type Ratings interface {
	// Refusal says why a game of that setup cannot be rated, or nothing.
	Refusal(ctx context.Context, setup match.Setup) sentence.Sentence
	// Points returns a player's rating in games of that setup, and whether there is
	// one.
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
	// Handicap returns the id of the rules that make a game between the two players
	// of the setup even, and the id of who is to be Black. ok is false where that is
	// not known, or there is no such handicap in the game.
	Handicap(ctx context.Context, setup match.Setup) (rules, black string, ok bool)
}

// Relations know who wants nothing to do with whom.
type Relations interface {
	// Blocked says whether either player has blocked the other.
	Blocked(ctx context.Context, player, other string) (bool, error)
}

// Terms say who may play whom, and settle what is left open until both are there.
type Terms struct {
	Ratings   Ratings
	Relations Relations
	// Taken says whether a name is kept for others than guests: somebody with an
	// account has it, or one that looks like it. nil for never.
	Taken func(ctx context.Context, name string) (bool, error)
	// Suspended says whether a player may only watch.
	Suspended func(ctx context.Context, player string) (bool, error)
	Leavers   *Leavers    // nil where nobody is refused for having left games
	Coin      func() bool // decides by chance
}

// Name returns what somebody who takes a seat is called there: as their account is, or
// for a guest as they say, "" where that would make them look like somebody else.
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

// ToMake says what stands against a game that somebody wants to make.
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

// ToPair says what stands against somebody's playing whoever comes: too many games
// that they have left.
func (t *Terms) ToPair(ctx context.Context, who identity.Who) error {
	if t.Leavers == nil {
		return nil
	}
	return t.Leavers.Refusal(ctx, who.Player)
}

// isOpen says whether anybody may take a seat of a game, and hears of it.
func isOpen(setup match.Setup) bool {
	return !setup.Private && setup.IsFree()
}

// The answers to those who may not play.
var (
	errGuest = apierror.Say(apierror.SignedOut, "pairing.guest",
		"Rated games are for players with an account: sign in, or make a casual game.")
	errEstimates = apierror.Say(apierror.BadRequest, "pairing.estimates",
		"Nobody asks how a rated game stands: make a casual game, or one without estimates.")
	errAway    = apierror.Say(apierror.Forbidden, "pairing.away", "That player cannot play at the moment.")
	errBlocked = apierror.Say(apierror.Forbidden, "pairing.closed", "This game is not open to you.") // nobody is told that they are blocked
)

// ToJoin says what stands against somebody's taking the free seat of a game.
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

// toMeet says what stands against somebody's playing with or against a player who is there.
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

// Points returns a player's rating in games of that setup, if there is one.
func (t *Terms) Points(ctx context.Context, player string, setup match.Setup) (float64, bool) {
	return t.Ratings.Points(ctx, player, setup)
}

// Settle shares out the sides of a game whose players are both known, and sets the
// handicap where that goes by their ranks.
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
