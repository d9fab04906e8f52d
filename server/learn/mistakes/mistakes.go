// Package mistakes turns the bad moves that a review has found in a player's games into problems: find the better move. An engine's
// opinion decides what is better, which is not a proof. The problems are repeated like the trainer's, and change no rating.
package mistakes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/catalog"
	"moyo/game"
	"moyo/internal/sentence"
	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/learn/reviews"
	"moyo/server/machines/engines"
	"moyo/server/machines/solvers"
	"moyo/server/store"
	"moyo/study/review"
	"moyo/study/trainer"
)

// The bounds of mistakes.
const (
	worstShown = 5        // of a game, if the request gives no number
	worstMost  = 20       // of a game in one request
	maxBody    = 16 << 10 // bytes of one stored mistake
)

// Config configures the training with mistakes.
type Config struct {
	Store    store.DB
	Reviews  *reviews.Reviews
	Engines  *engines.Pool
	Analysts map[string]string // ids of engines by the ids of games
	Queue    *queue.Queue      // for replaying games
	Solvers  *solvers.Pool     // of life and death
	Budget   *storage.Budget
	Rates    *limit.Addresses
	Rate     float64 // sustained tries a second of one address
	Now      func() time.Time
}

// Register adds the routes.
func (cfg Config) Register(api endpoint.API) {
	s := &service{cfg}
	bad := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "mistakes", Method: http.MethodGet, Path: "/api/mistakes",
		Summary: "The mistakes that the caller trains with", Errors: []int{http.StatusTooManyRequests},
	}, s.list)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "add-mistakes", Method: http.MethodPost, Path: "/api/mistakes", DefaultStatus: http.StatusCreated,
		Summary:      "Add the caller's worst moves in a reviewed game",
		MaxBodyBytes: endpoint.MaxBody, Errors: append(bad, http.StatusInsufficientStorage),
	}, endpoint.Limited(s.Rates, "puzzles", s.Rate, s.add))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "mistake", Method: http.MethodGet, Path: "/api/mistakes/{game}/{number}",
		Summary: "The position before a bad move", Errors: []int{http.StatusNotFound},
	}, s.get)
	endpoint.Register(api, access.Look.By(identity.Learn), huma.Operation{
		OperationID: "delete-mistake", Method: http.MethodDelete, Path: "/api/mistakes/{game}/{number}", DefaultStatus: http.StatusNoContent,
		Summary: "Remove a mistake", Errors: []int{http.StatusNotFound},
	}, s.remove)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "try-mistake", Method: http.MethodPost, Path: "/api/mistakes/{game}/{number}/try",
		Summary: "Try another move in place of a mistake", MaxBodyBytes: endpoint.MaxBody, Errors: bad,
	}, s.try)
	endpoint.Register(api, access.Take.By(identity.Learn), huma.Operation{
		OperationID: "prove-mistake", Method: http.MethodPost, Path: "/api/mistakes/{game}/{number}/proof",
		Summary: "What a solver can prove about a mistake", Errors: bad,
	}, endpoint.Limited(s.Rates, "puzzles", s.Rate, s.prove))
}

type service struct{ Config }

// body is the data of a mistake except its card.
type body struct {
	Board  string        `json:"board"`
	Rules  string        `json:"rules"`
	Stones string        `json:"stones"`
	State  wire.State    `json:"state"` // before the move
	Played string        `json:"played"`
	Better string        `json:"better"`
	Class  string        `json:"class"`
	Loss   float64       `json:"loss"`
	Points float64       `json:"points"`
	Counts bool          `json:"counts"`
	Proof  *MistakeProof `json:"proof,omitempty"`
}

// errNone is the refusal for an unknown mistake.
var errNone = apierror.Say(apierror.NotFound, "mistakes.none", "This move is not among your mistakes.")

func (s *service) list(ctx context.Context, _ *struct{}) (*endpoint.Answer[Mistakes], error) {
	if err := s.Rates.Allow(ctx, "mistakes", s.Rate); err != nil { // the answer may have three megabytes
		return nil, err
	}
	kept, err := s.kept().of(ctx, identity.Player(ctx))
	if err != nil {
		return nil, err
	}
	out := Mistakes{Mistakes: []Mistake{}, Most: mostMistakes}
	now := s.Now()
	slices.SortStableFunc(kept, func(a, b mistake) int {
		return cmp.Or(cmp.Compare(turn(a, now), turn(b, now)), a.Due.Compare(b.Due))
	})
	for _, m := range kept {
		shown, _, err := s.shown(m)
		if err != nil {
			return nil, err
		}
		out.Mistakes = append(out.Mistakes, shown)
	}
	deck := deckOf(kept)
	out.Due, out.NextDue = len(trainer.Due(deck, now)), convert.Stamp(trainer.NextDue(deck, now))
	return endpoint.Reply(out), nil
}

// turn returns whether a mistake is due (0), due later (1) or done (2).
func turn(m mistake, now time.Time) int {
	switch {
	case m.Due.IsZero():
		return 2
	case now.Before(m.Due):
		return 1
	}
	return 0
}

func deckOf(all []mistake) []trainer.Card {
	deck := make([]trainer.Card, len(all))
	for i, m := range all {
		deck[i] = cardOf(m)
	}
	return deck
}

func cardOf(m mistake) trainer.Card {
	return trainer.Card{Problem: m.Game, Step: m.Step, Lapses: m.Lapses, Due: m.Due}
}

