// Package password hashes passwords with argon2id and detects passwords that are easy to guess.
//
// A hash is slow and large on purpose, which makes sign-ins a way to attack the server: 200 at the same time would need 4 GiB. So a
// [Keeper] has memory for a fixed number of hashes. A few more requests wait, and the rest are refused.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"
)

// Cost is the cost of a hash: [Standard], or [Least] in tests.
type Cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// Standard is the cost of new hashes: the first recommendation of OWASP's password storage cheat sheet.
var Standard = Cost{memory: 19 << 10, passes: 2, threads: 1}

// Least is the lowest cost that argon2id accepts, for tests. It does not protect passwords.
var Least = Cost{memory: 8, passes: 1, threads: 1}

// most bounds the cost of a stored hash, which another program may have written.
var most = Cost{memory: 256 << 10, passes: 16, threads: 8}

const (
	saltBytes = 16
	keyBytes  = 32
)

// ErrBusy is returned when too many requests are waiting.
var ErrBusy = errors.New("too many passwords are being checked")

// Keeper hashes and checks a bounded number of passwords at a time. It is safe for use by several goroutines.
type Keeper struct {
	cost    Cost                // of new hashes
	memory  *semaphore.Weighted // KiB
	size    int64               // of memory
	waiting atomic.Int64        // includes running ones
	most    int64               // of waiting
	unknown func() string       // the hash of a random password
}

// NewKeeper returns a keeper that makes hashes of a cost. It has memory for atOnce of them; waiting more may wait.
func NewKeeper(cost Cost, atOnce, waiting int) *Keeper {
	size := int64(atOnce) * int64(cost.memory)
	return &Keeper{
		cost: cost, memory: semaphore.NewWeighted(size), size: size, most: int64(atOnce + waiting),
		unknown: sync.OnceValue(func() string { return encode(cost, random(saltBytes), random(keyBytes)) }),
	}
}

// Hash returns the hash of a password as a PHC string. The error is [ErrBusy] or that of ctx.
func (k *Keeper) Hash(ctx context.Context, password string) (string, error) {
	salt := random(saltBytes)
	key, err := k.derive(ctx, password, k.cost, salt, keyBytes)
	if err != nil {
		return "", err
	}
	return encode(k.cost, salt, key), nil
}

// Verify reports whether a password matches a hash, and if so whether the hash is stale: cheaper than new ones, so that the caller
// should replace it while the password is known. For an unknown account hash is "", and the answer is no after the same time. The
// error is [ErrBusy], that of ctx, or describes an invalid hash.
func (k *Keeper) Verify(ctx context.Context, hash, password string) (right, stale bool, err error) {
	known := hash != ""
	if !known {
		hash = k.unknown()
	}
	c, salt, want, err := decode(hash)
	if err != nil {
		return false, false, err
	}
	got, err := k.derive(ctx, password, c, salt, uint32(len(want)))
	if err != nil {
		return false, false, err
	}
	right = subtle.ConstantTimeCompare(got, want) == 1 && known
	stale = c.memory < k.cost.memory || c.passes < k.cost.passes || len(want) < keyBytes
	return right, right && stale, nil
}

// Busy reports whether a request would be refused now. It is free, unlike the other checks of a sign-in.
func (k *Keeper) Busy() bool { return k.waiting.Load() >= k.most }

// derive waits for memory and computes a key.
func (k *Keeper) derive(ctx context.Context, password string, c Cost, salt []byte, length uint32) ([]byte, error) {
	defer k.waiting.Add(-1)
	if k.waiting.Add(1) > k.most {
		return nil, ErrBusy
	}
	share := min(int64(c.memory), k.size)
	if err := k.memory.Acquire(ctx, share); err != nil {
		return nil, err
	}
	defer k.memory.Release(share)
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, c.passes, c.memory, c.threads, length), nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// encoding is the encoding of PHC strings: base64 without padding.
var encoding = base64.RawStdEncoding.Strict()

// encode returns a hash as a PHC string.
func encode(c Cost, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.threads,
		encoding.EncodeToString(salt), encoding.EncodeToString(key))
}

// decode is the inverse of encode. It refuses a cost above most.
func decode(hash string) (c Cost, salt, key []byte, err error) {
	fail := func(why string) (Cost, []byte, []byte, error) {
		return Cost{}, nil, nil, fmt.Errorf("password hash: %s", why) // never the hash itself
	}
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" {
		return fail("not an argon2id hash")
	}
	if parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return fail("unsupported version of argon2")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil {
		return fail("malformed cost")
	}
	if c.memory < 8*uint32(c.threads) || c.memory > most.memory || c.passes < 1 ||
		c.passes > most.passes || c.threads < 1 || c.threads > most.threads {
		return fail("cost out of bounds")
	}
	salt, err1 := encoding.DecodeString(parts[4])
	key, err2 := encoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < 8 || len(salt) > 64 || len(key) < 16 || len(key) > 64 {
		return fail("malformed salt or key")
	}
	if encode(c, salt, key) != hash { // base64's decoder skips line ends
		return fail("not in canonical form")
	}
	return c, salt, key, nil
}
