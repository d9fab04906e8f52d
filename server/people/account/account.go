// Package account creates accounts and signs people in: with a passkey, with a password and an optional code from an authenticator
// app, or with an account at another site.
//
// # Rules
//
//   - A guest who creates an account keeps their player id, so that nothing moves. Every sign-in issues a new token; the browser's
//     old token becomes useless.
//   - To change the ways to sign in, the user must have signed in recently, so that an unattended browser cannot give the account
//     away for good. The last way stays.
//   - Failures are counted for each account and each address. Waits grow up to a bound (see lockout.go). A stranger's failures block
//     neither passkeys nor browsers in which the owner has signed in before.
//   - Answers do not reveal whether the name or the password was wrong, and take the same time. That a name is taken is no secret:
//     names appear in public lists.
//
// The proofs are packages below: [name], [password], [passkey], [onetime], [openid]. The store keeps only what its Credentials
// contain.
package account

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/access"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/people/account/name"
	"moyo/server/people/account/openid"
	"moyo/server/people/account/passkey"
	"moyo/server/people/account/password"
	"moyo/server/people/account/pending"
	"moyo/server/people/session"
	"moyo/server/store"
)

// Games handles the games of a player. *room.Hub implements it.
type Games interface {
	// Text returns a game's record in SGF.
	Text(ctx context.Context, id string) (string, error)
	// Leave ends a running game for one of its players: it calls it off, declines or resigns. It calls rename while no other writer
	// changes the game, and then reads the game again.
	Leave(ctx context.Context, id, player string, rename func() error) error
	// Rename tells the pages with a game of a player open that the player has a new name.
	Rename(ctx context.Context, player, name string)
}

// Mailer sends e-mails.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// Config configures the accounts.
type Config struct {
	Store      store.Store
	Sessions   *session.Service
	Games      Games
	LeaveTeams func(ctx context.Context, player string) error  // removes a player from all their teams
	EndClasses func(ctx context.Context, teacher string) error // deletes the classes of a teacher, with their pupils
	// EmptyLibrary deletes an owner's library in small steps, since it may be large.
	EmptyLibrary func(ctx context.Context, owner string) error
	// Studies finds a player's shared studies; gone tells their open pages that they were deleted.
	Studies func(ctx context.Context, player string) (gone func(), err error)
	Parts   []Part   // the files of other features in archives
	Erasure []string // the statements of other features for [store.Accounts] Erase
	// address of the server, such as https://go.example; "" for the address of the request
	Site      string
	Elsewhere *openid.Issuer // nil for none
	Mail      Mailer         // nil for none
	Rates     *limit.Addresses
	Steps     float64 // sustained sign-in, sign-up and sign-out steps a second of one address
	SignUps   limit.Quota
	Archives  float64       // sustained archives a second of one player
	Passwords int           // passwords checked at the same time
	Cost      password.Cost // of new passwords' hashes; the default is password.Standard
	Log       *slog.Logger
	Now       func() time.Time
}

// Part is the data of one feature about a player, as files of their archive.
type Part struct {
	File, About    string // the name of a file, and a short description; "" for none
	Folder, Inside string // the same of a folder
	// Of returns the value written to File as JSON, or nil for no file.
	Of func(ctx context.Context, player string) (any, error)
	// Files writes the files in Folder, calling create for each; nil without files.
	Files func(ctx context.Context, player string, create func(name string) (io.Writer, error)) error
	Step  Step
}

// Step is when the files of a [Part] are written.
type Step int

// The steps.
const (
	First  Step = iota // with the account
	Second             // after the ratings
	Last               // after the games
)

// Service creates accounts and signs people in.
type Service struct {
	Config
	passwords  *password.Keeper
	ceremonies *passkey.Ceremonies
	newcomers  *pending.Steps[openid.Identity] // signed in elsewhere, no account here yet
	secrets    *pending.Steps[string]          // of apps that have not shown a code yet
	archiving  *limit.Addresses                // that fetch an archive
	sending    chan struct{}                   // one entry for each e-mail being sent
	background sync.WaitGroup                  // e-mails
}

