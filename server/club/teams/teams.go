// Package teams has teams of players, and matches between teams on several boards.
//
// A team has members, people who have asked to join, and captains, who act for it. A match begins with a challenge. Then each
// side gives a line-up, which the other side sees only when both are given. Then all boards play at the same time.
//
// What remains to be done in a match follows from the stored state. Seats are stored before games are created. The ids of
// games follow from the match and the board number, and results are read from the games. So the node that runs matches
// can end at any time, and another one continues.
package teams

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
	"moyo/server/base/names"
	"moyo/server/base/schedule"
	"moyo/server/base/storage"
	"moyo/server/people/notify"
	"moyo/server/store"
)

// Store is the storage that teams need.
type Store interface {
	store.DB
	Player(ctx context.Context, id string) (store.Player, error)
	PlayerNamed(ctx context.Context, skeleton string) (store.Player, error)
	Load(ctx context.Context, id string) (store.Game, []store.Entry, error)
	Games(ctx context.Context, ids []string) ([]store.Game, error)
}

// Terms checks who may create which games; *pairing.Terms does.
type Terms interface {
	ToMake(ctx context.Context, setup match.Setup, who identity.Who) error
	Settle(ctx context.Context, setup match.Setup) match.Setup
	Points(ctx context.Context, player string, setup match.Setup) (float64, bool)
}

// Config describes a Service.
type Config struct {
	Store  Store
	Games  schedule.Games
	Boards convert.Boards
	// Plain returns the setup of games without seats, or the error in it;
	// *pairing.Service implements it.
	Plain func(ctx context.Context, board, rules, clock string) (match.Setup, error)
	Terms Terms
	// Strength returns a player's strength in games of a setup; *ratings.Service does.
	Strength func(ctx context.Context, seat match.Seat, setup match.Setup) string
	// Blocked reports whether either player has blocked the other.
	Blocked  func(ctx context.Context, player, other string) (bool, error)
	Name     func(text string) (name, skeleton string, err error) // of a team
	Part     func(text string) string                             // the skeleton of part of a team's name
	Skeleton func(name string) string                             // of an account's name, "" for an impossible one
	Tell     func(ctx context.Context, n notify.TeamNews) error
	Rates    *limit.Addresses
	Budget   *storage.Budget
	Cluster  *cluster.Cluster // the nodes of the server; nil for this one alone
	Limits   Limits
	Coin     func() bool // returns a random choice
	Log      *slog.Logger
	Now      func() time.Time
}

// Limits bound teams and their matches.
type Limits struct {
	Own     int         `limit:"teams" default:"5" help:"teams that one account may captain"`
	All     int         `limit:"all-teams" default:"2000" help:"teams in total"`
	Members int         `limit:"team-members" default:"200" help:"members of one team"`
	New     limit.Quota `limit:"new-teams" default:"20/10" help:"teams created from one address: per day / in quick succession"`
	Each    int         `limit:"team-matches" default:"10" help:"unfinished matches of one team; also the challenges that may wait for its answer"`
	Asks    limit.Quota `limit:"team-challenges" default:"40/20" help:"team challenges from one address, and from one team: per day / in quick succession"`
	Matches int         `limit:"all-team-matches" default:"500" help:"unfinished team matches in total"`
	Lists   float64     `shared:"lists"` // sustained lists, views and acts per second from one address, each
}

// Bounds that operators do not need to change.
const (
	mostAsked = 50 // players who wait for admission to one team
	teamsEach = 20 // teams of one person, including teams that they have asked to join
)

// Service manages teams and runs their matches.
type Service struct {
	Config
	kept    teams
	names   *names.Names    // current names: views are cached without names
	ctx     context.Context // ends with the server
	changed func(id string) // of a team or a match: tells all nodes
	hub     *document.Hub[shown]
}

// New returns a service whose streams end with ctx; see [Service.Run].
func New(ctx context.Context, cfg Config) *Service {
	if cfg.Cluster == nil {
		cfg.Cluster = cluster.Alone()
	}
	s := &Service{
		Config: cfg, kept: teams{cfg.Store}, names: names.New(names.Config{Store: cfg.Store, Log: cfg.Log, Now: cfg.Now}), ctx: ctx,
		hub: document.New[shown](viewedFor, cfg.Now),
	}
	s.changed = cluster.Spread(cfg.Cluster, "team", s.hub.Tell)
	return s
}

// GameChanged reports that a game has changed. Only its end matters here.
func (s *Service) GameChanged(g store.Game) {
	if id, ok := matchOf(g.ID); ok && g.Phase == match.Finished {
		s.changed(id)
	}
}

// TeamChanged reports that another feature has changed a team.
func (s *Service) TeamChanged(ctx context.Context, id string) {
	s.changed(id)
	list, err := s.kept.matchesOf(ctx, id, listLength)
	if err != nil {
		s.Log.Error("matches of a changed team are checked late", "err", err)
	}
	for _, m := range list {
		s.changed(m.ID)
	}
}

