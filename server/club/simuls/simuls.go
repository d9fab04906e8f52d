// Package simuls runs simultaneous exhibitions: one host plays many games at once.
//
// An exhibition is one document in the store with a version. A writer replaces the version that it has read; one that
// loses the race reads the document again and retries. When an exhibition begins, its games are written down at once, with
// players and sides. The ids of the games follow from that, so that each game is made once, however often a server tries.
// Results are read from the games in the store. So a server can end at any time: everything that is left to do follows from
// what is kept.
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

// Store is what is kept.
type Store interface {
	store.DB
	Games(ctx context.Context, ids []string) ([]store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	Kept(ctx context.Context, player string) (store.Kept, error)
	RenameSeats(ctx context.Context, game, player, name string) error
}

// Games are those of the exhibitions; *room.Hub has them.
type Games interface {
	// CreateAs makes a game, or returns store.ErrExists.
	CreateAs(ctx context.Context, id string, setup match.Setup) (store.Game, error)
	// Leave lets a player go from a game for good; rename takes their name out of the store.
	Leave(ctx context.Context, id, player string, rename func() error) error
}

// Terms say who may play whom; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	ToJoin(ctx context.Context, setup match.Setup, who identity.Who) error
}

// Strengths know how strong players are; *ratings.Service does.
type Strengths interface {
	Text(ctx context.Context, seat match.Seat, setup match.Setup) string
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
	// Handicap returns the rules that make a game between the two players of a setup even, and the
	// id of who is to be Black.
	Handicap(ctx context.Context, setup match.Setup) (rules, black string, ok bool)
}

// Config is what exhibitions are made of.
type Config struct {
	Store  Store
	Games  Games
	Boards convert.Boards
	// Plain returns what games are made of, without seats, or what is wrong with it;
	// *pairing.Service does.
	Plain      func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms      Terms
	Strengths  Strengths
	Skeleton   func(name string) string // of a name, "" for an impossible one
	Seed       func() uint64            // draws sides
	Rates      *limit.Addresses
	Budget     *storage.Budget
	Cluster    *cluster.Cluster // the nodes of the server; nil for this one alone
	Unfinished int              // games of one player that have not ended, at most
	Limits     Limits
	Log        *slog.Logger
	Now        func() time.Time
}

// Limits bound what exhibitions take.
type Limits struct {
	Own   int         `limit:"simuls" default:"3" help:"unfinished exhibitions of one account"`
	All   int         `limit:"all-simuls" default:"200" help:"unfinished exhibitions in total"`
	New   limit.Quota `limit:"new-simuls" default:"10/6" help:"exhibitions created from one address: per day / in quick succession"`
	Lists float64     `shared:"lists"` // lists and acts a second from one address on end, each
}

// Service has the exhibitions.
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

// GameChanged tells of a change of the exhibition that a game belongs to, if it does. It does not wait.
func (s *Service) GameChanged(game string) {
	if id, ok := ofGame(game); ok {
		s.changed(id)
	}
}

// errUnknown is the error of an id that nothing has.
var errUnknown = apierror.Say(apierror.NotFound, "simul.unknown", "There is no such exhibition.")

// read returns an exhibition.
func (s *Service) read(ctx context.Context, id string) (v exhibition, b body, err error) {
	if v, err = document.Find(ctx, id, s.kept.one, errUnknown); err == nil {
		b, err = bodyOf(v)
	}
	return v, b, err
}

// write changes an exhibition. f may be called again; its error is the answer, and changes nothing.
// Nothing is written where f returns false.
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

// The ways in which the host's side is chosen.
const (
	hostBlack  = "black"
	hostWhite  = "white"
	byChance   = "chance"
	inTurn     = "alternate"
	byRank     = "rank" // handicaps
	eachByHand = "each"
)

// What has come of a game, for the host.
const (
	won   = "won"
	lost  = "lost"
	drawn = "drawn"
	off   = "off"
)

// body is what an exhibition is. The store keeps it as JSON.
type body struct {
	Setup  setup   `json:"setup"`
	Guests []guest `json:"guests,omitempty"`
	Made   bool    `json:"made,omitempty"` // all games are there, or could not be made
}

// setup is how an exhibition is played.
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

// state is how far somebody has come who wants to play.
type state string

const (
	asked    state = "asked"
	accepted state = "accepted"
	refused  state = "refused"
	playing  state = "playing"
)

// guest is somebody who wants to play, or does.
type guest struct {
	Player string `json:"player"`
	State  state  `json:"state"`
	Stones int    `json:"stones,omitempty"`

	Number  int    `json:"number,omitempty"` // of the game
	Black   bool   `json:"black,omitempty"`  // whether the host is Black, unless a handicap says otherwise
	Result  string `json:"result,omitempty"`
	Version int    `json:"version,omitempty"` // of the game, at its end
}

func bodyOf(v exhibition) (body, error) { return document.Decode[body]("exhibition", v.ID, v.Body) }

// find returns the place of somebody among the guests, -1 for nowhere.
func (b *body) find(player string) int {
	for i, g := range b.Guests {
		if g.Player == player {
			return i
		}
	}
	return -1
}

// count returns how many guests have come so far.
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

// score returns how the host stands.
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
