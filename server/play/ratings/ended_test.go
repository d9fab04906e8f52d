package ratings

import (
	"testing"
	"time"

	"moyo/game"
	"moyo/server/base/apierror"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestGameRatings requests the effect of games on ratings: before they are rated, afterwards, and for games that are not rated.
func TestGameRatings(t *testing.T) {
	s := sqlitetest.New(t)
	v := service(s)
	register(t, s, "ada", "bo")
	play(t, s, played{id: "g1", black: "ada", white: "bo", at: noon, loser: game.White, plies: 6})
	play(t, s, played{id: "g2", black: "level:3", white: "ada", at: noon.Add(time.Hour), loser: game.White, plies: 6})
	play(t, s, played{id: "g3", black: "bo", white: "ada", at: noon.Add(2 * time.Hour), loser: game.White, plies: 0})
	play(t, s, played{id: "g4", black: "ada", white: "bo", at: noon.Add(3 * time.Hour), loser: game.White, plies: 6, casual: true})
	if answer, err := v.getGameRatings(t.Context(), &gameInput{"g1"}); err != nil || answer.Body.Done || len(answer.Body.Seats) != 0 {
		t.Errorf("before it is rated: %+v %v", answer, err)
	}
	if err := v.Catch(t.Context()); err != nil {
		t.Fatal(err)
	}
	answer, err := v.getGameRatings(t.Context(), &gameInput{"g1"})
	if err != nil || !answer.Body.Done || len(answer.Body.Seats) != 2 {
		t.Fatalf("%+v %v", answer, err)
	}
	black, white := answer.Body.Seats[0], answer.Body.Seats[1]
	if black.Seat != "black" || black.Before != 1500 || black.After <= 1500 || black.Refusal != "" ||
		black.Text == black.BeforeText || black.Text[len(black.Text)-1] != '?' {
		t.Errorf("%+v", black)
	}
	if white.Seat != "white" || white.After >= 1500 {
		t.Errorf("%+v", white)
	}
	answer, err = v.getGameRatings(t.Context(), &gameInput{"g2"})
	if err != nil || len(answer.Body.Seats) != 1 || answer.Body.Seats[0].Seat != "white" || answer.Body.Seats[0].Before != black.After {
		t.Errorf("against a level: %+v %v", answer, err)
	}
	answer, err = v.getGameRatings(t.Context(), &gameInput{"g3"})
	if err != nil || !answer.Body.Done || answer.Body.Seats[0].Refusal == "" {
		t.Errorf("unrated: %+v %v", answer, err)
	}
	answer, err = v.getGameRatings(t.Context(), &gameInput{"g4"})
	if err != nil || !answer.Body.Done || len(answer.Body.Seats) != 0 {
		t.Errorf("a casual game: %+v %v", answer, err)
	}
	if _, err := v.getGameRatings(t.Context(), &gameInput{"g9"}); apierror.Of(err).Code != apierror.NotFound {
		t.Errorf("%v", err)
	}
	if err := s.RenameSeats(t.Context(), "g1", "bo", store.Gone); err != nil {
		t.Fatal(err)
	}
	if answer, err := v.getGameRatings(t.Context(), &gameInput{"g1"}); err != nil || !answer.Body.Done || len(answer.Body.Seats) != 1 {
		t.Errorf("deleted account: %+v %v", answer, err)
	}
}
