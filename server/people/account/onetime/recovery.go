package onetime

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
)

// RecoveryCodes is how many recovery codes somebody gets at once.
const RecoveryCodes = 10

// recoveryBytes of a code are random: 80 bits, so many that a quick hash is enough
// to keep them.
const recoveryBytes = 10

// recoveryEncoding has no letters that a hand writes like digits.
var recoveryEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// recoveryGroup is how many characters stand together: abcd-efgh-jkmn-pqrs.
const recoveryGroup = 4

// NewRecovery returns new recovery codes, to be shown once, and their hashes, to be
// kept.
func NewRecovery() (codes, hashes []string) {
	for range RecoveryCodes {
		b := make([]byte, recoveryBytes)
		_, _ = rand.Read(b) // never fails
		plain := recoveryEncoding.EncodeToString(b)
		groups := []string{}
		for g := range slices.Chunk([]byte(plain), recoveryGroup) {
			groups = append(groups, string(g))
		}
		codes = append(codes, strings.Join(groups, "-"))
		hashes = append(hashes, hash(plain))
	}
	return codes, hashes
}

// Use takes the hash of a code out of hashes and returns those that are left, or
// says that it is none of them. Case and separators count for nothing.
func Use(hashes []string, code string) (left []string, ok bool) {
	if len(code) > 100 {
		return hashes, false
	}
	plain := strings.Map(func(r rune) rune {
		if strings.ContainsRune("- \t", r) {
			return -1
		}
		return r
	}, strings.ToLower(code))
	i := slices.Index(hashes, hash(plain)) // of hashes, whose time tells nothing of a code
	if i < 0 {
		return hashes, false
	}
	return slices.Delete(slices.Clone(hashes), i, i+1), true
}

func hash(plain string) string {
	sum := sha256.Sum256([]byte("moyo recovery code " + plain))
	return hex.EncodeToString(sum[:])
}
