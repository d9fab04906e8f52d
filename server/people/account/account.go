// Package account makes accounts and lets people into them: by passkey, by password,
// with a code of an app beside it, by an account elsewhere.
//
// # Rules
//
//   - A guest who makes an account keeps the id that they have as a player, so that
//     nothing moves. Whoever signs in gets a new token; what the browser had before
//     is of no use any more.
//   - To change how one gets in, one has to have signed in lately, so that a browser
//     that was left alone gives nobody an account for good. The last way in stays.
//   - Failures are counted for each account and each address, and waited for, longer
//     and longer up to a bound (see lockout.go). A stranger's failures stand in the
//     way of neither passkeys nor browsers in which the person has signed in before.
//   - Answers do not tell whether a name or a password was wrong, and take the same
//     time. That a name is taken is no secret: it stands in lists.
//
// The proofs are packages below: [name], [password], [passkey], [onetime],
// [openid]. Nothing of them is kept but what the store has in its Credentials.
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

// Games are what becomes of somebody's games. *room.Hub has them.
type Games interface {
	// Text returns a game's record in SGF.
	Text(ctx context.Context, id string) (string, error)
	// Leave ends a game that goes on for one of its players (it is called off, declined
	// or resigned, as far as it is), and calls rename while nobody changes the game,
	// which is then read anew.
	Leave(ctx context.Context, id, player string, rename func() error) error
	// Rename tells those who have a game of a player open what they are called now.
	Rename(ctx context.Context, player, name string)
}

// Mailer sends letters.
type Mailer interface {
	Send(ctx context.Context, to, subject, text string) error
}

// Config is what accounts are made of.
type Config struct {
	Store      store.Store
	Sessions   *session.Service
	Games      Games
	LeaveTeams func(ctx context.Context, player string) error  // takes somebody out of all their teams
	EndClasses func(ctx context.Context, teacher string) error // deletes the classes of somebody, with their pupils
	// EmptyLibrary forgets the library of somebody, which may be much, a little at a time.
	EmptyLibrary func(ctx context.Context, owner string) error
	// Studies finds the shared studies of somebody; gone lets those know who have one open that it was deleted.
	Studies func(ctx context.Context, player string) (gone func(), err error)
	Parts   []Part // what features have for archives
	// address of the server, such as https://go.example; "" for that by which it is asked
	Site      string
	Elsewhere *openid.Issuer // nil for none
	Mail      Mailer         // nil for none
	Rates     *limit.Addresses
	Steps     float64 // steps of signing in, up or out a second that one address may take on end
	SignUps   limit.Quota
	Archives  float64       // archives a second that one player may fetch on end
	Passwords int           // passwords looked at at once
	Cost      password.Cost // of new passwords' hashes; password.Standard where nothing is said
	Log       *slog.Logger
	Now       func() time.Time
}

// Part is what a feature keeps about a player, as files of their archive.
type Part struct {
	File, About    string // the name of a file, and what it has, in a few words; "" for none
	Folder, Inside string // the same of a folder
	// Of returns what is written to File as JSON, or nil for no file.
	Of func(ctx context.Context, player string) (any, error)
	// Files writes the files in Folder, each after it was created; nil where there is none.
	Files func(ctx context.Context, player string, create func(name string) (io.Writer, error)) error
	// Last says that it is written behind all that is no part.
	Last bool
}

// Service lets people into accounts.
type Service struct {
	Config
	passwords  *password.Keeper
	ceremonies *passkey.Ceremonies
	newcomers  *pending.Steps[openid.Identity] // who came from elsewhere and have no account here
	secrets    *pending.Steps[string]          // of apps that have not shown a code yet
	archiving  *limit.Addresses                // who fetches an archive
	sending    chan struct{}                   // one entry for each letter on its way
	background sync.WaitGroup                  // letters
}

// The bounds of what is remembered and made.
const (
	waiting     = 64 // passwords that wait to be looked at
	newcomers   = 1_000
	archives    = 4 // at once; each address has one
	maxPasskeys = 20
	maxLinks    = 5
	maxBody     = 32 << 10 // bytes of a request: a passkey's answer within JSON
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

// Register adds the routes of accounts. That of the archive is a plain handler:
// see [Service.Archive].
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
		OperationID: "archive", Path: "/api/account/archive", Summary: "Everything about the one who asks, as a zip file",
		Responses: map[string]*huma.Response{"200": {Description: "A zip file"}},
	}, s.Archive)
	endpoint.Register(api, access.Look.Pupils(),
		operation("account", http.MethodGet, "/api/account", "The ways into the account of the one who asks"), s.getAccount)
	endpoint.Register(api, access.Look, operation("account-name", http.MethodGet, "/api/account/name", "Whether a name can be had"), s.getName)
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

// newName returns the name of a new account, or says what stands against it.
func (s *Service) newName(ctx context.Context, input string) (name.Name, error) {
	n, err := name.Parse(input)
	if err != nil {
		return n, apierror.Invalid(err)
	}
	if n.Reserved() {
		return n, apierror.Say(apierror.BadRequest, "account.reserved", "That name is kept for the server and those who run it.")
	}
	switch _, err := s.Store.PlayerNamed(ctx, n.Skeleton()); {
	case err == nil:
		return n, errNameTaken
	case !errors.Is(err, store.ErrNotFound):
		return n, err
	}
	return n, nil
}

// named returns the player whose name somebody typed, or store.ErrNotFound.
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
	errNameTaken = apierror.Say(apierror.SeatTaken, "account.taken", "Somebody has that name, or one that looks like it.")
	errNotFresh  = apierror.Say(apierror.SignedOut, "account.fresh", "Please sign in once more: this changes who can get into your account.")
	errLastWay   = apierror.Say(apierror.BadRequest, "account.lastWay", "This is the last way into your account. Add another one first.")
	errNoDomain  = apierror.Say(apierror.BadRequest, "account.domain",
		"Browsers make passkeys for names only: open this server by its name, or as localhost.")
	errNotOffered = apierror.Say(apierror.NotFound, "account.notOffered", "This server does not offer that.")
)

// allow counts a step of the address that asks.
func (s *Service) allow(ctx context.Context) error { return s.Rates.Allow(ctx, "accounts", s.Steps) }

// freshTime is how long after signing in one may change how.
const freshTime = 15 * time.Minute

// checkFresh refuses those who signed in too long ago to change how.
func (s *Service) checkFresh(ctx context.Context) error {
	v, err := s.Store.Session(ctx, identity.Of(ctx).Session)
	if errors.Is(err, store.ErrNotFound) || err == nil && s.Now().Sub(v.Created) >= freshTime {
		return errNotFresh
	}
	return err
}

// change changes the credentials of a player by what f does with them, as often as
// others change them meanwhile. f may be called several times.
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
	return apierror.Say(apierror.TooMany, "account.busy", "Your account is being changed from elsewhere. Please try again.")
}

// ways returns how many ways there are into an account.
func ways(c *store.Credentials) int {
	n := len(c.Passkeys) + len(c.Links)
	if c.Password != "" {
		n++
	}
	return n
}

// site returns where passkeys are good for, as the browser knows this server.
func (s *Service) site(b Browser) (passkey.Site, error) {
	site, err := passkey.SiteOf(s.address(b))
	if err != nil {
		return site, errNoDomain
	}
	return site, nil
}

// address returns the server's, without a path.
func (s *Service) address(b Browser) string {
	switch {
	case s.Site != "":
		return s.Site
	case b.Safe:
		return "https://" + b.Host
	}
	return "http://" + b.Host
}

// text writes a time for the page.
func text(t time.Time) string { return t.UTC().Format(time.RFC3339) }
