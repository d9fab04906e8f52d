// Package password keeps passwords as argon2id hashes and says which are too easy
// to guess.
//
// A hash is made slow and large on purpose, which makes signing in an attack on
// the one who checks: 200 people at once would ask for 4 GiB. So a [Keeper] has
// memory for so many at once; a few more wait, and the rest are turned away.
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

// Cost is how dear a hash is: [Standard], or [Least] in tests.
type Cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// Standard is the cost of new hashes: the first that OWASP's cheat sheet on
// storing passwords recommends.
var Standard = Cost{memory: 19 << 10, passes: 2, threads: 1}

// Least is the least that argon2id takes, for tests of everything but the cost. It
// protects no password.
var Least = Cost{memory: 8, passes: 1, threads: 1}

// most bounds what is read from a hash: another program may have written it.
var most = Cost{memory: 256 << 10, passes: 16, threads: 8}

const (
	saltBytes = 16
	keyBytes  = 32
)

// ErrBusy is the error where more ask at once than may wait.
var ErrBusy = errors.New("too many passwords are being checked")

// Keeper hashes and checks passwords, a bounded number at once. It is safe for
// use by several goroutines.
type Keeper struct {
	cost    Cost                // of new hashes
	memory  *semaphore.Weighted // KiB
	size    int64               // of memory
	waiting atomic.Int64        // those at work included
	most    int64               // of waiting
	unknown func() string       // the hash of no one's password
}

// NewKeeper returns a keeper whose new hashes are of a cost, with memory for so
// many of them at once, for which so many more may wait.
func NewKeeper(cost Cost, atOnce, waiting int) *Keeper {
	size := int64(atOnce) * int64(cost.memory)
	return &Keeper{
		cost: cost, memory: semaphore.NewWeighted(size), size: size, most: int64(atOnce + waiting),
		unknown: sync.OnceValue(func() string { return encode(cost, random(saltBytes), random(keyBytes)) }),
	}
}

// Hash returns a password in the form in which it is kept, a PHC string. The error
// is [ErrBusy] or that of ctx.
func (k *Keeper) Hash(ctx context.Context, password string) (string, error) {
	salt := random(saltBytes)
	key, err := k.derive(ctx, password, k.cost, salt, keyBytes)
	if err != nil {
		return "", err
	}
	return encode(k.cost, salt, key), nil
}

// Verify says whether a password is that of a hash, and if so whether the hash is
// stale: cheaper than new ones are, so that it should be made anew now that the
// password is known. Where nobody of that name is, hash is "", and the answer is no
// after the same time. The error is [ErrBusy], that of ctx, or what is wrong with
// the hash.
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

// Busy says whether whoever asks now is turned away. It costs nothing, unlike what
// else a log-in asks for before its password is looked at.
func (k *Keeper) Busy() bool { return k.waiting.Load() >= k.most }

// derive waits for its share of memory and computes a key.
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

// encoding is that of PHC strings: base64 without padding.
var encoding = base64.RawStdEncoding.Strict()

// encode returns a hash as a PHC string.
func encode(c Cost, salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.threads,
		encoding.EncodeToString(salt), encoding.EncodeToString(key))
}

// decode is the inverse of encode. It refuses what would cost more than the most.
func decode(hash string) (c Cost, salt, key []byte, err error) {
	fail := func(why string) (Cost, []byte, []byte, error) {
		return Cost{}, nil, nil, fmt.Errorf("hash of a password: %s", why) // never the hash itself
	}
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" {
		return fail("it is no argon2id hash")
	}
	if parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return fail("it is of another version of argon2")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil {
		return fail("its cost cannot be read")
	}
	if c.memory < 8*uint32(c.threads) || c.memory > most.memory || c.passes < 1 ||
		c.passes > most.passes || c.threads < 1 || c.threads > most.threads {
		return fail("its cost is out of bounds")
	}
	salt, err1 := encoding.DecodeString(parts[4])
	key, err2 := encoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < 8 || len(salt) > 64 || len(key) < 16 || len(key) > 64 {
		return fail("its salt or key cannot be read")
	}
	if encode(c, salt, key) != hash { // base64's decoder skips line ends
		return fail("it is not written as hashes are")
	}
	return c, salt, key, nil
}