// shown returns the wire form of a mistake.
func (s *service) shown(m mistake) (Mistake, body, error) {
	var b body
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return Mistake{}, b, err
	}
	return Mistake{
		Game: m.Game, Number: m.Number, Board: b.Board, Rules: b.Rules, Words: convert.Rules(catalog.Describe(b.Rules)),
		Stones: b.Stones, Last: b.State.Last, Color: b.State.ToPlay,
		Played: b.Played, Class: b.Class, Loss: b.Loss, Points: b.Points, Counts: b.Counts, Added: convert.Stamp(m.Created),
		Tried: m.Tried, Solved: m.Solved, Due: convert.Stamp(m.Due), IsDue: turn(m, s.Now()) == 0,
		Proof: b.Proof, Provable: b.Proof == nil && provers[convert.GameID(b.Rules)] != nil,
	}, b, nil
}

// named is the path of a mistake.
type named struct {
	Game   string `path:"game"`
	Number int    `path:"number"`
}

// mistake returns one of the caller's mistakes.
func (s *service) mistake(ctx context.Context, in named) (mistake, error) {
	m, err := s.kept().one(ctx, identity.Player(ctx), in.Game, in.Number)
	if errors.Is(err, store.ErrNotFound) {
		return m, errNone
	}
	return m, err
}

func (s *service) get(ctx context.Context, in *named) (*endpoint.Answer[MistakeProblem], error) {
	m, err := s.mistake(ctx, *in)
	if err != nil {
		return nil, err
	}
	shown, b, err := s.shown(m)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(MistakeProblem{Mistake: shown, State: b.State}), nil
}

func (s *service) remove(ctx context.Context, in *named) (*struct{}, error) {
	err := s.kept().remove(ctx, identity.Player(ctx), in.Game, in.Number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNone
	}
	if err != nil {
		return nil, err
	}
	return &struct{}{}, nil
}

func (s *service) add(ctx context.Context, in *struct{ Body NewMistakes }) (*endpoint.Answer[MistakesAdded], error) {
	if in.Body.Most < 0 || in.Body.Most > worstMost {
		return nil, apierror.New(apierror.BadRequest, "You can add 1 to %d moves of a game at a time.", worstMost)
	}
	owner := identity.Player(ctx)
	var found []mistake
	err := s.Queue.Do(ctx, queue.Judgement, queue.Of(ctx, owner), nil, func() (err error) {
		found, err = s.find(ctx, owner, in.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	bytes := 0
	for _, m := range found {
		bytes += len(m.Body)
	}
	if err := s.Budget.Spend(ctx, bytes); err != nil {
		return nil, err
	}
	added, err := s.kept().add(ctx, owner, found)
	if errors.Is(err, store.ErrFull) {
		return nil, apierror.Say(apierror.BadRequest, "mistakes.full",
			"You already train with %d moves, which is the limit. Please delete some first.", mostMistakes)
	}
	if err != nil {
		return nil, err
	}
	all, err := s.kept().of(ctx, owner)
	if err != nil {
		return nil, err
	}
	return endpoint.Reply(MistakesAdded{
		Added: added, Known: len(found) - added, All: len(all), Due: len(trainer.Due(deckOf(all), s.Now())),
	}), nil
}

// find returns a player's worst moves in a game.
func (s *service) find(ctx context.Context, owner string, in NewMistakes) ([]mistake, error) {
	f, err := s.Reviews.Game(ctx, in.Game)
	if err != nil {
		return nil, refusal(err)
	}
	mine := map[string]bool{}
	for _, c := range []game.Color{game.Black, game.White} {
		mine[convert.Side(c)] = f.Players[c] == owner
	}
	if !mine["black"] && !mine["white"] {
		return nil, apierror.Say(apierror.NotAPlayer, "mistakes.others", "You can only train with your own games.")
	}
	rep, err := s.Reviews.Kept(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	if rep == nil || len(rep.Moves) != len(f.Position.Moves()) {
		return nil, apierror.Say(apierror.NotFound, "mistakes.noReview", "This game has not been reviewed yet.")
	}
	var found []mistake
	for _, i := range worst(rep.Moves, mine, cmp.Or(in.Most, worstShown)) {
		text, err := json.Marshal(bodyOf(f.Position, rep.Moves[i], i))
		if err != nil {
			return nil, err
		}
		if len(text) <= maxBody {
			found = append(found, mistake{Game: in.Game, Number: i + 1, Created: s.Now(), Due: s.Now(), Body: text})
		}
	}
	return found, nil
}

// refusal converts the reason why a game is not available into an answer.
func refusal(err error) error {
	if no, ok := errors.AsType[*sentence.Error](err); ok {
		return apierror.Refuse(apierror.NotFound, no.Sentence)
	}
	return err
}

// worst returns the indices of the worst moves of some sides, worst first: moves that surely were bad and for which the review has
// a better one.
func worst(moves []wire.ReviewMove, sides map[string]bool, most int) (indices []int) {
	for i, m := range moves {
		if sides[m.Color] && m.Sure && m.Better != "" && m.Better != m.Move &&
			(m.Class == string(review.Mistake) || m.Class == string(review.Blunder)) {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int {
		return cmp.Compare(review.Severity(moves[b].Loss, moves[b].Points), review.Severity(moves[a].Loss, moves[a].Points))
	})
	return indices[:min(len(indices), most)]
}

// bodyOf returns the body of move i of the game that ends with end.
func bodyOf(end game.Position, m wire.ReviewMove, i int) body {
	at := review.Before(end, i)
	return body{
		Board: at.Board().Spec(), Rules: at.Rules().ID(), Stones: convert.Stones(at), State: convert.Position(at, true),
		Played: m.Move, Better: m.Better, Class: m.Class, Loss: m.Loss, Points: m.Points, Counts: m.Counts,
	}
}
