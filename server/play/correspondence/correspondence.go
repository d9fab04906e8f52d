// Package correspondence provides what players need for games that take days: private notes, vacations, and a view of the week
// ahead. It decides who may be on vacation and for how long, and informs the games. Package room stops their clocks and plays
// conditional moves.
package correspondence

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/cluster"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/storage"
	"moyo/server/store"
)

// Store is the storage of notes and vacations.
type Store interface {
	store.DB
	Game(ctx context.Context, id string) (store.Game, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Games stops the clocks of games; *room.Hub implements it.
type Games interface {
	// Vacation informs a player's games about their vacation.
	Vacation(ctx context.Context, player string) error
	// Watchers returns the number of spectators of a game.
	Watchers(id string) int
}

// Limits are the limits per player or address.
type Limits struct {
	Notes float64 `shared:"notes"` // notes and changes of vacations per second that one address may sustain
	Lists float64 `shared:"lists"` // requests for the week ahead per second that one address may sustain
	Days  int     `limit:"vacation-days" default:"30" help:"vacation days per year from correspondence games, for each account"`
}

// Config configures the service.
type Config struct {
	Store   Store
	Games   Games
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Cluster *cluster.Cluster // the nodes of the server; nil for a single node
	Limits  Limits
	Log     *slog.Logger
	Now     func() time.Time
}

// Service keeps notes and vacations. Create it with New; Run informs games about vacations.
type Service struct {
	Config
	woken chan struct{}  // of capacity 1; signals that a vacation has begun or ended
	wake  func(struct{}) // on all nodes
}

// New returns a service.
func New(cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{Config: cfg, woken: make(chan struct{}, 1)}
	s.wake = cluster.Spread(cfg.Cluster, "vacations", func(struct{}) {
		select {
		case s.woken <- struct{}{}:
		default:
		}
	})
	return s
}

// Register adds the routes.
func (s *Service) Register(api endpoint.API) {
	often := []int{http.StatusTooManyRequests}
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "note", Method: http.MethodGet, Path: "/api/games/{id}/note",
		Summary: "Your private note in a game that you play", Errors: []int{http.StatusNotFound},
	}, s.note)
	endpoint.Register(api, access.Look.By(identity.Play), huma.Operation{
		OperationID: "write-note", Method: http.MethodPut, Path: "/api/games/{id}/note",
		Summary: "Write your private note in a game that you play", MaxBodyBytes: maxNoteBody,
		Errors: []int{
			http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests, http.StatusInsufficientStorage,
		},
	}, endpoint.Limited(s.Rates, "notes", s.Limits.Notes, s.writeNote))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "week", Method: http.MethodGet, Path: "/api/me/correspondence",
		Summary: "Your correspondence games, by when time runs out", Errors: often,
	}, endpoint.Limited(s.Rates, "weeks", s.Limits.Lists, s.week))
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "vacation", Method: http.MethodGet, Path: "/api/me/vacation",
		Summary: "Your vacation, and the days left this year",
	}, s.vacation)
	endpoint.Register(api, access.Member.By(identity.Play), huma.Operation{
		OperationID: "begin-vacation", Method: http.MethodPost, Path: "/api/me/vacation",
		Summary: "Start a vacation of some days, which stops the clocks of your correspondence games", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "notes", s.Limits.Notes, s.beginVacation))
	endpoint.Register(api, access.Member.By(identity.Play), huma.Operation{
		OperationID: "end-vacation", Method: http.MethodDelete, Path: "/api/me/vacation",
		Summary: "End your vacation", Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, endpoint.Limited(s.Rates, "notes", s.Limits.Notes, s.endVacation))
}
