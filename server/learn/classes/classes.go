// Package classes lets teachers have classes: pupils who come by a link and have a first name and
// nothing else, what they are given to do, and what they have done of it.
//
// What somebody has done is never said by them: lessons and problems are judged by package
// training, which tells of it, and games end in their rooms. So a class keeps no more than what is
// to do; how far pupils are is read from what the store has of their training and of their games,
// and a server that ends in between forgets nothing of it.
//
// Pupils are players with a role of their own. What they may do at all says package access; which
// games are theirs, and who else sees those, says [Service.MaySee].
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

// Store is what is kept.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
	Erase(ctx context.Context, p store.Player) error
	RenameSeats(ctx context.Context, game, player, name string) error
	Try(ctx context.Context, at time.Time, tries ...store.Try) (wait time.Duration, err error)
	Excuse(ctx context.Context, key string) error
}

// Games are those of the classes; *room.Hub has them.
type Games interface {
	// CreateAs makes a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// End ends a game as one of its players would who gives up.
	End(ctx context.Context, id, player string) error
	// Leave lets a player go from a game for good, whose name rename takes out of the store.
	Leave(ctx context.Context, id, player string, rename func() error) error
}

// Sessions sign pupils in. *session.Service does.
type Sessions interface {
	Start(ctx context.Context, player, device string) (token string, err error)
	Leave(ctx context.Context) error
	// Changed ends the connections of a player, who is to be looked up again.
	Changed(player string)
}

// Set is a set of problems.
type Set struct {
	Title, Group string
	Part         *wire.CoursePart
	Problems     []string // ids
}

// Config is what classes are made of.
type Config struct {
	Store    Store
	Games    Games
	Sessions Sessions
	// Attempts returns the last problems that a person has tried, at most limit, in the order of time; *training.Service does.
	Attempts func(ctx context.Context, player string, limit int) ([]Attempt, error)
	// Pick returns a number of problems of a collection of its owner, or all for 0, and at most most;
	// *training.Service does.
	Pick   func(ctx context.Context, owner, collection string, problems, most int) (Set, error)
	Boards convert.Boards
	// Plain returns what games are made of, without seats, or what is wrong with it;
	// *pairing.Service does.
	Plain   func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Offers  func(id, game string) bool // whether an engine may be played against in a game
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Cluster *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits  Limits
	Keep    time.Duration // after which a class that is not used ends; 0 for never
	Seed    func() uint64 // draws who plays whom
	Log     *slog.Logger
	Now     func() time.Time
}

// Limits bound what classes take.
type Limits struct {
	Own    int         `limit:"classes" default:"10" help:"classes of one account"`
	All    int         `limit:"all-classes" default:"1000" help:"classes in total"`
	New    limit.Quota `limit:"new-classes" default:"30/30" help:"classes created from one address: per day / in quick succession"`
	Pupils int         `limit:"pupils" default:"60" help:"pupils of one class"`
	Joins  limit.Quota `limit:"class-joins" default:"300/120" help:"pupils that join classes from one address: per day / in quick succession"`
	Lists  float64     `shared:"lists"` // views and changes a second from one address on end, each
}

// Service has the classes.
type Service struct {
	Config
	kept    classes
	ctx     context.Context // ends with the server
	changed func(change)    // tells all nodes
	hub     *document.Hub[*state]

	mu    sync.Mutex
	known map[string]*entry
}

// change says that a class is otherwise, and whose doing it is: the id of a pupil who has done
// something, or "" where it is the class itself.
type change struct{ Class, Pupil string }

// New returns a service whose streams end with ctx.
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{
		Config: cfg, kept: classes{cfg.Store}, ctx: ctx, known: map[string]*entry{},
		hub: document.New[*state](math.MaxInt64, cfg.Now), // every change is told
	}
	s.changed = cluster.Spread(cfg.Cluster, "class", s.hearChanged)
	return s
}

// errUnknown is the answer for an unknown class, and to people who are not in a class.
var errUnknown = apierror.Say(apierror.NotFound, "class.unknown", "There is no such class.")

// isTeacher says whether somebody teaches a class, by themselves: no program does.
func isTeacher(who identity.Who, c class) bool {
	return who.Player != "" && who.Player == c.Owner && who.Role != store.Guest && who.Scopes == 0
}

// taught returns a class that the person who asks teaches.
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

// write changes a class that the person who asks teaches. f may be called again; its error is the
// answer, and changes nothing.
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

// writePupil changes what is kept of a pupil.
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

// body is what a class has beside its code. The store keeps it as JSON.
type body struct {
	Title  string `json:"title"`
	Open   bool   `json:"open"`
	Ending bool   `json:"ending,omitempty"` // it is being deleted, and has no teacher any more
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

// task is something that pupils have to do.
type task struct {
	Number int       `json:"number"`
	Kind   string    `json:"kind"`
	At     time.Time `json:"at"` // since when it is to do: what was done before does not count
	Due    time.Time `json:"due,omitzero"`

	Lesson string `json:"lesson,omitempty"`
	Steps  int    `json:"steps,omitempty"` // of the lesson

	Title    string           `json:"title,omitempty"` // of the collection
	Group    string           `json:"group,omitempty"`
	Part     *wire.CoursePart `json:"part,omitempty"`
	Problems []string         `json:"problems,omitempty"`

	Board  string   `json:"board,omitempty"`
	Rules  string   `json:"rules,omitempty"`
	Clock  string   `json:"clock,omitempty"`
	Pairs  []pair   `json:"pairs,omitempty"`
	Pauses []string `json:"pauses,omitempty"` // ids of pupils who are left over
}

// pair is a game that is to be played.
type pair struct {
	Number int    `json:"number"` // of the game
	Black  string `json:"black"`  // ids of pupils; "" for the engine
	White  string `json:"white"`
	Engine string `json:"engine,omitempty"`
}

// has says whether somebody plays in a pair, and with whom.
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

// pupilBody is what is kept of a pupil beside their name.
type pupilBody struct {
	Steps map[string]time.Time `json:"steps,omitempty"` // of lessons, by [stepKey]: when they were done last
	Code  string               `json:"code,omitempty"`  // hash of that with which they come back, "" for none
	Until time.Time            `json:"until,omitzero"`  // how long that is good
}

func pupilBodyOf(p schoolchild) (pupilBody, error) {
	return document.Decode[pupilBody]("pupil", fmt.Sprintf("%.8s", p.Player), p.Body)
}

// keyOf names a pupil in messages and addresses. The id of the player does not follow from it.
func keyOf(player string) string { return identity.Hash("pupil " + player)[:16] }
