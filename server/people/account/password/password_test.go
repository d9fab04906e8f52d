package password

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

func ExampleKeeper() {
	keeper, ctx := NewKeeper(Standard, 1, 10), context.Background()
	hash, _ := keeper.Hash(ctx, "nine hungry swallows")
	fmt.Println(hash[:30])
	right, stale, _ := keeper.Verify(ctx, hash, "nine hungry swallows")
	fmt.Println(right, stale)
	right, _, _ = keeper.Verify(ctx, hash, "ten hungry swallows")
	fmt.Println(right)
	// Output:
	// $argon2id$v=19$m=19456,t=2,p=1
	// true false
	// false
}

func ExampleCheck() {
	fmt.Println(Check("Ada1815!", "Ada"))
	fmt.Println(Check("nine hungry swallows", "Ada"))
	// Output:
	// This password is too easy to guess. Try a few unrelated words.
	// <nil>
}

// TestForeignHash verifies a hash of the reference implementation, from its own test: argon2id with 64 MiB
// (github.com/P-H-C/phc-winner-argon2, test.c).
func TestForeignHash(t *testing.T) {
	const hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	k := NewKeeper(Standard, 1, 1) // with less memory than that: the hash uses all of it
	if right, stale, err := k.Verify(t.Context(), hash, "password"); !right || stale || err != nil {
		t.Errorf("%v, %v, %v", right, stale, err)
	}
	if right, _, err := k.Verify(t.Context(), hash, "Password"); right || err != nil {
		t.Errorf("another password: %v, %v", right, err)
	}
}

// TestStale: cheaper hashes than new ones should be replaced, if the password matches.
func TestStale(t *testing.T) {
	k, salt := NewKeeper(Standard, 1, 1), []byte("somesalt")
	for _, c := range []struct {
		Cost
		bytes uint32
		stale bool
	}{
		{Standard, keyBytes, false}, {Cost{Standard.memory, Standard.passes + 1, 1}, keyBytes, false},
		{Cost{2 * Standard.memory, Standard.passes, 1}, keyBytes, false},
		{Cost{Standard.memory - 8, Standard.passes, 1}, keyBytes, true},
		{Cost{Standard.memory, Standard.passes - 1, 1}, keyBytes, true}, {Standard, keyBytes / 2, true},
	} {
		hash := encode(c.Cost, salt, argon2.IDKey([]byte("swallow"), salt, c.passes, c.memory, c.threads, c.bytes))
		if right, stale, err := k.Verify(t.Context(), hash, "swallow"); !right || stale != c.stale || err != nil {
			t.Errorf("%s: %v, %v, %v; want %v", hash, right, stale, err, c.stale)
		}
		if right, stale, err := k.Verify(t.Context(), hash, "swallows"); right || stale || err != nil {
			t.Errorf("%s, another password: %v, %v, %v", hash, right, stale, err)
		}
	}
}

// TestUnknown: the check for an unknown account costs the same, and no password is right.
func TestUnknown(t *testing.T) {
	k := NewKeeper(Standard, 1, 0)
	if c, _, key, err := decode(k.unknown()); c != Standard || len(key) != keyBytes || err != nil {
		t.Errorf("the hash for unknown accounts is %s: %v", k.unknown(), err)
	}
	if right, stale, err := k.Verify(t.Context(), "", "swallow"); right || stale || err != nil {
		t.Errorf("%v, %v, %v", right, stale, err)
	}
}

// TestCosts: a keeper makes hashes of its own cost, for unknown accounts too. A more expensive hash is not stale.
func TestCosts(t *testing.T) {
	for cost, want := range map[Cost]string{Standard: "$argon2id$v=19$m=19456,t=2,p=1$", Least: "$argon2id$v=19$m=8,t=1,p=1$"} {
		k := NewKeeper(cost, 1, 1)
		hash, err := k.Hash(t.Context(), "swallow")
		if err != nil || !strings.HasPrefix(hash, want) || !strings.HasPrefix(k.unknown(), want) {
			t.Errorf("%s, for unknown accounts %s, %v; want %s", hash, k.unknown(), err, want)
		}
		for _, other := range []Cost{Standard, Least} {
			right, stale, err := NewKeeper(other, 1, 1).Verify(t.Context(), hash, "swallow")
			if !right || stale != (cost == Least && other == Standard) || err != nil {
				t.Errorf("%s where new hashes cost %+v: %v, %v, %v", hash, other, right, stale, err)
			}
		}
	}
}

