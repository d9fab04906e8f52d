// Package moderation is what people report, what moderators do about it, and what
// those are told whom it is about. Whatever a moderator does is a deed in the audit
// log, kept together with what it changes or not at all.
//
// Nobody judges a report that they made, that is about them, or about a game of their
// own: such reports are not shown to them. Moderators act on members and guests,
// administrators on moderators, and only the operator on administrators. Who is a
// moderator at all, package access says.
package moderation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// Store is what is kept.
type Store interface {
	store.Reports
	store.Audit
	Line(ctx context.Context, id int64) (store.Line, error)
	Game(ctx context.Context, id string) (store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Talk is what people say; *chat.Hub is it.
type Talk interface {
	MayRead(ctx context.Context, who identity.Who, l store.Line) error
	Removed(ctx context.Context, l store.Line) error
	Around(ctx context.Context, g store.Game, line int64) ([]wire.ChatLine, error)
}

// Teams are those that people make; *teams.Service has them.
type Teams interface {
	// NameOf returns what a team is called, or store.ErrNotFound.
	NameOf(ctx context.Context, team string) (string, error)
	// CaptainOf returns who answers for a team, "" for nobody.
	CaptainOf(ctx context.Context, team string) (string, error)
	// TeamChanged takes in that a team has another name, or is no more.
	TeamChanged(ctx context.Context, team string)
}

// Config is what moderation is made of.
type Config struct {
	// Shared returns a shared board by its hash, a hidden one too, or store.ErrNotFound.
	Shared   func(ctx context.Context, hash string) (store.Shared, error)
	Store    Store
	Talk     Talk
	Rates    *limit.Addresses
	Skeleton func(name string) string // of a name, "" for what is none
	Changed  func(player string)      // what a player may do has changed
	Random   func() uint64            // for names without meaning
	Teams    Teams
	Now      func() time.Time
}

type routes struct{ Config }

// Register adds the routes of reports and moderation.
func (cfg Config) Register(api endpoint.API) {
	s := &routes{cfg}
	const moderation = "/api/moderation/"
	read := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	write := append(read, http.StatusBadRequest, http.StatusConflict, http.StatusTooManyRequests)
	endpoint.Register(api, access.Take, huma.Operation{
		OperationID: "report", Method: http.MethodPost, Path: "/api/reports", DefaultStatus: http.StatusCreated,
		Summary: "Tell the moderators about somebody", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postReport)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "standing", Method: http.MethodGet, Path: "/api/standing",
		Summary: "What moderators have to say to the caller",
	}, s.getStanding)
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "seen-warning", Method: http.MethodPost, Path: "/api/standing/warnings",
		Summary: "A warning was seen", MaxBodyBytes: endpoint.MaxBody,
	}, s.postWarning)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "reports", Method: http.MethodGet, Path: moderation + "reports",
		Summary: "Reports, for moderators", Errors: read,
	}, s.getReports)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "report-context", Method: http.MethodGet, Path: moderation + "reports/{id}",
		Summary: "A report with what helps to judge it, for moderators", Errors: read,
	}, s.getReport)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "claim-report", Method: http.MethodPost, Path: moderation + "reports/{id}/claim",
		Summary: "Take a report in hand or give it back, for moderators", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postClaim)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "person-record", Method: http.MethodGet, Path: moderation + "people/{name}",
		Summary: "What is known of somebody, for moderators", Errors: read,
	}, s.getRecord)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "do-deed", Method: http.MethodPost, Path: moderation + "deeds", DefaultStatus: http.StatusCreated,
		Summary: "Warn, silence, suspend, remove a line and the like, for moderators", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postDeed)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "deeds", Method: http.MethodGet, Path: moderation + "deeds",
		Summary: "The audit log, for moderators", Errors: read,
	}, s.getDeeds)
}

// pageSize is how many reports or deeds one answer has.
const pageSize = 50

// people remember players while an answer is made.
type people map[string]store.Player

// player returns what is kept of a player: at least their id.
func (s *routes) player(ctx context.Context, id string, known people) (store.Player, error) {
	if p, ok := known[id]; ok {
		return p, nil
	}
	p, err := s.Store.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		p, err = store.Player{ID: id, Role: store.Guest}, nil
	}
	known[id] = p
	return p, err
}

// person returns a player as moderators see them, called as on their seat of a game
// where they have no name.
func person(p store.Player, g store.Game) Person {
	sum := sha256.Sum256([]byte("mark " + p.ID))
	out := Person{Name: p.Name, Account: p.Name != "", Mark: hex.EncodeToString(sum[:3])}
	if out.Name == "" {
		out.Name = g.NameOf(p.ID)
	}
	return out
}

// account returns the account of that name.
func (s *routes) account(ctx context.Context, name string) (store.Player, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if !errors.Is(err, store.ErrNotFound) && p.Role != store.Deleted {
		return p, err
	}
	return store.Player{}, apierror.Say(apierror.NotFound, "people.nobody", "Nobody here is called %.60q.", name)
}

// date returns a time as the wire has it, "" for the zero time.
func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
