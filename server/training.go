package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/board"
	"moyo/server/wire"
	"moyo/store"
	"moyo/tsumego/bank"
	"moyo/tsumego/trainer"
)

// trainings is what all who train share: the problems that come with the program
// and what attempts have shown of them.
type trainings struct {
	store store.Store
	now   func() time.Time

	mu      sync.Mutex
	shelf   *shelf                         // nil before it is first asked for
	ratings map[string]store.ProblemRating // by problem
	turns   map[string][][]board.Point     // symmetries by the board's spec
}

func newTrainings(s store.Store) *trainings {
	return &trainings{store: s, now: time.Now, turns: map[string][][]board.Point{}}
}

// shelf is the shipped problems with the collections that they make.
type shelf struct {
	problems []bank.Problem
	index    map[string]int
	sets     []collection
}

// load reads the shipped problems and their ratings, once.
func (t *trainings) load(ctx context.Context) (*shelf, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.shelf != nil {
		return t.shelf, nil
	}
	problems, err := bank.Shipped()
	if err != nil {
		return nil, err
	}
	ratings, err := t.store.ProblemRatings(ctx)
	if err != nil {
		return nil, err
	}
	t.ratings = make(map[string]store.ProblemRating, len(ratings))
	for _, r := range ratings {
		t.ratings[r.Problem] = r
	}
	made := &shelf{problems: problems, index: make(map[string]int, len(problems)), sets: shippedSets(problems)}
	for i := range problems {
		made.index[problems[i].ID] = i
	}
	t.shelf = made
	return made, nil
}

// rating returns how hard a shipped problem is: as it was made to be, or as
// attempts have shown.
func (t *trainings) rating(p *bank.Problem) store.ProblemRating {
	t.mu.Lock()
	defer t.mu.Unlock()
	if r, ok := t.ratings[p.ID]; ok {
		return r
	}
	return store.ProblemRating{Problem: p.ID, Rating: store.Rating(trainer.NewProblem(float64(p.Rating)))}
}

func (t *trainings) setRating(r store.ProblemRating) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ratings[r.Problem] = r
}

// candidates returns shipped problems with their ratings.
func (t *trainings) candidates(problems []bank.Problem) []trainer.Candidate {
	out := make([]trainer.Candidate, len(problems))
	for i := range problems {
		out[i] = trainer.Candidate{ID: problems[i].ID, Rating: t.rating(&problems[i]).Rating.Points}
	}
	return out
}

// maxTurns bounds the symmetries of a board that problems are turned by.
const maxTurns = 64

// symmetries returns the symmetries of a board.
func (t *trainings) symmetries(b *board.Board) [][]board.Point {
	t.mu.Lock()
	defer t.mu.Unlock()
	found, ok := t.turns[b.Spec()]
	if !ok {
		if len(t.turns) >= maxTurns { // only people's own boards can be as many
			clear(t.turns)
		}
		found = b.Symmetries(maxTurns)
		t.turns[b.Spec()] = found
	}
	return found
}

func dice() *rand.Rand { return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())) }

// The modes of training; "" is looking at a problem, which counts for nothing.
const (
	modeRated      = "rated"
	modeReview     = "review"
	modeCollection = "collection"
	modeExam       = "exam"
)

// trainingState is what is remembered of somebody beside their rating. The store
// keeps it as JSON.
type trainingState struct {
	Pending pending       `json:"pending"`
	Exam    *trainer.Exam `json:"exam,omitempty"`
}

// pending is the problem that was shown last and not decided yet: only it counts.
type pending struct {
	Key        string    `json:"key"`
	Mode       string    `json:"mode"`
	Collection string    `json:"collection,omitempty"`
	Since      time.Time `json:"since"`
}

// trainee is somebody who trains, as the store knows them.
type trainee struct {
	store.Trainee
	state trainingState
	cards map[string]store.Card
}

