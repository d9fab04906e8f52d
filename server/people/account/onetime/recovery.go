package onetime

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"slices"
	"strings"
)

// RecoveryCodes is the number of recovery codes in a set.
const RecoveryCodes = 10

// recoveryBytes is the number of random bytes in a code: 80 bits, enough for a fast hash.
const recoveryBytes = 10

// recoveryEncoding has no letters that look like digits in handwriting.
var recoveryEncoding = base32.NewEncoding("abcdefghijkmnpqrstuvwxyz23456789").WithPadding(base32.NoPadding)

// recoveryGroup is the number of characters in a group: abcd-efgh-jkmn-pqrs.
const recoveryGroup = 4

// NewRecovery returns new recovery codes, which are shown once, and their hashes, which are stored.
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

// Use removes the hash of a code from hashes and returns the rest. ok reports whether the hash was found. Case and separators do
// not matter.
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
	i := slices.Index(hashes, hash(plain)) // the time to compare hashes reveals nothing about a code
	if i < 0 {
		return hashes, false
	}
	return slices.Delete(slices.Clone(hashes), i, i+1), true
}

func hash(plain string) string {
	sum := sha256.Sum256([]byte("moyo recovery code " + plain))
	return hex.EncodeToString(sum[:])
}
