package training

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"moyo/contest/rating"
	"moyo/server/store"
	"moyo/study/trainer"
)

// The modes of training; "" shows a problem without rating it.
const (
	modeRated      = "rated"
	modeReview     = "review"
	modeCollection = "collection"
	modeExam       = "exam"
)

// trainingState is a player's training state except the rating. The store keeps it as JSON.
type trainingState struct {
	Pending  pending       `json:"pending"`
	Exam     *trainer.Exam `json:"exam,omitempty"`
	Practice practice      `json:"practice,omitzero"`
}

// pending is the problem that was shown last and is undecided. Only it affects the rating.
type pending struct {
	Key        string    `json:"key"`
	Mode       string    `json:"mode"`
	Collection string    `json:"collection,omitempty"`
	Since      time.Time `json:"since"`
}

// trainee is a player with their stored training.
type trainee struct {
	standing
	state trainingState
	cards map[string]keptCard
}

// trainee loads a player's training.
func (s *Service) trainee(ctx context.Context, owner string) (*trainee, error) {
	out := &trainee{cards: map[string]keptCard{}}
	var err error
	out.standing, err = s.kept.standing(ctx, owner)
	if errors.Is(err, store.ErrNotFound) {
		out.standing = standing{Owner: owner, Rating: store.Rating(rating.New())}
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out.State, &out.state); err != nil {
		return nil, fmt.Errorf("training of %.8s: %w", owner, err)
	}
	cards, err := s.kept.cards(ctx, owner)
	if err != nil {
		return nil, err
	}
	for _, c := range cards {
		out.cards[c.Problem] = c
	}
	if out.state.Practice == (practice{}) { // from before practice was recorded
		out.state.Practice.Tries = len(cards)
	}
	return out, nil
}

// step changes a player's training by one step. change may be called again after a conflict with another window; its error is the
// answer. A step that changes nothing and adds no rows is not written.
func (s *Service) step(ctx context.Context, owner string, change func(*trainee) (additions, error)) error {
	return store.Retry(func() error {
		who, err := s.trainee(ctx, owner)
		if err != nil {
			return err
		}
		add, err := change(who)
		if err != nil {
			return err
		}
		state, err := json.Marshal(who.state)
		if err != nil {
			return err
		}
		if add == (additions{}) && slices.Equal(state, who.State) {
			return nil
		}
		who.State, who.Version, who.Updated = state, who.Version+1, s.Now()
		return s.kept.train(ctx, who.standing, add)
	})
}

// deck returns the cards for the trainer.
func (who *trainee) deck() []trainer.Card {
	out := make([]trainer.Card, 0, len(who.cards))
	for _, c := range who.cards {
		out = append(out, cardOf(c))
	}
	return out
}

func cardOf(c keptCard) trainer.Card {
	return trainer.Card{Problem: c.Problem, Step: c.Step, Lapses: c.Lapses, Due: c.Due}
}