// The bounds of a service.
const (
	waiting     = 64 // passwords that wait to be checked
	newcomers   = 1_000
	archives    = 4 // at the same time; each address has one
	maxPasskeys = 20
	maxLinks    = 5
	maxBody     = 32 << 10 // of a request: a passkey's answer within JSON
)

// New returns the accounts of a store.
func New(cfg Config) *Service {
	return &Service{
		Config: cfg, passwords: password.NewKeeper(cmp.Or(cfg.Cost, password.Standard), cfg.Passwords, waiting),
		ceremonies: passkey.NewCeremonies(cfg.Now),
		newcomers:  pending.New[openid.Identity](newcomers, 15*time.Minute, cfg.Now),
		secrets:    pending.New[string](newcomers, 15*time.Minute, cfg.Now), archiving: limit.NewAddresses(archives, 1, cfg.Now),
		sending: make(chan struct{}, maxSending),
	}
}

// Register adds the routes of accounts. The archive is a plain handler: see [Service.Archive].
func (s *Service) Register(api endpoint.API) {
	for _, add := range []func(endpoint.API){
		s.registerSelf, s.registerSignUp, s.registerSignIn, s.registerPasskeys, s.registerElsewhere,
		s.registerPassword, s.registerSecondFactor, s.registerDevices, s.registerTokens, s.registerBot, s.registerMail, s.registerDelete,
	} {
		add(api)
	}
}

func (s *Service) registerSelf(api endpoint.API) {
	api.Handle(access.Look, huma.Operation{ // guests have one, too
		OperationID: "archive", Path: "/api/account/archive", Summary: "Everything stored about the caller, as a zip file",
		Responses: map[string]*huma.Response{"200": {Description: "A zip file"}},
	}, s.Archive)
	endpoint.Register(api, access.Look.Pupils(),
		operation("account", http.MethodGet, "/api/account", "The ways to sign in to the account of the caller"), s.getAccount)
	endpoint.Register(api, access.Look, operation("account-name", http.MethodGet, "/api/account/name", "Check a name"), s.getName)
}

// operation describes a route of accounts.
func operation(id, method, path, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, MaxBodyBytes: maxBody,
		Errors: []int{
			http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden, http.StatusUnprocessableEntity, http.StatusTooManyRequests,
		},
	}
}

