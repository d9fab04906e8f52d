// Package storage bounds how much strangers make a server keep: what comes from one
// address in a day, what all guests together bring in a day, and what there is in all.
//
// What one person may have of a thing is counted where the thing is kept; but who drops
// their cookie is another person, so that an address has a total too. It is kept in
// memory, where asking costs a move nothing, and written down every few seconds: after a
// restart it goes on where it was, and a crash forgives those seconds. Instead of an
// address its hash is written, with a key of the server's.
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

// Limits are the totals, in bytes. The zero Limits bound nothing.
type Limits struct {
	Address int64 // what one address may have kept in a day; moves may come to twice as much
	Guests  int64 // what all guests together may have kept in a day, beside moves
	Total   int64 // all that there is; guests bring nothing new above eight tenths, others above nine
}

// What is counted for things that say nothing of their size.
const (
	Request = 1 << 10 // of a request that changes something
	Move    = 1 << 9  // of a command in a game, with the answer of an engine
	Line    = 1 << 9  // of what is said
)

// The bounds of the budget itself.
const (
	writeEvery    = 10 * time.Second
	lastWrite     = 5 * time.Second // for what is written at the end
	mostKnown     = 100_000         // addresses of one day
	writtenAtOnce = 256
	small         = 64 << 10 // addresses with less are forgotten where there are too many
	siteParts     = 10       // of what guests may bring in all, one such part from one network of IPv6
)

// guests is the key of what guests of all addresses have spent.
const guests = "guests"

// Store is what is kept.
type Store interface {
	Spent(ctx context.Context, day int) (map[string]int64, error)
	AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error)
	Size(ctx context.Context) (int64, error)
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}

// Config is what a budget is made of.
type Config struct {
	Store    Store
	Limits   Limits
	Registry prometheus.Registerer // nil for none
	Log      *slog.Logger
	Now      func() time.Time
}

// Budget counts what is kept. A nil one bounds nothing.
type Budget struct {
	Config
	key     []byte // as of Load
	refused *prometheus.CounterVec
	size    prometheus.Gauge

	mu    sync.Mutex
	day   int
	spent map[string]int64 // by hash of an address, and guests
	fresh map[string]int64 // of that, what is not written down
	total int64            // of the store, as of the last look
}

// New returns a budget. Run writes it down.
func New(cfg Config) *Budget {
	b := &Budget{
		Config: cfg, spent: map[string]int64{}, fresh: map[string]int64{}, day: store.Day(cfg.Now()),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "moyo_storage_refused_total", Help: "What was not kept because of a total.",
		}, []string{"total"}),
		size: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "moyo_storage_bytes", Help: "What the store takes, without what is free to be used again.",
		}),
	}
	if cfg.Registry != nil {
		cfg.Registry.MustRegister(b.refused, b.size)
	}
	return b
}

// Spend counts what somebody wants kept, or says why it is not.
func (b *Budget) Spend(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	who := identity.Of(ctx)
	return b.spend(ctx, who, int64(bytes), true, 1, tenthsOf(who))
}

// May is Spend without counting anything: for what may be refused for other reasons, and
// is counted once it is kept.
func (b *Budget) May(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	who := identity.Of(ctx)
	return b.spend(ctx, who, int64(bytes), false, 1, tenthsOf(who))
}

// isGuest says whether somebody is here without an account, as a guest or as a pupil.
func isGuest(who identity.Who) bool { return who.Role == store.Guest || who.Role == store.Pupil }

// tenthsOf returns up to how many tenths of all somebody may bring something new.
func tenthsOf(who identity.Who) int64 {
	if isGuest(who) {
		return 8
	}
	return 9
}

// SpendMove is Spend for what goes on: a game that was begun is played to its end as long
// as there is any room.
func (b *Budget) SpendMove(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	return b.spend(ctx, identity.Who{}, int64(bytes), true, 2, 10)
}

// MayMove is SpendMove without counting anything: what a game refuses is not kept, and
// else whoever sends nonsense would take the moves of all who share their address.
func (b *Budget) MayMove(ctx context.Context, bytes int) error {
	if b == nil {
		return nil
	}
	return b.spend(ctx, identity.Who{}, int64(bytes), false, 2, 10)
}

// spend says whether the address has not spent times its bound, and the total has not
// come to so many tenths, and counts bytes where that is wanted.
func (b *Budget) spend(ctx context.Context, who identity.Who, bytes int64, counts bool, times, tenths int64) error {
	address := limit.Address(ctx)
	key, site := b.hash(address), b.site(address, who)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	switch l := b.Limits; {
	case who.Role == store.Moderator || who.Role == store.Administrator: // they have to act when others cannot
	case l.Total > 0 && b.total+bytes > l.Total/10*tenths:
		b.refused.WithLabelValues("all").Inc()
		return apierror.Say(apierror.StorageFull, "storage.full",
			"This server has no room for anything new. What is here stays, and games go on.")
	case l.Address > 0 && address != "" && b.spent[key]+bytes > l.Address*times:
		b.refused.WithLabelValues("address").Inc()
		return apierror.Say(apierror.TooOften, "storage.address",
			"As much has come from your address today as the server keeps of one in a day. Please come back tomorrow; nothing of yours is lost.")
	case l.Guests > 0 && site != "" && b.spent[site]+bytes > l.Guests/siteParts:
		b.refused.WithLabelValues("site").Inc()
		return apierror.Say(apierror.TooOften, "storage.network",
			"As much has come from guests in your network today as the server keeps of one in a day. Please sign in, or come back tomorrow.")
	case l.Guests > 0 && isGuest(who) && b.spent[guests]+bytes > l.Guests:
		b.refused.WithLabelValues("guests").Inc()
		return apierror.Say(apierror.StorageFull, "storage.guests",
			"Guests have brought as much today as the server keeps of them in a day. Please sign in, or come back tomorrow.")
	}
	if counts {
		b.add(who, address, bytes)
	}
	return nil
}

