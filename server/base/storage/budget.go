// Package storage limits how much clients make a server store: per address and day, for all guests together per day,
// and in total.
//
// Limits per person are checked where the data is stored. They are not enough, because a client without its cookie is
// a new person; so an address has a total too. Totals are in memory, where a check costs a move nothing, and are
// saved every few seconds. They survive a restart; a crash forgets those seconds. The store has a keyed hash of an
// address, not the address.
package storage

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/store"
)

// Limits are totals in bytes. The zero Limits limit nothing.
type Limits struct {
	Address int64 // that one address may store in a day; moves may take twice as much
	Guests  int64 // that all guests together may store in a day, except moves
	Total   int64 // of the whole store; guests may store until it is eight tenths full, others until nine
}

// Sizes that are counted for things of unknown size.
const (
	Request = 1 << 10 // of a request that changes something
	Move    = 1 << 9  // of a command in a game, with an engine's answer
	Line    = 1 << 9  // of a chat message
)

// Limits of the budget itself.
const (
	writeEvery    = 10 * time.Second
	lastWrite     = 5 * time.Second // for the last write at the end
	mostKnown     = 100_000         // addresses of one day
	writtenAtOnce = 256
	small         = 64 << 10 // addresses with less are forgotten if there are too many
	siteParts     = 10       // parts of the total for guests; one IPv6 network may use one part
)

// guests is the key of what guests of all addresses have used.
const guests = "guests"

// Store keeps the totals.
type Store interface {
	store.DB
	Spent(ctx context.Context, day int) (map[string]int64, error)
	AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error)
	Size(ctx context.Context) (int64, error)
}

// Config configures a budget.
type Config struct {
	Store    Store
	Limits   Limits
	Registry prometheus.Registerer // may be nil
	Log      *slog.Logger
	Now      func() time.Time
}

// Budget counts what is stored. A nil budget limits nothing.
type Budget struct {
	Config
	key     []byte // as of Load
	refused *prometheus.CounterVec
	size    prometheus.Gauge

	mu    sync.Mutex
	day   int
	spent map[string]int64 // by hash of an address, and guests
	fresh map[string]int64 // the part that is not saved
	total int64            // of the store, as of the last check
}

// New returns a budget. [Budget.Run] saves it.
func New(cfg Config) *Budget {
	b := &Budget{
		Config: cfg, spent: map[string]int64{}, fresh: map[string]int64{}, day: store.Day(cfg.Now()),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_storage_refused_total", Help: "Requests refused because of a storage total.",
		}, []string{"total"}),
		size: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "moyo_storage_bytes", Help: "Bytes that the store uses, without free pages.",
		}),
	}
	if cfg.Registry != nil {
		cfg.Registry.MustRegister(b.refused, b.size)
	}
	return b
}

// Spend counts bytes that the caller wants to store, or returns an error for the client.
func (b *Budget) Spend(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	who := identity.Of(ctx)
	return b.spend(ctx, who, int64(bytes), true, 1, tenthsOf(who))
}

// May is Spend without counting. It is for requests that may fail for other reasons and are counted when they are
// stored.
func (b *Budget) May(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	who := identity.Of(ctx)
	return b.spend(ctx, who, int64(bytes), false, 1, tenthsOf(who))
}

// isGuest reports whether the caller has no account: a guest or a pupil.
func isGuest(who identity.Who) bool { return who.Role == store.Guest || who.Role == store.Pupil }

// tenthsOf returns up to how many tenths the store may be full for the caller to add something.
func tenthsOf(who identity.Who) int64 {
	if isGuest(who) {
		return 8
	}
	return 9
}

// SpendMove is Spend for running games, which can be played to the end as long as there is any room.
func (b *Budget) SpendMove(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	return b.spend(ctx, identity.Who{}, int64(bytes), true, 2, 10)
}

// MayMove is SpendMove without counting, since a command that a game refuses is not stored. Otherwise a client that
// sends nonsense would use up the moves of all others at its address.
func (b *Budget) MayMove(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	return b.spend(ctx, identity.Who{}, int64(bytes), false, 2, 10)
}

