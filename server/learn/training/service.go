// Package training lets people learn by doing: problems of life and death that
// are chosen and rated for them, with exams and collections of their own, puzzles
// of n in a row, and lessons.
package training

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/server/base/endpoint"
	"moyo/server/base/limit"
	"moyo/server/base/storage"
	"moyo/server/learn/classes"
	"moyo/server/machines/solvers"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/trainer"
)

// Store is what is kept.
type Store interface {
	store.DB
	Kept(ctx context.Context, player string) (store.Kept, error)
}

// Config is what training is made of.
type Config struct {
	Store   Store
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Solvers *solvers.Pool
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Rate    float64 // tries a second that one address may make on end
	Uploads endpoint.Uploads
	Now     func() time.Time
	Seed    func() uint64 // chooses problems
	Classes Classes
}

// Classes know what pupils were given to do, and hear what they have done. *classes.Service does.
type Classes interface {
	// Set returns the problems that the pupil who asks was given as a collection of that id.
	Set(ctx context.Context, collection string) (classes.Set, error)
	// Teacher returns whose collections the pupil who asks may train with, "" for nobody's.
	Teacher(ctx context.Context) (string, error)
	// Tried is told that the caller has tried a problem.
	Tried(ctx context.Context)
	// StepDone is told that they have done a step of a lesson, from 1.
	StepDone(ctx context.Context, lesson string, step int) error
}

// Service is what all who train share: the problems that come with the program
// and what attempts have shown of them.
type Service struct {
	Config
	kept trainings

	mu       sync.Mutex
	shelf    *shelf                     // nil before it is first asked for
	ratings  map[string]problemRating   // by problem
	mornings map[string]morning         // by problem
	turns    map[string][][]board.Point // symmetries by the board's spec

	puzzles *puzzleRoutes
}

// New returns a service.
func New(cfg Config) *Service {
	return &Service{Config: cfg, kept: trainings{cfg.Store}, turns: map[string][][]board.Point{}, puzzles: newPuzzles(cfg)}
}

// Register adds the routes of the trainer, of puzzles and of lessons.
func (s *Service) Register(api endpoint.API) {
	s.registerTraining(api)
	s.puzzles.register(api)
	registerLessons(api, s.Config)
}

// Shown returns a problem of those that ship as its key shows it, and how hard it is. The
// error is that there is none, or another.
func (s *Service) Shown(ctx context.Context, key string) (tsumego.Problem, string, error) {
	p, view, err := s.resolve(ctx, "", key)
	if err != nil {
		return tsumego.Problem{}, "", err
	}
	return view.Show(p.Problem), bank.Rank(s.rating(p).Rating.Points), nil
}

// shelf is the shipped problems with the collections that they make.
type shelf struct {
	problems []bank.Problem
	index    map[string]int
	sets     []collection // by level and by theme
	courses  []course
}

// load reads the shipped problems and their ratings, once.
func (s *Service) load(ctx context.Context) (*shelf, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shelf != nil {
		return s.shelf, nil
	}
	problems, err := bank.Shipped()
	if err != nil {
		return nil, err
	}
	ratings, err := s.kept.ratings(ctx)
	if err != nil {
		return nil, err
	}
	s.ratings = make(map[string]problemRating, len(ratings))
	for _, r := range ratings {
		s.ratings[r.Problem] = r
	}
	made := &shelf{
		problems: problems, index: make(map[string]int, len(problems)), sets: shippedSets(problems), courses: shippedCourses(problems),
	}
	for i := range problems {
		made.index[problems[i].ID] = i
	}
	s.shelf = made
	return made, nil
}

// rating returns how hard a shipped problem is: as it was made to be, or as
// attempts have shown.
func (s *Service) rating(p *bank.Problem) problemRating {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.ratings[p.ID]; ok {
		return r
	}
	return problemRating{Problem: p.ID, Rating: store.Rating(trainer.NewProblem(float64(p.Rating)))}
}

func (s *Service) setRating(r problemRating) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ratings[r.Problem] = r
}

// candidates returns shipped problems with their ratings.
func (s *Service) candidates(problems []bank.Problem) []trainer.Candidate {
	out := make([]trainer.Candidate, len(problems))
	for i := range problems {
		out[i] = trainer.Candidate{ID: problems[i].ID, Rating: s.rating(&problems[i]).Rating.Points}
	}
	return out
}

// maxTurns bounds the symmetries of a board that problems are turned by.
const maxTurns = 64

// symmetries returns the symmetries of a board.
func (s *Service) symmetries(b *board.Board) [][]board.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.turns[b.Spec()]
	if !ok {
		if len(s.turns) >= maxTurns { // only people's own boards can be as many
			clear(s.turns)
		}
		found = b.Symmetries(maxTurns)
		s.turns[b.Spec()] = found
	}
	return found
}

// dice returns what problems are chosen by.
func (s *Service) dice() *rand.Rand { return rand.New(rand.NewPCG(s.Seed(), 0)) }
