// Package classes implements classes: pupils who join by a link and have only a first name, their tasks, and their progress.
//
// Pupils cannot report their own progress. Package training judges lessons and problems and reports them, and games end in their
// rooms. A class stores only its tasks; progress is read from the pupils' training and games, so a crash loses nothing.
//
// Pupils are players with their own role. Package access defines their permissions; [Service.MaySee] decides who may see the games
// of a class.
package classes

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"sync"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/storage"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Store is the storage that classes need.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
	Erase(ctx context.Context, p store.Player, features ...string) error
	RenameSeats(ctx context.Context, game, player, name string) error
	Try(ctx context.Context, at time.Time, tries ...store.Try) (wait time.Duration, err error)
	Excuse(ctx context.Context, key string) error
}

// Games are the games of classes; *room.Hub implements it.
type Games interface {
	// CreateAs creates a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// End ends a game as if one of its players resigned.
	End(ctx context.Context, id, player string) error
	// Leave removes a player from a game for good. rename removes their name from the store.
	Leave(ctx context.Context, id, player string, rename func() error) error
}

// Sessions signs pupils in. *session.Service implements it.
type Sessions interface {
	Start(ctx context.Context, player, device string) (token string, err error)
	Leave(ctx context.Context) error
	// Changed drops the cached session of a player and ends their connections.
	Changed(player string)
}

// Set is a set of problems.
type Set struct {
	Title, Group string
	Part         *wire.CoursePart
	Problems     []string // ids
}

// Config configures classes.
type Config struct {
	Store    Store
	Games    Games
	Sessions Sessions
	// Attempts returns a player's last attempts at problems, at most limit, oldest first; *training.Service implements it.
	Attempts func(ctx context.Context, player string, limit int) ([]Attempt, error)
	// Pick returns problems of an owner's collection: a number of them, or all for 0, but at most most; *training.Service
	// implements it.
	Pick   func(ctx context.Context, owner, collection string, problems, most int) (Set, error)
	Boards convert.Boards
	// Plain returns a game's setup without seats, or an error; *pairing.Service implements it.
	Plain   func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Offers  func(id, game string) bool // whether an engine can play a game
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Cluster *cluster.Cluster // the nodes of the server; nil for a single node
	Limits  Limits
	Erasure []string      // the statements of features for [store.Accounts] Erase
	Keep    time.Duration // after which an unused class ends; 0 for never
	Seed    func() uint64 // for pairings
	Log     *slog.Logger
	Now     func() time.Time
}

// Limits bound the classes.
type Limits struct {
	Own    int         `limit:"classes" default:"10" help:"classes of one account"`
	All    int         `limit:"all-classes" default:"1000" help:"classes in total"`
	New    limit.Quota `limit:"new-classes" default:"30/30" help:"classes created from one address: per day / in quick succession"`
	Pupils int         `limit:"pupils" default:"60" help:"pupils of one class"`
	Joins  limit.Quota `limit:"class-joins" default:"300/120" help:"pupils that join classes from one address: per day / in quick succession"`
	Lists  float64     `shared:"lists"` // sustained views or changes a second of one address
}

// Service manages the classes.
type Service struct {
	Config
	kept    classes
	ctx     context.Context // ends with the server
	changed func(change)    // notifies all nodes
	hub     *document.Hub[*state]

	mu    sync.Mutex
	known map[string]*entry
}

// change is a change of a class. Pupil is the id of the pupil who caused it, or "" for a change of the class itself.
type change struct{ Class, Pupil string }

// New returns a service whose streams end with ctx.
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{
		Config: cfg, kept: classes{cfg.Store}, ctx: ctx, known: map[string]*entry{},
		hub: document.New[*state](math.MaxInt64, cfg.Now), // every change is sent
	}
	s.changed = cluster.Spread(cfg.Cluster, "class", s.hearChanged)
	return s
}

// errUnknown is the refusal for an unknown class, and for users who are not in the class.
var errUnknown = apierror.Say(apierror.NotFound, "class.unknown", "There is no such class.")

// isTeacher reports whether the caller teaches a class. Programs cannot.
func isTeacher(who identity.Who, c class) bool {
	return who.Player != "" && who.Player == c.Owner && who.Role != store.Guest && who.Scopes == 0
}

// taught returns a class that the caller teaches.
func (s *Service) taught(ctx context.Context, id string) (class, error) {
	c, err := s.class(ctx, id)
	if err == nil && !isTeacher(identity.Of(ctx), c) {
		err = errUnknown
	}
	return c, err
}