func (s *Service) getAccount(ctx context.Context, in *struct{ Browser }) (*endpoint.Answer[Account], error) {
	who := identity.Of(ctx)
	site, siteErr := s.site(in.Browser)
	out := Account{
		Name: who.Name, Passkeys: []Passkey{}, Links: []AccountLink{},
		Offers: AccountOffers{Passkeys: siteErr == nil, Mail: s.offersMail()},
	}
	if s.Elsewhere != nil {
		out.Offers.Elsewhere = s.Elsewhere.Title()
	}
	if who.Role == store.Guest {
		return endpoint.Reply(out), nil
	}
	p, err := s.Store.Player(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	c, err := s.Store.Credentials(ctx, who.Player)
	if err != nil {
		return nil, err
	}
	out.Bot = p.Role == store.Bot
	out.Created, out.Fresh = text(p.Created), s.checkFresh(ctx) == nil
	out.Password, out.App, out.Recovery, out.Email = c.Password != "", c.Secret != "", len(c.Recovery), c.Email
	for _, k := range c.Passkeys {
		out.Passkeys = append(out.Passkeys, Passkey{
			ID: k.ID, Title: k.Title, Here: k.Domain == site.Domain, Created: text(k.Created), Used: text(k.Used),
		})
	}
	for _, l := range c.Links {
		out.Links = append(out.Links, AccountLink{ID: linkID(l), Name: l.Name, Created: text(l.Created)})
	}
	return endpoint.Reply(out), nil
}

type nameInput struct {
	Name string `query:"name" required:"true" maxLength:"200"`
}

func (s *Service) getName(ctx context.Context, in *nameInput) (*endpoint.Answer[NameCheck], error) {
	if err := s.allow(ctx); err != nil {
		return nil, err
	}
	n, err := s.newName(ctx, in.Name)
	if e, ok := errors.AsType[*apierror.Error](err); ok {
		return endpoint.Reply(NameCheck{Name: n.String(), Why: e.Text, Refusal: e.ID, Places: e.Places}), nil
	}
	return endpoint.Reply(NameCheck{Name: n.String(), Free: true}), err
}

// newName returns the name of a new account, or a refusal.
func (s *Service) newName(ctx context.Context, input string) (name.Name, error) {
	n, err := name.Parse(input)
	if err != nil {
		return n, apierror.Invalid(err)
	}
	if n.Reserved() {
		return n, apierror.Say(apierror.BadRequest, "account.reserved", "That name is reserved for the server and its team.")
	}
	switch _, err := s.Store.PlayerNamed(ctx, n.Skeleton()); {
	case err == nil:
		return n, errNameTaken
	case !errors.Is(err, store.ErrNotFound):
		return n, err
	}
	return n, nil
}

// named returns the player with a name as typed, or store.ErrNotFound.
func (s *Service) named(ctx context.Context, input string) (store.Player, error) {
	n, err := name.Parse(input)
	if err != nil {
		return store.Player{}, store.ErrNotFound
	}
	p, err := s.Store.PlayerNamed(ctx, n.Skeleton())
	if err == nil && p.Role == store.Deleted {
		return store.Player{}, store.ErrNotFound
	}
	return p, err
}

var (
	errNameTaken = apierror.Say(apierror.SeatTaken, "account.taken", "That name, or one that looks like it, is already taken.")
	errNotFresh  = apierror.Say(apierror.SignedOut, "account.fresh",
		"Please sign in again first: this changes how your account is protected.")
	errLastWay  = apierror.Say(apierror.BadRequest, "account.lastWay", "This is your only way to sign in. Add another one first.")
	errNoDomain = apierror.Say(apierror.BadRequest, "account.domain",
		"Passkeys need a host name. Please open this server by its name, or as localhost.")
	errNotOffered = apierror.Say(apierror.NotFound, "account.notOffered", "This server does not offer this.")
)

// allow applies the rate limit to the address of the request.
func (s *Service) allow(ctx context.Context) error { return s.Rates.Allow(ctx, "accounts", s.Steps) }

// freshTime is how long after signing in the ways to sign in may be changed.
const freshTime = 15 * time.Minute

// checkFresh refuses users who signed in too long ago to change how.
func (s *Service) checkFresh(ctx context.Context) error {
	v, err := s.Store.Session(ctx, identity.Of(ctx).Session)
	if errors.Is(err, store.ErrNotFound) || err == nil && s.Now().Sub(v.Created) >= freshTime {
		return errNotFresh
	}
	return err
}

// change changes the credentials of a player with f, and retries after a conflict. f may be called several times.
func (s *Service) change(ctx context.Context, player string, f func(*store.Credentials) error) error {
	const tries = 20
	for range tries {
		c, err := s.Store.Credentials(ctx, player)
		if err != nil {
			return err
		}
		if err := f(&c); err != nil {
			return err
		}
		c.Version++
		err = s.Store.SaveCredentials(ctx, c)
		if _, conflict := errors.AsType[*store.Conflict](err); !conflict {
			return err
		}
	}
	return apierror.Say(apierror.TooMany, "account.busy", "Your account is being changed in another place. Please try again.")
}

// ways returns the number of ways to sign in to an account.
func ways(c *store.Credentials) int {
	n := len(c.Passkeys) + len(c.Links)
	if c.Password != "" {
		n++
	}
	return n
}

// site returns the site that passkeys are valid for, as the browser knows this server.
func (s *Service) site(b Browser) (passkey.Site, error) {
	site, err := passkey.SiteOf(s.address(b))
	if err != nil {
		return site, errNoDomain
	}
	return site, nil
}

// address returns the server's URL, without a path.
func (s *Service) address(b Browser) string {
	switch {
	case s.Site != "":
		return s.Site
	case b.Safe:
		return "https://" + b.Host
	}
	return "http://" + b.Host
}

// text formats a time for the page.
func text(t time.Time) string { return t.UTC().Format(time.RFC3339) }
