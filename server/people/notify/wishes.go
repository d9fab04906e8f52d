package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"moyo/server/base/apierror"
	"moyo/server/store"
)

// The ways that can be switched off. A page stores its own settings for title and sound.
const (
	byPush = "push"
	byMail = "mail"
)

// kept are the kinds that are stored. Turns are not: the games have them.
var kept = map[Kind]bool{
	GameStarted: true, GameOver: true, ChallengeMade: true, ChallengeAnswered: true,
	OnLadder: true, LowTime: true, OfTeam: true, OfModerators: true,
}

// choices are the ways and kinds that can be switched off: all kinds but messages from moderators.
var choices = []string{
	byPush, byMail,
	string(YourTurn), string(GameStarted), string(GameOver),
	string(ChallengeMade), string(ChallengeAnswered), string(OnLadder),
	string(LowTime), string(OfTeam),
}

// wishes are a player's notification settings.
type wishes struct {
	Off []string `json:"off"` // some of choices
}

// wants reports whether a way or kind is on.
func (w wishes) wants(choice string) bool { return !slices.Contains(w.Off, choice) }

// check returns an error for invalid wishes from the network. It sorts them.
func (w *wishes) check() error {
	if len(w.Off) > len(choices) {
		return apierror.New(apierror.BadRequest, "At most %d notifications can be switched off, not %d.", len(choices), len(w.Off))
	}
	for _, choice := range w.Off {
		if !slices.Contains(choices, choice) {
			return apierror.New(apierror.BadRequest, "There is no notification called %.40q. Please choose from %q.", choice, choices)
		}
	}
	slices.Sort(w.Off)
	w.Off = slices.Compact(w.Off)
	return nil
}

// wishes returns a player's settings.
func (s *Service) wishes(ctx context.Context, player string) (w wishes, err error) {
	body, err := s.rows().wishes(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return w, fmt.Errorf("notification settings: %w", err)
	}
	return w, nil
}

// change stores a player's settings.
func (s *Service) change(ctx context.Context, player string, w wishes) error {
	if err := w.check(); err != nil {
		return err
	}
	body, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return s.rows().saveWishes(ctx, player, body, s.Now())
}
