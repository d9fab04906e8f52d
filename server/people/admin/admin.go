// Package admin implements the operator's account management: list and create accounts, give roles, suspend, silence, restore
// access, read the audit log. A [Service] works whether the server runs or not: `moyo admin` asks a running server over a socket in
// the data folder ([Listen], [Ask]), and otherwise opens the store itself.
package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/people/account/name"
	"moyo/server/people/invitation"
	"moyo/server/store"
)

// Store is the storage that a service needs.
type Store interface {
	store.Players
	store.Audit
	store.DB
}

// Service executes requests of operators.
type Service struct {
	Store   Store
	Changed func(player string) // the permissions of a player have changed; nil without connections
	Now     func() time.Time
}

// Request is a request of an operator. Do decides which fields are used:
//
// list       after               accounts whose names follow that name
//
//	create     name, role          a new account, and a code to sign in with
//
// reset      name                ends all sessions, removes all ways to sign in; a new code
//
//	role       name, role, why
//
// suspend    name, hours, why    0 hours means permanently
//
//	restore    name, why           the end of a suspension
//	silence    name, hours, why
//	unsilence  name, why
//
// audit      name or "", before
type Request struct {
	Do     string     `json:"do"`
	Name   string     `json:"name,omitempty"`
	After  string     `json:"after,omitempty"`
	Role   store.Role `json:"role,omitempty"`
	Hours  int        `json:"hours,omitempty"`
	Why    string     `json:"why,omitempty"`
	Before int64      `json:"before,omitempty"`
	Limit  int        `json:"limit,omitempty"`
}

// Answer is the answer to an operator.
type Answer struct {
	People []Person `json:"people,omitempty"`
	Deeds  []Deed   `json:"deeds,omitempty"`
	More   bool     `json:"more,omitempty"`  // of a list: there are more entries
	Code   string   `json:"code,omitempty"`  // to sign in with, once
	Until  string   `json:"until,omitempty"` // expiry of the code, RFC 3339
}

// Person describes an account.
type Person struct {
	Name      string     `json:"name"`
	Role      store.Role `json:"role"`
	Created   string     `json:"created"`             // RFC 3339
	Suspended string     `json:"suspended,omitempty"` // end of the suspension
	Silenced  string     `json:"silenced,omitempty"`
}

// Deed is an entry of the audit log.
type Deed struct {
	ID     int64          `json:"id"`
	At     string         `json:"at"` // RFC 3339
	By     string         `json:"by"` // a moderator's name, or "operator"
	Kind   store.DeedKind `json:"kind"`
	Target string         `json:"target"` // a name, or "a guest" for a player without one
	Until  string         `json:"until,omitempty"`
	Why    string         `json:"why,omitempty"`
	Note   string         `json:"note,omitempty"`
}

// The bounds of a request.
const (
	MaxHours = 366 * 24
	maxList  = 1000
	maxText  = 500 // characters of a reason
)

// commands are the requests by name.
var commands = map[string]func(*Service, context.Context, Request) (Answer, error){
	"list":      (*Service).list,
	"create":    (*Service).create,
	"reset":     (*Service).reset,
	"role":      (*Service).role,
	"suspend":   (*Service).suspend,
	"restore":   (*Service).suspend,
	"silence":   (*Service).silence,
	"unsilence": (*Service).silence,
	"audit":     (*Service).audit,
}

// Do executes a request.
func (s *Service) Do(ctx context.Context, r Request) (Answer, error) {
	do, ok := commands[r.Do]
	if !ok {
		return Answer{}, fmt.Errorf("unknown command %.20q", r.Do)
	}
	if r.Hours < 0 || r.Hours > MaxHours {
		return Answer{}, fmt.Errorf("%d hours: want 1 to %d, or 0 for permanently", r.Hours, MaxHours)
	}
	r.Why = identity.CleanText(r.Why, maxText)
	if r.Limit <= 0 || r.Limit > maxList {
		r.Limit = maxList
	}
	return do(s, ctx, r)
}

