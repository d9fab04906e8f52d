// Package training lets people learn by doing. It has life-and-death problems, chosen and rated for each player, with exams and
// imported collections. It also has puzzles of n-in-a-row games, and lessons.
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

// Store is the storage that training needs.
type Store interface {
	store.DB
	Kept(ctx context.Context, player string) (store.Kept, error)
}

// Config configures training.
type Config struct {
	Store   Store
	Boards  *boards.Cache
	Rules   func(id string) (game.Rules, error)
	Solvers *solvers.Pool
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Rate    float64 // sustained tries a second of one address
	Uploads endpoint.Uploads
	Now     func() time.Time
	Seed    func() uint64 // for choosing problems
	Classes Classes
}

// Classes provides the tasks of pupils and receives their progress. *classes.Service implements it.
type Classes interface {
	// Set returns the problems of a pupil's task, as a collection with an id; the caller is the pupil.
	Set(ctx context.Context, collection string) (classes.Set, error)
	// Teacher returns the owner of the collections that the caller, a pupil, may train with, or "".
	Teacher(ctx context.Context) (string, error)
	// Tried is called when the caller has tried a problem.
	Tried(ctx context.Context)
	// StepDone is called when the caller has done a step of a lesson, from 1.
	StepDone(ctx context.Context, lesson string, step int) error
}

// Service is the state that all players share: the shipped problems and their ratings from attempts.
type Service struct {
	Config
	kept trainings

	mu       sync.Mutex
	shelf    *shelf                     // nil until first used
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

// Shown returns a shipped problem in the view of its key, and its rating. The error is not found, or another one.
func (s *Service) Shown(ctx context.Context, key string) (tsumego.Problem, string, error) {
	p, view, err := s.resolve(ctx, "", key)
	if err != nil {
		return tsumego.Problem{}, "", err
	}
	return view.Show(p.Problem), bank.Rank(s.rating(p).Rating.Points), nil
}

// shelf holds the shipped problems and their collections.
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

// rating returns the rating of a shipped problem: its initial one, or the one from attempts.
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

// maxTurns bounds the cached symmetries.
const maxTurns = 64

// symmetries returns the symmetries of a board.
func (s *Service) symmetries(b *board.Board) [][]board.Point {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.turns[b.Spec()]
	if !ok {
		if len(s.turns) >= maxTurns { // only imported boards can be that many
			clear(s.turns)
		}
		found = b.Symmetries(maxTurns)
		s.turns[b.Spec()] = found
	}
	return found
}

// dice returns the random numbers for choosing problems.
func (s *Service) dice() *rand.Rand { return rand.New(rand.NewPCG(s.Seed(), 0)) }
