// Package simuls runs simultaneous exhibitions: one host plays many games at the same time.
//
// An exhibition is one document in the store with a version. A writer replaces the version that it has read; after a
// conflict it reads the document again and retries. When an exhibition begins, its games are stored together, with
// players and sides. The ids of the games follow from that, so that each game is created once, however often a server tries.
// Results are read from the games in the store. So a server can end at any time: what remains to be done follows from
// the stored state.
package simuls

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/document"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/storage"
	"moyo/server/store"
)

// Store is the storage that exhibitions need.
type Store interface {
	store.DB
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	Kept(ctx context.Context, player string) (store.Kept, error)
	RenameSeats(ctx context.Context, game, player, name string) error
}

// Games are the games of exhibitions; *room.Hub implements it.
type Games interface {
	// CreateAs creates a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// Leave removes a player from a game permanently; rename removes their name from the store.
	Leave(ctx context.Context, id, player string, rename func() error) error
}

// Terms checks who may play whom; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
}

// Strengths returns how strong players are; *ratings.Service does.
type Strengths interface {
	Text(ctx context.Context, seat match.Seat, setup match.Setup) string
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
	// Handicap returns the rules that make a game between the two players of a setup even, and the
	// id of who is to be Black.
	Handicap(ctx context.Context, setup match.Setup) (rules, black string, ok bool)
}

// Config describes a Service.
type Config struct {
	Store  Store
	Games  Games
	Boards convert.Boards
	// Plain returns the setup of games without seats, or the error in it;
	// *pairing.Service implements it.
	Plain      func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms      Terms
	Strengths  Strengths
	Skeleton   func(name string) string // of a name, "" for an impossible one
	Seed       func() uint64            // source of randomness for sides
	Rates      *limit.Addresses
	Budget     *storage.Budget
	Cluster    *cluster.Cluster // the nodes of the server; nil for this one alone
	Unfinished int              // most unfinished games of one player
	Limits     Limits
	Log        *slog.Logger
	Now        func() time.Time
}

// Limits bound exhibitions.
type Limits struct {
	Own   int         `limit:"simuls" default:"3" help:"unfinished exhibitions of one account"`
	All   int         `limit:"all-simuls" default:"200" help:"unfinished exhibitions in total"`
	New   limit.Quota `limit:"new-simuls" default:"10/6" help:"exhibitions created from one address: per day / in quick succession"`
	Lists float64     `shared:"lists"` // sustained lists and acts per second from one address, each
}

// Service runs exhibitions.
type Service struct {
	Config
	kept    exhibitions
	ctx     context.Context     // ends with the server
	changed func(ids ...string) // tells all nodes
	hub     *document.Hub[document.Shown[*Simul]]
}

// New returns a service whose streams end with ctx; see [Service.Run].
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{Config: cfg, kept: exhibitions{cfg.Store}, ctx: ctx, hub: document.New[document.Shown[*Simul]](viewFor, cfg.Now)}
	s.changed = cluster.Gather(cfg.Cluster, "simuls", func(ids []string) {
		for _, id := range ids {
			s.hub.Tell(id)
		}
	})
	return s
}

// GameChanged reports a change of the exhibition that a game belongs to, if any. It does not wait.
func (s *Service) GameChanged(game string) {
	if id, ok := ofGame(game); ok {
		s.changed(id)
	}
}

// errUnknown is the error of an unknown id.
var errUnknown = apierror.Say(apierror.NotFound, "simul.unknown", "There is no such exhibition.")

// read returns an exhibition.
func (s *Service) read(ctx context.Context, id string) (v exhibition, b body, err error) {
	if v, err = document.Find(ctx, id, s.kept.one, errUnknown); err == nil {
		b, err = bodyOf(v)
	}
	return v, b, err
}

// write changes an exhibition. It may call f again after a conflict; an error of f is returned, and nothing is changed.
// It writes nothing if f returns false.
func (s *Service) write(ctx context.Context, id string, f func(v *exhibition, b *body) (bool, error)) error {
	return store.Retry(func() error {
		v, b, err := s.read(ctx, id)
		if err != nil {
			return err
		}
		if write, err := f(&v, &b); err != nil || !write {
			return err
		}
		if v.Body, err = json.Marshal(b); err != nil {
			return err
		}
		v.Version, v.Changed = v.Version+1, s.Now()
		if err := s.kept.save(ctx, v); err != nil {
			return err
		}
		s.changed(id)
		return nil
	})
}

// The phases of an exhibition.
const (
	open      = "open"    // guests ask to play
	running   = "running" //
	over      = "over"
	cancelled = "cancelled"
)

// The ways to choose the host's side.
const (
	hostBlack  = "black"
	hostWhite  = "white"
	byChance   = "chance"
	inTurn     = "alternate"
	byRank     = "rank" // handicaps
	eachByHand = "each"
)

// The results of a game for the host.
const (
	won   = "won"
	lost  = "lost"
	drawn = "drawn"
	off   = "off"
)

// body is the content of an exhibition. The store keeps it as JSON.
type body struct {
	Setup  setup   `json:"setup"`
	Guests []guest `json:"guests,omitempty"`
	Made   bool    `json:"made,omitempty"` // all games were created, or cannot be created
}

// setup describes how an exhibition is played.
type setup struct {
	Board     string `json:"board"` // spec
	Rules     string `json:"rules"` // canonical id
	Clock     string `json:"clock"` // spec
	Extra     int    `json:"extra,omitempty"`
	ExtraEach int    `json:"extraEach,omitempty"`
	Color     string `json:"color"`
	Handicap  string `json:"handicap,omitempty"`
	Most      int    `json:"most"`
	MinRating int    `json:"minRating,omitempty"`
	MaxRating int    `json:"maxRating,omitempty"`
}

// state is the state of a guest's request.
type state string

const (
	asked    state = "asked"
	accepted state = "accepted"
	refused  state = "refused"
	playing  state = "playing"
)

// guest is a player who wants to play, or plays.
type guest struct {
	Player string `json:"player"`
	State  state  `json:"state"`
	Stones int    `json:"stones,omitempty"`

	Number  int    `json:"number,omitempty"` // of the game
	Black   bool   `json:"black,omitempty"`  // whether the host is Black, unless a handicap decides
	Result  string `json:"result,omitempty"`
	Version int    `json:"version,omitempty"` // of the game, at its end
}

func bodyOf(v exhibition) (body, error) { return document.Decode[body]("exhibition", v.ID, v.Body) }

// find returns the index of a player among the guests, or -1.
func (b *body) find(player string) int {
	for i, g := range b.Guests {
		if g.Player == player {
			return i
		}
	}
	return -1
}

// count returns the number of guests in the given states.
func (b *body) count(states ...state) (n int) {
	for _, g := range b.Guests {
		for _, st := range states {
			if g.State == st {
				n++
			}
		}
	}
	return n
}

// score returns the host's score.
func (b *body) score() (s SimulScore) {
	for _, g := range b.Guests {
		switch g.Result {
		case won:
			s.Won++
		case lost:
			s.Lost++
		case drawn:
			s.Drawn++
		case off:
			s.Off++
		}
	}
	return s
}