func (s *Service) list(ctx context.Context, r Request) (a Answer, err error) {
	after := ""
	if r.After != "" {
		n, err := name.Parse(r.After)
		if err != nil {
			return a, err
		}
		after = n.Skeleton()
	}
	found, err := s.Store.Members(ctx, after, r.Limit+1)
	if err != nil {
		return a, err
	}
	a.More = len(found) > r.Limit
	for _, p := range found[:min(r.Limit, len(found))] {
		one, err := s.person(ctx, p)
		if err != nil {
			return a, err
		}
		a.People = append(a.People, one)
	}
	return a, nil
}

// person describes an account for operators.
func (s *Service) person(ctx context.Context, p store.Player) (Person, error) {
	quiet, err := s.Store.Silence(ctx, p.ID)
	out := Person{Name: p.Name, Role: p.Role, Created: date(p.Created)}
	if s.Now().Before(p.Suspended) {
		out.Suspended = date(p.Suspended)
	}
	if s.Now().Before(quiet.Until) {
		out.Silenced = date(quiet.Until)
	}
	return out, err
}

// roles are the roles that an operator can give.
var roles = []store.Role{store.Member, store.Bot, store.Moderator, store.Administrator}

func checkRole(r store.Role) error {
	if !slices.Contains(roles, r) {
		return fmt.Errorf("role %.20q: want one of %s", r, strings.Trim(fmt.Sprint(roles), "[]"))
	}
	return nil
}

func (s *Service) create(ctx context.Context, r Request) (a Answer, err error) {
	if r.Role == "" {
		r.Role = store.Member
	}
	if err := checkRole(r.Role); err != nil {
		return a, err
	}
	n, err := name.Parse(r.Name)
	if err != nil {
		return a, err
	}
	p := store.Player{ID: identity.NewToken(), Role: r.Role, Name: n.String(), Skeleton: n.Skeleton(), Created: s.Now()}
	d := store.Deed{Kind: store.MadeAccount, Target: p.ID, Why: r.Why, Note: string(r.Role)}
	if err := s.act(ctx, d, store.Change{Create: &p}); err != nil {
		if errors.Is(err, store.ErrExists) {
			err = fmt.Errorf("the name %q, or one that looks like it, is taken", n)
		}
		return a, err
	}
	return s.invite(ctx, p)
}

// invite creates the code with which a player signs in.
func (s *Service) invite(ctx context.Context, p store.Player) (Answer, error) {
	code, until, err := invitation.New(ctx, s.Store, p.ID, s.Now())
	if err != nil {
		return Answer{}, err
	}
	one, err := s.person(ctx, p)
	return Answer{People: []Person{one}, Code: code, Until: date(until)}, err
}

func (s *Service) reset(ctx context.Context, r Request) (a Answer, err error) {
	p, err := s.named(ctx, r.Name)
	if err != nil {
		return a, err
	}
	if err := s.act(ctx, store.Deed{Kind: store.Reset, Target: p.ID, Why: r.Why}, store.Change{EndSessions: true, EndWays: true}); err != nil {
		return a, err
	}
	return s.invite(ctx, p)
}

func (s *Service) role(ctx context.Context, r Request) (a Answer, err error) {
	if err := checkRole(r.Role); err != nil {
		return a, err
	}
	p, err := s.named(ctx, r.Name)
	if err != nil {
		return a, err
	}
	d := store.Deed{Kind: store.MadeRole, Target: p.ID, Why: r.Why, Note: fmt.Sprintf("%s, was %s", r.Role, p.Role)}
	if err := s.act(ctx, d, store.Change{Role: r.Role}); err != nil {
		return a, err
	}
	return s.now(ctx, p.ID)
}