// class returns a class.
func (s *Service) class(ctx context.Context, id string) (class, error) {
	return document.Find(ctx, id, s.kept.one, errUnknown)
}

// write changes a class that the caller teaches. f may be called again; its error is the answer, and then nothing changes.
func (s *Service) write(ctx context.Context, id string, f func(c *class, b *body) error) error {
	return store.Retry(func() error {
		c, err := s.taught(ctx, id)
		if err != nil {
			return err
		}
		return s.save(ctx, c, f)
	})
}

// save changes a class, unless another writer was faster.
func (s *Service) save(ctx context.Context, c class, f func(c *class, b *body) error) error {
	b, err := bodyOf(c)
	if err != nil {
		return err
	}
	if b.Ending {
		return errUnknown
	}
	if err := f(&c, &b); err != nil {
		return err
	}
	if c.Body, err = json.Marshal(b); err != nil {
		return err
	}
	c.Version, c.Used = c.Version+1, s.Now()
	if err := s.kept.save(ctx, c); err != nil {
		return err
	}
	s.changed(change{Class: c.ID})
	return nil
}

// writePupil changes the stored data of a pupil.
func (s *Service) writePupil(ctx context.Context, player string, f func(p *schoolchild, b *pupilBody) error) error {
	return store.Retry(func() error {
		p, err := s.kept.pupil(ctx, player)
		if err != nil {
			return err
		}
		b, err := pupilBodyOf(p)
		if err != nil {
			return err
		}
		if err := f(&p, &b); err != nil {
			return err
		}
		if p.Body, err = json.Marshal(b); err != nil {
			return err
		}
		p.Version++
		if err := s.kept.savePupil(ctx, p); err != nil {
			return err
		}
		s.changed(change{p.Class, player})
		return nil
	})
}

// body is the data of a class except its code. The store keeps it as JSON.
type body struct {
	Title  string `json:"title"`
	Open   bool   `json:"open"`
	Ending bool   `json:"ending,omitempty"` // it is being deleted and has no teacher
	Tasks  []task `json:"tasks,omitempty"`
	Number int    `json:"number"` // of the last task
	Games  int    `json:"games"`  // number of the last game
}

// The kinds of tasks.
const (
	kindLesson   = "lesson"
	kindProblems = "problems"
	kindGames    = "games"
)

// task is a task for the pupils of a class.
type task struct {
	Number int       `json:"number"`
	Kind   string    `json:"kind"`
	At     time.Time `json:"at"` // start of the task: earlier work does not count
	Due    time.Time `json:"due,omitzero"`

	Lesson string `json:"lesson,omitempty"`
	Steps  int    `json:"steps,omitempty"` // number of steps of the lesson

	Title    string           `json:"title,omitempty"` // of the collection
	Group    string           `json:"group,omitempty"`
	Part     *wire.CoursePart `json:"part,omitempty"`
	Problems []string         `json:"problems,omitempty"`

	Board  string   `json:"board,omitempty"`
	Rules  string   `json:"rules,omitempty"`
	Clock  string   `json:"clock,omitempty"`
	Pairs  []pair   `json:"pairs,omitempty"`
	Pauses []string `json:"pauses,omitempty"` // ids of pupils without an opponent
}

// pair is a game of a task.
type pair struct {
	Number int    `json:"number"` // of the game
	Black  string `json:"black"`  // ids of pupils; "" for the engine
	White  string `json:"white"`
	Engine string `json:"engine,omitempty"`
}

// has reports whether a player is in a pair, and returns the opponent.
func (p pair) has(player string) (other string, ok bool) {
	switch player {
	case p.Black:
		return p.White, player != ""
	case p.White:
		return p.Black, player != ""
	}
	return "", false
}

func bodyOf(c class) (body, error) { return document.Decode[body]("class", c.ID, c.Body) }

// pupilBody is the data of a pupil except the name.
type pupilBody struct {
	Steps map[string]time.Time `json:"steps,omitempty"` // of lessons, by [stepKey]: time of the last completion
	Code  string               `json:"code,omitempty"`  // hash of the code to come back, "" for none
	Until time.Time            `json:"until,omitzero"`  // expiry of the code
}

func pupilBodyOf(p schoolchild) (pupilBody, error) {
	return document.Decode[pupilBody]("pupil", fmt.Sprintf("%.8s", p.Player), p.Body)
}

// keyOf returns the public key of a pupil. It does not reveal the player's id.
func keyOf(player string) string { return identity.Hash("pupil " + player)[:16] }