// TestForms: the Unicode form of accents does not matter.
func TestForms(t *testing.T) {
	k := NewKeeper(Standard, 1, 1)
	hash, err := k.Hash(t.Context(), norm.NFD.String("pâté de foie"))
	if err != nil {
		t.Fatal(err)
	}
	if right, _, err := k.Verify(t.Context(), hash, norm.NFC.String("pâté de foie")); !right || err != nil {
		t.Errorf("%v, %v", right, err)
	}
	again, err := k.Hash(t.Context(), "pâté de foie")
	if err != nil || again == hash {
		t.Errorf("the same salt twice: %s", hash)
	}
}

// TestBusy: when all places are running or waiting, the next request is refused; a canceled request makes room.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := NewKeeper(Standard, 2, 3)
		if err := k.memory.Acquire(t.Context(), k.size); err != nil { // all hashes take long
			t.Fatal(err)
		}
		ctx, giveUp := context.WithCancel(t.Context())
		var wait sync.WaitGroup
		errs := make([]error, 5)
		for i := range errs {
			wait.Go(func() { _, errs[i] = k.Hash(ctx, "swallow") })
		}
		synctest.Wait()
		if !k.Busy() {
			t.Error("a full keeper is not busy")
		}
		if _, err := k.Hash(t.Context(), "swallow"); !errors.Is(err, ErrBusy) {
			t.Errorf("the sixth: %v", err)
		}
		if _, _, err := k.Verify(t.Context(), "", "swallow"); !errors.Is(err, ErrBusy) {
			t.Errorf("the seventh: %v", err)
		}
		giveUp()
		wait.Wait()
		for _, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("one who gave up: %v", err)
			}
		}
		k.memory.Release(k.size)
		if _, err := k.Hash(t.Context(), "swallow"); err != nil {
			t.Errorf("afterwards: %v", err)
		}
		if n := k.waiting.Load(); n != 0 || k.Busy() {
			t.Errorf("%d still count", n)
		}
	})
}