func (s *Service) suspend(ctx context.Context, r Request) (a Answer, err error) {
	p, until, err := s.sentenced(ctx, r, r.Do == "restore")
	if err != nil {
		return a, err
	}
	d := store.Deed{Kind: store.Suspended, Target: p.ID, Until: until, Why: r.Why}
	if until.IsZero() {
		d.Kind = store.Restored
	}
	if err := s.act(ctx, d, store.Change{Suspended: &until}); err != nil {
		return a, err
	}
	return s.now(ctx, p.ID)
}

func (s *Service) silence(ctx context.Context, r Request) (a Answer, err error) {
	p, until, err := s.sentenced(ctx, r, r.Do == "unsilence")
	if err != nil {
		return a, err
	}
	d := store.Deed{Kind: store.Silenced, Target: p.ID, Until: until, Why: r.Why}
	if until.IsZero() {
		d.Kind = store.Unsilenced
	}
	if err := s.act(ctx, d, store.Change{Silenced: &until}); err != nil {
		return a, err
	}
	return s.now(ctx, p.ID)
}

// sentenced returns the target of a request and the end of the penalty; a zero time lifts the penalty.
func (s *Service) sentenced(ctx context.Context, r Request, lift bool) (p store.Player, until time.Time, err error) {
	p, err = s.named(ctx, r.Name)
	switch {
	case err != nil || lift:
		return p, until, err
	case r.Why == "":
		return p, until, errors.New("please give a reason; the player will see it")
	case r.Hours == 0:
		return p, access.Forever, nil
	}
	return p, s.Now().Add(time.Duration(r.Hours) * time.Hour), nil
}

// now returns a player after an action.
func (s *Service) now(ctx context.Context, id string) (a Answer, err error) {
	p, err := s.Store.Player(ctx, id)
	if err != nil {
		return a, err
	}
	one, err := s.person(ctx, p)
	return Answer{People: []Person{one}}, err
}

// named returns the account with a name.
func (s *Service) named(ctx context.Context, text string) (store.Player, error) {
	n, err := name.Parse(text)
	if err == nil {
		var p store.Player
		if p, err = s.Store.PlayerNamed(ctx, n.Skeleton()); !errors.Is(err, store.ErrNotFound) && p.Role != store.Deleted {
			return p, err
		}
	}
	return store.Player{}, fmt.Errorf("there is no account %.60q", text)
}

// act executes an action of the operator.
func (s *Service) act(ctx context.Context, d store.Deed, c store.Change) error {
	d.At = s.Now()
	if _, err := s.Store.Act(ctx, d, c); err != nil {
		return err
	}
	if s.Changed != nil {
		s.Changed(d.Target)
	}
	return nil
}

func (s *Service) audit(ctx context.Context, r Request) (a Answer, err error) {
	q := store.DeedQuery{Before: r.Before, Limit: r.Limit + 1}
	if r.Name != "" {
		p, err := s.named(ctx, r.Name)
		if err != nil {
			return a, err
		}
		q.Target = p.ID
	}
	found, err := s.Store.Deeds(ctx, q)
	if err != nil {
		return a, err
	}
	a.More = len(found) > r.Limit
	for _, d := range found[:min(r.Limit, len(found))] {
		by, err1 := s.called(ctx, d.By, "operator")
		target, err2 := s.called(ctx, d.Target, "no player")
		if err := errors.Join(err1, err2); err != nil {
			return a, err
		}
		a.Deeds = append(a.Deeds, Deed{
			ID: d.ID, At: date(d.At), By: by, Kind: d.Kind, Target: target, Until: date(d.Until), Why: d.Why, Note: d.Note,
		})
	}
	return a, nil
}

// called returns the name of a player, or a replacement if the player has none.
func (s *Service) called(ctx context.Context, id, missing string) (string, error) {
	if id == "" {
		return missing, nil
	}
	p, err := s.Store.Player(ctx, id)
	if errors.Is(err, store.ErrNotFound) || err == nil && p.Name == "" {
		return "a guest", nil
	}
	return p.Name, err
}

// date formats a time, "" for the zero time.
func date(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !t.Before(access.Forever):
		return "for good"
	}
	return t.UTC().Format(time.RFC3339)
}
