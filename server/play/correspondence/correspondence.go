// Package correspondence is what people have beside games that take days: notes to
// themselves, vacations, and a view of the week ahead. What a game answers for somebody
// who has planned ahead is in package room, which plays it; that the clocks of a game stand
// still too. Here is who may be on vacation and for how long, and that all games hear of it.
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

// Store is what is kept.
type Store interface {
	store.Correspondence
	Game(ctx context.Context, id string) (store.Game, error)
	List(ctx context.Context, q store.Query) ([]store.Game, error)
}

// Games are those that clocks stand still in; *room.Hub has them.
type Games interface {
	// Vacation has the games of a player know of their vacation.
	Vacation(ctx context.Context, player string) error
	// Watchers returns how many watch a game.
	Watchers(id string) int
}

// Limits bound what one person has.
type Limits struct {
	Notes float64 `shared:"notes"` // notes and changes of vacations a second from one address on end
	Lists float64 `shared:"lists"` // looks at the week ahead a second from one address on end
	Days  int     `limit:"vacation-days" default:"30" help:"vacation days per year from correspondence games, for each account"`
}

// Config is what the service is made of.
type Config struct {
	Store   Store
	Games   Games
	Rates   *limit.Addresses
	Budget  *storage.Budget
	Cluster *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits  Limits
	Log     *slog.Logger
	Now     func() time.Time
}

// Service keeps notes and vacations. Make it with New; Run has games know of vacations.
type Service struct {
	Config
	woken chan struct{}  // of capacity 1: a vacation has begun or ended
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
		Summary: "One's own note in a game that one plays, which nobody else sees", Errors: []int{http.StatusNotFound},
	}, s.note)
	endpoint.Register(api, access.Look.By(identity.Play), huma.Operation{
		OperationID: "write-note", Method: http.MethodPut, Path: "/api/games/{id}/note",
		Summary: "Write one's own note in a game that one plays", MaxBodyBytes: maxNoteBody,
		Errors: []int{
			http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests, http.StatusInsufficientStorage,
		},
	}, s.writeNote)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "week", Method: http.MethodGet, Path: "/api/me/correspondence",
		Summary: "One's own games by correspondence, by when time runs out", Errors: often,
	}, s.week)
	endpoint.Register(api, access.See, huma.Operation{
		OperationID: "vacation", Method: http.MethodGet, Path: "/api/me/vacation",
		Summary: "One's own vacation, and how much is left of it this year",
	}, s.vacation)
	endpoint.Register(api, access.Member.By(identity.Play), huma.Operation{
		OperationID: "begin-vacation", Method: http.MethodPost, Path: "/api/me/vacation",
		Summary: "Go on vacation for some days, which stops the clocks of one's games by correspondence", MaxBodyBytes: endpoint.MaxBody,
		Errors: []int{http.StatusBadRequest, http.StatusConflict, http.StatusTooManyRequests},
	}, s.beginVacation)
	endpoint.Register(api, access.Member.By(identity.Play), huma.Operation{
		OperationID: "end-vacation", Method: http.MethodDelete, Path: "/api/me/vacation",
		Summary: "Be back from vacation", Errors: []int{http.StatusConflict, http.StatusTooManyRequests},
	}, s.endVacation)
}