// add counts bytes; b.mu is held.
func (b *Budget) add(who identity.Who, address string, bytes int64) {
	site := b.site(address, who)
	b.total += bytes // until the next look
	b.count(guests, isGuest(who), bytes)
	b.count(site, site != "", bytes)
	b.count(b.hash(address), address != "", bytes)
}

// Note counts what is kept already, also where it is more than what was left: how much it comes to was
// not known before.
func (b *Budget) Note(ctx context.Context, bytes int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	b.add(identity.Of(ctx), limit.Address(ctx), int64(bytes))
}

// giveBack undoes a Spend of the same day: nothing was kept after all.
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
		if is && b.spent[key] >= bytes { // else it was forgotten meanwhile
			b.spent[key] -= bytes
			if b.fresh[key] -= bytes; b.fresh[key] == 0 {
				delete(b.fresh, key)
			}
		}
	}
}

// today returns the day that is counted.
func (b *Budget) today() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return b.day
}

// count adds to what is spent under a key; the lock is held.
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

// forget makes room for other addresses: those that have spent little are forgiven, and
// where there are none of these all are. What guests bring in all stays counted. The lock
// is held.
func (b *Budget) forget() {
	maps.DeleteFunc(b.spent, func(key string, n int64) bool { return key != guests && n < small })
	if len(b.spent) >= mostKnown/2 {
		maps.DeleteFunc(b.spent, func(key string, _ int64) bool { return key != guests })
	}
	maps.DeleteFunc(b.fresh, func(key string, _ int64) bool { _, known := b.spent[key]; return !known })
}

// turn begins a new day where it is one; the lock is held.
func (b *Budget) turn() {
	if day := store.Day(b.Now()); day != b.day {
		b.day = day
		clear(b.spent)
		clear(b.fresh)
	}
}

// site returns what stands for the network from which a guest comes, "" for none. That of IPv6
// has 48 bits: whoever has it has 65,536 of those that count as an address, for nothing, and would
// bring alone what all guests may.
func (b *Budget) site(address string, who identity.Who) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || !ip.Is6() || !isGuest(who) {
		return ""
	}
	network, _ := ip.Prefix(48) // never fails
	return b.hash("site " + network.String())
}

// hash returns what stands for an address.
func (b *Budget) hash(address string) string {
	mac := hmac.New(sha256.New, b.key)
	mac.Write([]byte(address))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Load reads what was spent today before the server was started. It comes before
// anything is spent; without it a restart forgives what was.
func (b *Budget) Load(ctx context.Context) error {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // which never fails
	key, err := b.Store.Secret(ctx, "budget", fresh)
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

// Run looks how much there is and writes down what is spent, until ctx ends.
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

// look does what Run does once.
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
		b.Log.Error("what is kept was not counted", "err", err)
	}
}

// write writes down what has been spent since the last time, some at a time so that no
// move waits, and learns what other nodes have counted. What was not written is
// written the next time, and so is what is spent meanwhile: where moves come all the time
// this would never end, and each of them would be written down twice.
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

// unwritten returns the keys under which something is to be written down.
func (b *Budget) unwritten() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn()
	return slices.Collect(maps.Keys(b.fresh))
}

// take takes what is to be written down under some keys.
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

// written notes that some was written, or that it was not.
func (b *Budget) written(day int, part, all map[string]int64, done bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.turn(); b.day != day {
		return
	}
	for key, n := range part {
		if _, known := b.spent[key]; !known {
			continue // it was forgotten meanwhile
		}
		if done {
			b.spent[key] = all[key] + b.fresh[key]
		} else {
			b.fresh[key] += n
		}
	}
}

// free are the beginnings of paths whose requests make the server keep nothing, or what
// must be possible when there is no room: ways in and out, and looking at things.
var free = []string{
	"/api/account/sign-", "/api/account/passkey-challenge", "/api/account/password", "/api/account/reset", "/api/account/redeem",
	"/api/boards/check", "/api/tsumego/", "/api/puzzles/", "/api/lessons/", "/api/me/notifications/read", "/api/standing/", "/api/mail/off",
}

// Requests counts each request that may change something, and refuses it where there is
// no room. What was answered with an error has left nothing and does not count: else
// nonsense from enough addresses would keep all guests out for a day, at no cost and under
// no other bound. It stands behind what knows who asks.
func (b *Budget) Requests(next http.Handler) http.Handler {
	changes := []string{http.MethodPost, http.MethodPut, http.MethodPatch}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isFree := func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }
		if b != nil && slices.Contains(changes, r.Method) && !slices.ContainsFunc(free, isFree) {
			day := b.today()
			if err := b.Spend(r.Context(), Request); err != nil {
				w.Header().Set("Connection", "close") // else its body would be waited for
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

// answer notes the status of an answer.
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