// trainee loads somebody's training.
func (t *trainings) trainee(ctx context.Context, owner string) (*trainee, error) {
	out := &trainee{cards: map[string]store.Card{}}
	var err error
	out.Trainee, err = t.store.Trainee(ctx, owner)
	if errors.Is(err, store.ErrNotFound) {
		out.Trainee = store.Trainee{Owner: owner, Rating: store.Rating(trainer.NewPerson())}
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(out.State, &out.state); err != nil {
		return nil, fmt.Errorf("training of %.8s: %w", owner, err)
	}
	cards, err := t.store.Cards(ctx, owner)
	if err != nil {
		return nil, err
	}
	for _, c := range cards {
		out.cards[c.Problem] = c
	}
	return out, nil
}

// maxConflicts is how often a step is tried again because another window of the
// same person was faster.
const maxConflicts = 5

// step changes somebody's training by one step. change may be called again where
// another window was faster; its error is the answer. A step that has nothing to
// keep and changes nothing is not written.
func (t *trainings) step(ctx context.Context, owner string, change func(*trainee) (store.Step, error)) error {
	for try := 0; ; try++ {
		who, err := t.trainee(ctx, owner)
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
		if add == (store.Step{}) && slices.Equal(state, who.State) {
			return nil
		}
		who.State, who.Version, who.Updated = state, who.Version+1, t.now()
		err = t.store.Train(ctx, who.Trainee, add)
		if _, conflict := errors.AsType[*store.Conflict](err); !conflict || try >= maxConflicts {
			return err
		}
	}
}

// deck returns the cards as the trainer knows them.
func (who *trainee) deck() []trainer.Card {
	out := make([]trainer.Card, 0, len(who.cards))
	for _, c := range who.cards {
		out = append(out, cardOf(c))
	}
	return out
}

func cardOf(c store.Card) trainer.Card {
	return trainer.Card{Problem: c.Problem, Step: c.Step, Lapses: c.Lapses, Due: c.Due}
}

func (s *Server) registerTraining(api huma.API) {
	bad := []int{http.StatusBadRequest, http.StatusTooManyRequests}
	missing := append([]int{http.StatusNotFound}, bad...)
	huma.Register(api, huma.Operation{
		OperationID: "training", Method: http.MethodGet, Path: "/api/training",
		Summary: "How one stands in training with problems of life and death",
	}, s.getTraining)
	huma.Register(api, huma.Operation{
		OperationID: "next-training-problem", Method: http.MethodPost, Path: "/api/training/next",
		Summary: "The problem that comes next", MaxBodyBytes: maxBody, Errors: missing,
	}, s.nextProblem)
	huma.Register(api, huma.Operation{
		OperationID: "training-problem", Method: http.MethodGet, Path: "/api/training/problems/{key}",
		Summary: "A problem, to look at it again", Errors: []int{http.StatusNotFound},
	}, s.getTrainingProblem)
	huma.Register(api, huma.Operation{
		OperationID: "try-training-problem", Method: http.MethodPost, Path: "/api/training/problems/{key}/try",
		Summary: "What a move does, and what follows", MaxBodyBytes: maxBody, Errors: missing,
	}, s.tryProblem)
	huma.Register(api, huma.Operation{
		OperationID: "new-exam", Method: http.MethodPost, Path: "/api/training/exams", DefaultStatus: http.StatusCreated,
		Summary: "Begin an exam", MaxBodyBytes: maxBody, Errors: bad,
	}, s.postExam)
	huma.Register(api, huma.Operation{
		OperationID: "end-exam", Method: http.MethodPost, Path: "/api/training/exams/end",
		Summary: "End the exam that runs", Errors: missing,
	}, s.endExam)
	huma.Register(api, huma.Operation{
		OperationID: "training-statistics", Method: http.MethodGet, Path: "/api/training/statistics",
		Summary: "What one's attempts come to",
	}, s.getStatistics)
	s.registerCollections(api)
}

func (s *Server) getTraining(ctx context.Context, _ *struct{}) (*answer[wire.Training], error) {
	shelf, err := s.training.load(ctx)
	if err != nil {
		return nil, s.internal(err)
	}
	who, err := s.training.trainee(ctx, guest(ctx))
	if err != nil {
		return nil, s.internal(err)
	}
	own, err := s.cfg.Store.Collections(ctx, who.Owner)
	if err != nil {
		return nil, s.internal(err)
	}
	now, deck := s.training.now(), who.deck()
	out := wire.Training{
		Rating: ratingOf(who.Rating), Due: len(trainer.Due(deck, now)), NextDue: timeText(trainer.NextDue(deck, now)),
		Problems: len(shelf.problems), Ranks: []string{}, Collections: []wire.TrainingCollection{}, Exam: examOf(who.state.Exam, now),
	}
	if n := len(shelf.problems); n > 0 {
		out.Ranks = []string{shelf.problems[0].Rank(), shelf.problems[n-1].Rank()}
	}
	for _, c := range who.cards {
		out.Tried++
		if c.Solved > 0 {
			out.Solved++
		}
	}
	for _, set := range shelf.sets {
		out.Collections = append(out.Collections, who.progress(set))
	}
	for _, c := range own {
		out.Collections = append(out.Collections, who.progress(ownSet(c)))
	}
	return &answer[wire.Training]{out}, nil
}

func ratingOf(r store.Rating) wire.TrainingRating {
	return wire.TrainingRating{
		Points: r.Points, Deviation: r.Deviation, Rank: bank.Rank(r.Points), Provisional: trainer.Rating(r).Provisional(),
	}
}

// timeText returns a time as the wire has it, "" for the zero time.
func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (s *Server) nextProblem(ctx context.Context, in *struct{ Body wire.TrainingChoice }) (*answer[wire.TrainingProblem], error) {
	if err := s.allow(ctx, "puzzles", s.cfg.Limits.Puzzles); err != nil {
		return nil, err
	}
	shelf, err := s.training.load(ctx)
	if err != nil {
		return nil, s.internal(err)
	}
	var out *wire.TrainingProblem
	err = s.training.step(ctx, guest(ctx), func(who *trainee) (store.Step, error) {
		next, err := s.choose(ctx, shelf, who, in.Body)
		if err != nil {
			return store.Step{}, err
		}
		who.state.Pending = next
		out, err = s.shownProblem(ctx, who, next.Key)
		return store.Step{}, err
	})
	if err != nil {
		return nil, s.trainingError(err)
	}
	return &answer[wire.TrainingProblem]{*out}, nil
}

// choose returns the problem that comes next.
func (s *Server) choose(ctx context.Context, shelf *shelf, who *trainee, in wire.TrainingChoice) (pending, error) {
	next := pending{Mode: in.Mode, Since: s.training.now()}
	switch in.Mode {
	case modeRated:
		if p := who.state.Pending; p.Mode == modeRated && s.resolves(ctx, who.Owner, p.Key) {
			return p, nil // nobody gets around a problem by asking for another
		}
		from := s.training.candidates(shelf.problems)
		i := trainer.Choose(dice(), who.Rating.Points, from, func(id string) time.Time { return who.cards[id].Last })
		if i < 0 {
			return next, refusal("There are no problems.")
		}
		next.Key = s.newKey(&shelf.problems[i])
	case modeReview:
		for _, c := range trainer.Due(who.deck(), next.Since) {
			if p, err := s.problem(ctx, who.Owner, c.Problem); err == nil {
				next.Key = s.newKey(p)
				return next, nil
			}
		}
		return next, refusal("There is nothing to repeat now.")
	case modeCollection:
		problems, err := s.collectionProblems(ctx, who.Owner, in.Collection)
		if err != nil {
			return next, err
		}
		after, _ := splitKey(in.After)
		i := trainer.InOrder(s.training.candidates(problems), after, func(id string) bool { return who.cards[id].Solved > 0 })
		if i < 0 {
			return next, refusal("There are no problems in this collection.")
		}
		next.Key, next.Collection = s.newKey(&problems[i]), in.Collection
	case modeExam:
		if who.state.Exam != nil {
			next.Key = who.state.Exam.Current(next.Since)
		}
		if next.Key == "" {
			return next, refusal("There is no exam running.")
		}
	default:
		return next, huma.Error400BadRequest(fmt.Sprintf("There is no mode %.20q.", in.Mode))
	}
	return next, nil
}

// trainingError is the answer to what cannot be had.
func (s *Server) trainingError(err error) error {
	var no refused
	var status huma.StatusError
	switch {
	case errors.As(err, &no):
		return huma.Error404NotFound(no.text)
	case errors.As(err, &status):
		return err
	}
	return s.internal(err)
}

func (s *Server) getTrainingProblem(ctx context.Context, in *struct {
	Key string `path:"key"`
}) (*answer[wire.TrainingProblem], error) {
	who, err := s.training.trainee(ctx, guest(ctx))
	if err != nil {
		return nil, s.internal(err)
	}
	out, err := s.shownProblem(ctx, who, in.Key)
	if err != nil {
		return nil, s.trainingError(err)
	}
	return &answer[wire.TrainingProblem]{*out}, nil
}