// NameOf returns the name of a team, or store.ErrNotFound.
func (s *Service) NameOf(ctx context.Context, id string) (string, error) {
	t, err := s.kept.one(ctx, id)
	return t.Name, err
}

// CaptainOf returns the player responsible for a team: the captain who has been in it longest, without captains the member,
// or "" for a team without members, which will soon be closed.
func (s *Service) CaptainOf(ctx context.Context, id string) (string, error) {
	members, err := s.kept.members(ctx, id)
	captains := captainsOf(members)
	for _, m := range members {
		if captains[m.Player] {
			return m.Player, nil
		}
	}
	return "", err
}

// The answers for unknown ids.
var (
	errNoTeam  = apierror.Say(apierror.NotFound, "team.unknown", "There is no such team.")
	errNoMatch = apierror.Say(apierror.NotFound, "team.noMatch", "There is no such match.")
)

// squad is a team with its members.
type squad struct {
	team
	members  []member // and players who asked to join, in order of time
	captains map[string]bool
}

// squadOf returns a team with its members.
func (s *Service) squadOf(ctx context.Context, id string) (*squad, error) {
	t, err := document.Find(ctx, id, s.kept.one, errNoTeam)
	if err != nil {
		return nil, err
	}
	members, err := s.kept.members(ctx, id)
	return &squad{t, members, captainsOf(members)}, err
}

// captainsOf returns the players who act for a team: its captains or, without captains, the member who has been
// in it longest.
func captainsOf(members []member) map[string]bool {
	captains := map[string]bool{}
	for _, m := range members {
		if m.Role == roleCaptain {
			captains[m.Player] = true
		}
	}
	for _, m := range members {
		if len(captains) == 0 && m.Role == roleMate {
			captains[m.Player] = true
		}
	}
	return captains
}

// role returns a player's role in a team, "" for none.
func (q *squad) role(player string) role {
	for _, m := range q.members {
		switch {
		case m.Player != player:
		case q.captains[player]:
			return roleCaptain
		default:
			return m.Role
		}
	}
	return ""
}

// mates returns the members of a team.
func (q *squad) mates() (ids []string) {
	for _, m := range q.members {
		if m.Role != roleAsked {
			ids = append(ids, m.Player)
		}
	}
	return ids
}

// has reports whether a player is a member.
func (q *squad) has(player string) bool {
	role := q.role(player)
	return role != "" && role != roleAsked
}

// saveTeam reads and changes a team. It may call f again after a conflict.
func (s *Service) saveTeam(ctx context.Context, id string, f func(t *team) error) error {
	return store.Retry(func() error {
		t, err := document.Find(ctx, id, s.kept.one, errNoTeam)
		if err != nil {
			return err
		}
		if err := f(&t); err != nil {
			return err
		}
		t.Version, t.Used = t.Version+1, s.Now()
		return s.kept.save(ctx, t)
	})
}

// usedFor is the precision of a team's time of last use.
const usedFor = time.Hour

// used records an act of a member.
func (s *Service) used(ctx context.Context, t team) error {
	if s.Now().Sub(t.Used) < usedFor {
		return nil
	}
	return s.saveTeam(ctx, t.ID, func(*team) error { return nil })
}

// match returns a match with its body.
func (s *Service) match(ctx context.Context, id string) (m contest, b body, err error) {
	if m, err = document.Find(ctx, id, s.kept.match, errNoMatch); err == nil {
		b, err = bodyOf(m)
	}
	return m, b, err
}

// saveMatch stores a match and increments its version.
func (s *Service) saveMatch(ctx context.Context, m *contest, b *body) error {
	return s.saveMatchBy(ctx, s.kept.saveMatch, m, b)
}

// saveMatchBy is saveMatch with a function that saves.
func (s *Service) saveMatchBy(
	ctx context.Context, save func(ctx context.Context, m contest) error, m *contest, b *body,
) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	next := *m
	next.Body, next.Version, next.Changed = text, m.Version+1, s.Now()
	if err := save(ctx, next); err != nil {
		return err
	}
	*m = next
	s.changed(m.ID)
	s.changed(m.Home)
	if m.Guest != "" {
		s.changed(m.Guest)
	}
	return nil
}

// changeMatch reads and changes a match. It may call f again after a conflict; an error of f is returned, and
// nothing is changed.
func (s *Service) changeMatch(ctx context.Context, id string, f func(m *contest, b *body) error) error {
	return s.changeMatchBy(ctx, id, s.kept.saveMatch, f)
}

// changeMatchBy is changeMatch with a function that saves.
func (s *Service) changeMatchBy(
	ctx context.Context, id string, save func(ctx context.Context, m contest) error, f func(m *contest, b *body) error,
) error {
	return store.Retry(func() error {
		m, b, err := s.match(ctx, id)
		if err != nil {
			return err
		}
		if err := f(&m, &b); err != nil {
			return err
		}
		return s.saveMatchBy(ctx, save, &m, &b)
	})
}
