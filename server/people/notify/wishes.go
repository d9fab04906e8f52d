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

// The ways that can be switched off. What a page does with what it hears (its
// title, a sound) it keeps by itself.
const (
	byPush = "push"
	byMail = "mail"
)

// kept are the kinds of which rows are kept. Of turns the games have it.
var kept = map[store.NotificationKind]bool{
	store.GameStarted: true, store.GameOver: true, store.ChallengeMade: true, store.ChallengeAnswered: true,
	store.OnLadder: true, store.LowTime: true, store.TeamNews: true, store.Moderation: true,
}

// choices are what can be switched off: ways, and kinds but what moderators say.
var choices = []string{
	byPush, byMail,
	string(store.YourTurn), string(store.GameStarted), string(store.GameOver),
	string(store.ChallengeMade), string(store.ChallengeAnswered), string(store.OnLadder),
	string(store.LowTime), string(store.TeamNews),
}

// wishes are what somebody wants to hear of, and how.
type wishes struct {
	Off []string `json:"off"` // some of choices
}

// wants says whether a way or kind is wanted.
func (w wishes) wants(choice string) bool { return !slices.Contains(w.Off, choice) }

// check says what is wrong with wishes from the network. They come out sorted.
func (w *wishes) check() error {
	if len(w.Off) > len(choices) {
		return apierror.New(apierror.BadRequest, "There are %d things to switch off, not %d.", len(choices), len(w.Off))
	}
	for _, choice := range w.Off {
		if !slices.Contains(choices, choice) {
			return apierror.New(apierror.BadRequest, "There is nothing called %.40q to switch off; want some of %q.", choice, choices)
		}
	}
	slices.Sort(w.Off)
	w.Off = slices.Compact(w.Off)
	return nil
}

// wishes returns those of a player.
func (s *Service) wishes(ctx context.Context, player string) (w wishes, err error) {
	body, err := s.Store.Wishes(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return w, nil
	}
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(body, &w); err != nil {
		return w, fmt.Errorf("wishes of a player: %w", err)
	}
	return w, nil
}

// change changes a player's wishes.
func (s *Service) change(ctx context.Context, player string, w wishes) error {
	if err := w.check(); err != nil {
		return err
	}
	body, err := json.Marshal(w)
	if err != nil {
		return err
	}
	return s.Store.SaveWishes(ctx, player, body, s.Now())
}