// TestMemory: 40 concurrent requests are served with memory for two.
func TestMemory(t *testing.T) {
	k := NewKeeper(Standard, 2, 40)
	var wait sync.WaitGroup
	var most uint64
	var mu sync.Mutex
	for range 40 {
		wait.Go(func() {
			if _, _, err := k.Verify(t.Context(), "", "swallow"); err != nil {
				t.Error(err)
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			mu.Lock()
			most = max(most, m.HeapInuse)
			mu.Unlock()
		})
	}
	wait.Wait()
	// Two running hashes, and garbage that was not yet collected.
	if limit := uint64(12 * Standard.memory << 10); most > limit {
		t.Errorf("%d MiB were in use, more than %d", most>>20, limit>>20)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := encode(Standard, []byte("somesalt"), make([]byte, 32))
	if _, _, _, err := decode(good); err != nil {
		t.Fatalf("%s: %v", good, err)
	}
	for _, change := range [][2]string{
		{"argon2id", "argon2i"}, {"v=19", "v=16"}, {"m=19456", "m=99999999"},
		{"m=19456", "m=7"}, {"m=19456", "m=-1"}, {"t=2", "t=0"}, {"t=2", "t=17"},
		{"p=1", "p=0"}, {"p=1", "p=9"}, {"p=1", "p=256"}, {"p=1", "p=1x"}, {"p=1", "p=1,x=1"}, {"m=19456,t=2", "t=2,m=19456"},
		{"c29tZXNhbHQ", "c29"}, {"c29tZXNhbHQ", "c29tZXNhbHQ="}, {"c29tZXNhbHQ", "c29\rtZXNhbHQ"}, {"AAAA", "AA\nAA"},
		{"AAAA", "A!AA"}, {"$v=19", ""}, {"$argon2id", "x$argon2id"}, {"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "AAAA"},
	} {
		hash := strings.Replace(good, change[0], change[1], 1)
		if _, _, _, err := decode(hash); hash == good || err == nil {
			t.Errorf("%s is taken", hash)
		}
		if _, _, err := NewKeeper(Standard, 1, 1).Verify(t.Context(), hash, ""); err == nil {
			t.Errorf("%s is verified", hash)
		}
	}
}

func TestCheck(t *testing.T) {
	for password, want := range map[string]string{
		"": "at least 8", "short1!": "at least 8", "密码密码": "at least 8",
		strings.Repeat("ab cd", 26): "at most 128", strings.Repeat("x", 1<<20): "at most 128",
		"password": "too easy", "password1": "too easy", "Password1!": "too easy",
		"P@ssw0rd123": "too easy", "qwertyuiop": "too easy", "1q2w3e4r5t": "too easy",
		"12345678": "too easy", "aaaaaaaaaaaaaaaaaaaaaaaaaa": "too easy", "abcdefghijkl": "too easy",
		"iloveyou2": "too easy", "Summer2024!": "too easy", "dragonballz": "too easy",
		"adalovelace": "too easy", "AdaLovelace1815": "too easy", "ada-lovelace": "too easy",
		"moyomoyo": "too easy", "moyo2024": "too easy", "monkeymonkey": "too easy",
		"囲碁囲碁囲碁囲碁": "too easy", "йцйцйцйц": "too easy", "kqkqkqkqkqkqkqkqkq": "too easy",
		"ADALOVELACE": "too easy", strings.Repeat("password", 16): "too easy",
		"nine\x00hungry swallows": "can only have", "nine\nhungry": "can only have", "\xffnine hungry": "can only have",
		"correct horse battery staple": "", "nine hungry swallows": "", "kf8dj2la": "", "jfk dgbzw": "",
		"баклажан и луна": "", "囲碁は楽しいゲームです": "", strings.Repeat("nine hungry swallow ", 6): "",
	} {
		err := Check(password, "Ada_Lovelace")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.40q: %v, want %q", password, err, want)
		}
	}
}

// FuzzCheck: no password causes a crash, and accepted ones have a valid length.
func FuzzCheck(f *testing.F) {
	f.Add("nine hungry swallows", "ada")
	f.Add("\xff\u0301p4$$w0rd 11.11.2011", "")
	f.Add("qwertyuiopasdfgh囲碁", "qwerty")
	f.Fuzz(func(t *testing.T, password, name string) {
		if len(name) > 200 {
			return
		}
		if n := len([]rune(norm.NFC.String(password))); Check(password, name) == nil && (n < MinLength || n > MaxLength) {
			t.Errorf("%q is taken", password)
		}
	})
}

// FuzzDecode: a decoded hash encodes to itself.
func FuzzDecode(f *testing.F) {
	f.Add(encode(Standard, []byte("somesalt"), make([]byte, 32)))
	f.Fuzz(func(t *testing.T, hash string) {
		if c, salt, key, err := decode(hash); err == nil && encode(c, salt, key) != hash {
			t.Errorf("%q becomes %q", hash, encode(c, salt, key))
		}
	})
}

// BenchmarkVerify measures the minimum cost of a sign-in.
func BenchmarkVerify(b *testing.B) {
	k := NewKeeper(Standard, 1, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := k.Verify(b.Context(), "", "nine hungry swallows"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheck measures the most expensive password to check.
func BenchmarkCheck(b *testing.B) {
	password := strings.Repeat("(4@8{301", 4) + "x" + strings.Repeat("(4@8{301", 11)
	for b.Loop() {
		_ = Check(password, "Ada_Lovelace")
	}
}
