// Package moderation handles reports by users, the actions of moderators, and the messages to their targets. Every action is stored
// in the audit log, in one transaction with its effect.
//
// Moderators cannot judge or even see reports that they made, that are about them, or about their own games. Moderators act on
// members and guests, administrators on moderators, and only the operator on administrators. Package access defines the roles.
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
	"moyo/server/play/chat"
	"moyo/server/store"
)

// Store is the storage that moderation needs.
type Store interface {
	store.DB
	store.Audit
	Game(ctx context.Context, id string) (store.Game, error)
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
}

// Talk is the chat; *chat.Hub implements it.
type Talk interface {
	// Line returns a line by its id, or store.ErrNotFound.
	Line(ctx context.Context, id int64) (chat.Line, error)
	MayRead(ctx context.Context, who identity.Who, l chat.Line) error
	Removed(ctx context.Context, l chat.Line) error
	Around(ctx context.Context, g store.Game, line int64) ([]wire.ChatLine, error)
}

// Teams are the teams of players; *teams.Service implements it.
type Teams interface {
	// NameOf returns the name of a team, or store.ErrNotFound.
	NameOf(ctx context.Context, team string) (string, error)
	// CaptainOf returns the captain of a team, or "".
	CaptainOf(ctx context.Context, team string) (string, error)
	// Renaming and Closing return the changes of deeds.
	Renaming(id, name, skeleton string, barred time.Time) store.Also
	Closing(id string) store.Also
	// TeamChanged handles a change of a team's name, or its end.
	TeamChanged(ctx context.Context, team string)
}

// Config configures moderation.
type Config struct {
	Store    Store
	Talk     Talk
	Rates    *limit.Addresses
	Skeleton func(name string) string // of a name, "" for an invalid name
	Changed  func(player string)      // the permissions of a player have changed
	Random   func() uint64            // for random names
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
		Summary: "Report a player to the moderators", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postReport)
	endpoint.Register(api, access.See.Pupils(), huma.Operation{
		OperationID: "standing", Method: http.MethodGet, Path: "/api/standing",
		Summary: "Warnings and penalties of the caller",
	}, s.getStanding)
	endpoint.Register(api, access.Look, huma.Operation{
		OperationID: "seen-warning", Method: http.MethodPost, Path: "/api/standing/warnings",
		Summary: "Mark a warning as seen", MaxBodyBytes: endpoint.MaxBody,
	}, s.postWarning)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "reports", Method: http.MethodGet, Path: moderation + "reports",
		Summary: "Reports, for moderators", Errors: read,
	}, s.getReports)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "report-context", Method: http.MethodGet, Path: moderation + "reports/{id}",
		Summary: "A report with its context, for moderators", Errors: read,
	}, s.getReport)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "claim-report", Method: http.MethodPost, Path: moderation + "reports/{id}/claim",
		Summary: "Claim or release a report, for moderators", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postClaim)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "person-record", Method: http.MethodGet, Path: moderation + "people/{name}",
		Summary: "The record of a player, for moderators", Errors: read,
	}, s.getRecord)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "do-deed", Method: http.MethodPost, Path: moderation + "deeds", DefaultStatus: http.StatusCreated,
		Summary: "Warn, silence, suspend, remove a message and so on, for moderators", MaxBodyBytes: endpoint.MaxBody, Errors: write,
	}, s.postDeed)
	endpoint.Register(api, access.Judge, huma.Operation{
		OperationID: "deeds", Method: http.MethodGet, Path: moderation + "deeds",
		Summary: "The audit log, for moderators", Errors: read,
	}, s.getDeeds)
}

// pageSize is the number of reports or actions in one answer.
const pageSize = 50

// people caches players while an answer is made.
type people map[string]store.Player

// player returns the stored data of a player, at least the id.
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

// person describes a player for moderators. A guest has the name on their seat of the game.
func person(p store.Player, g store.Game) Person {
	sum := sha256.Sum256([]byte("mark " + p.ID))
	out := Person{Name: p.Name, Account: p.Name != "", Mark: hex.EncodeToString(sum[:3])}
	if out.Name == "" {
		out.Name = g.NameOf(p.ID)
	}
	return out
}

// account returns the account with a name.
func (s *routes) account(ctx context.Context, name string) (store.Player, error) {
	p, err := s.Store.PlayerNamed(ctx, s.Skeleton(name))
	if !errors.Is(err, store.ErrNotFound) && p.Role != store.Deleted {
		return p, err
	}
	return store.Player{}, apierror.Say(apierror.NotFound, "people.nobody", "There is no player called %.60q.", name)
}