// spend refuses bytes if the address has used its limit multiplied by times, or if the store is full to a number of
// tenths. Otherwise it counts them if counts is true.
func (b *Budget) spend(ctx context.Context, who identity.Who, bytes int64, counts bool, times, tenths int64) error {
	address := limit.Address(ctx)
	key, site := b.hash(address), b.site(address, who)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	switch l := b.Limits; {
	case who.Role == store.Moderator || who.Role == store.Administrator: // they must be able to act when others cannot
	case l.Total > 0 && b.total+bytes > l.Total/10*tenths:
		b.refused.WithLabelValues("all").Inc()
		return apierror.Say(apierror.StorageFull, "storage.full",
			"This server has no room for anything new. Everything saved before is safe, and running games continue.")
	case l.Address > 0 && address != "" && b.spent[key]+bytes > l.Address*times:
		b.refused.WithLabelValues("address").Inc()
		return apierror.Say(apierror.TooOften, "storage.address",
			"Your network has used up its storage for today. Please come back tomorrow; nothing of yours is lost.")
	case l.Guests > 0 && site != "" && b.spent[site]+bytes > l.Guests/siteParts:
		b.refused.WithLabelValues("site").Inc()
		return apierror.Say(apierror.TooOften, "storage.network",
			"Guests in your network have used up their storage for today. Please sign in, or come back tomorrow.")
	case l.Guests > 0 && isGuest(who) && b.spent[guests]+bytes > l.Guests:
		b.refused.WithLabelValues("guests").Inc()
		return apierror.Say(apierror.StorageFull, "storage.guests",
			"Guests have used up their storage on this server for today. Please sign in, or come back tomorrow.")
	}
	if counts {
		b.add(who, address, bytes)
	}
	return nil
}

// add counts bytes. The caller holds b.mu.
func (b *Budget) add(who identity.Who, address string, bytes int64) {
	site := b.site(address, who)
	b.total += bytes // until the next check
	b.count(guests, isGuest(who), bytes)
	b.count(site, site != "", bytes)
	b.count(b.hash(address), address != "", bytes)
}

// Note counts bytes that are already stored, even if they exceed the limits, because their size was not known before.
func (b *Budget) Note(ctx context.Context, bytes int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	b.add(identity.Of(ctx), limit.Address(ctx), int64(bytes))
}

// giveBack undoes a Spend of the same day, because nothing was stored.
func (b *Budget) giveBack(ctx context.Context, bytes int64, day int) {
	address, who := limit.Address(ctx), identity.Of(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn(); b.day != day {
		return
	}
	b.total -= bytes
	site := b.site(address, who)
	for key, is := range map[string]bool{guests: isGuest(who), b.hash(address): address != "", site: site != ""} {
		if is && b.spent[key] >= bytes { // otherwise it was forgotten in between
			b.spent[key] -= bytes
			if b.fresh[key] -= bytes; b.fresh[key] == 0 {
				delete(b.fresh, key)
			}
		}
	}
}

// today returns the current day.
func (b *Budget) today() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return b.day
}

// count adds to the use of a key. The caller holds the lock.
func (b *Budget) count(key string, is bool, bytes int64) {
	if !is {
		return
	}
	if _, known := b.spent[key]; !known && len(b.spent) >= mostKnown {
		b.forget()
	}
	b.spent[key] += bytes
	b.fresh[key] += bytes
}

// forget makes room for other addresses. It forgets those with little use, or all of them if all have used
// much. The total for guests stays. The caller holds the lock.
func (b *Budget) forget() {
	maps.DeleteFunc(b.spent, func(key string, n int64) bool { return key != guests && n < small })
	if len(b.spent) >= mostKnown/2 {
		maps.DeleteFunc(b.spent, func(key string, _ int64) bool { return key != guests })
	}
	maps.DeleteFunc(b.fresh, func(key string, _ int64) bool { _, known := b.spent[key]; return !known })
}

// turn starts a new day if it is time. The caller holds the lock.
func (b *Budget) turn() {
	if day := store.Day(b.Now()); day != b.day {
		b.day = day
		clear(b.spent)
		clear(b.fresh)
	}
}

// site returns a key for the IPv6 network of a guest, "" for others. The network has 48 bits. Its customer has 65,536
// networks that each count as an address, and could otherwise use up the total for all guests alone.
func (b *Budget) site(address string, who identity.Who) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || !ip.Is6() || !isGuest(who) {
		return ""
	}
	network, _ := ip.Prefix(48) // never fails
	return b.hash("site " + network.String())
}

// hash returns the key of an address.
func (b *Budget) hash(address string) string {
	mac := hmac.New(sha256.New, b.key)
	mac.Write([]byte(address))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Load reads what was used today before the server started. Call it before anything is counted; without it, a restart
// forgets that.
func (b *Budget) Load(ctx context.Context) error {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails
	key, err := store.Secret(ctx, b.Store, "budget", fresh)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.key = key
	spent, err := b.Store.Spent(ctx, b.day)
	if err != nil {
		return err
	}
	for key, n := range spent {
		b.spent[key] += n
	}
	return nil
}

// Run measures the store and saves the budget regularly, until ctx ends.
func (b *Budget) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		b.look(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			end, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWrite)
			defer cancel()
			b.look(end)
			return
		}
	}
}

// look does one round of Run.
func (b *Budget) look(ctx context.Context) {
	err := guard.Run(func() error {
		size, err := b.Store.Size(ctx)
		if err == nil {
			b.size.Set(float64(size))
			b.mu.Lock()
			b.total = size
			b.mu.Unlock()
		}
		return errors.Join(err, b.write(ctx))
	})
	if err != nil && ctx.Err() == nil && !errors.Is(err, store.ErrClosed) {
		b.Log.Error("cannot save or measure the storage budget", "err", err)
	}
}

// write saves what was used since the last call, a batch at a time so that no move waits, and reads what other nodes
// have counted. What fails, and what is used during the call, is saved the next time. Otherwise, with a constant
// stream of moves, the call would never end and save each of them twice.
func (b *Budget) write(ctx context.Context) error {
	for keys := range slices.Chunk(b.unwritten(), writtenAtOnce) {
		day, part := b.take(keys)
		if len(part) == 0 {
			continue
		}
		all, err := b.Store.AddSpent(ctx, day, part)
		b.written(day, part, all, err == nil)
		if err != nil {
			return err
		}
	}
	return nil
}

// unwritten returns the keys with unsaved use.
func (b *Budget) unwritten() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return slices.Collect(maps.Keys(b.fresh))
}

// take takes the unsaved use of some keys.
func (b *Budget) take(keys []string) (day int, part map[string]int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	part = make(map[string]int64, len(keys))
	for _, key := range keys {
		if n := b.fresh[key]; n != 0 {
			part[key] = n
			delete(b.fresh, key)
		}
	}
	return b.day, part
}

// written records that a batch was saved, or that it failed.
func (b *Budget) written(day int, part, all map[string]int64, done bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn(); b.day != day {
		return
	}
	for key, n := range part {
		if _, known := b.spent[key]; !known {
			continue // forgotten in between
		}
		if done {
			b.spent[key] = all[key] + b.fresh[key]
		} else {
			b.fresh[key] += n
		}
	}
}

// free has the path prefixes of requests that make the server store nothing, or that must be possible without room:
// signing in and out, and reading.
var free = []string{
	"/api/account/sign-", "/api/account/passkey-challenge", "/api/account/password", "/api/account/reset", "/api/account/redeem",
	"/api/boards/check", "/api/tsumego/", "/api/puzzles/", "/api/lessons/", "/api/me/notifications/read", "/api/standing/", "/api/mail/off",
}

// Requests counts each request that may change something, and refuses it without room. A request with an error as the
// answer stored nothing and does not count. Otherwise nonsense from enough addresses could block all guests for a
// day, at no cost and under no other limit. Use it inside of the handler that identifies the caller.
func (b *Budget) Requests(next http.Handler) http.Handler {
	changes := []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isFree := func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }
		if b != nil && slices.Contains(changes, r.Method) && !slices.ContainsFunc(free, isFree) {
			day := b.today()
			if err := b.Spend(r.Context(), Request); err != nil {
				w.Header().Set("Connection", "close") // otherwise the server would wait for the body
				apierror.Write(w, err)
				return
			}
			answer := &answer{ResponseWriter: w}
			next.ServeHTTP(answer, r)
			if answer.status >= http.StatusBadRequest {
				b.giveBack(r.Context(), Request, day)
			}
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answer records the status of an answer.
type answer struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	a.status = status
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
