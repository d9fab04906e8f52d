// Package passkeytest is a passkey in software for tests: a browser and a security key. It can misbehave on request.
package passkeytest

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
)

// The bits of an authenticator's flags.
const (
	present  = 1 << 0
	verified = 1 << 2
	attested = 1 << 6
)

// Key is a passkey with its private half.
type Key struct {
	ID      []byte
	Handle  []byte // of the account
	Domain  string
	Counter uint32 // of signatures; some keys have none
	Lazy    bool   // skips user verification
	private *ecdsa.PrivateKey
}

// creation is the part of a new key's options that the test key reads.
type creation struct {
	Challenge string
	RP        struct{ ID string }
	User      struct{ ID string }
}

// Make answers the options for a new key, like a browser at the origin. change may alter the client data; nil for no change.
func Make(t testing.TB, options []byte, origin string, change func(clientData map[string]any)) (*Key, []byte) {
	return (&Key{}).Make(t, options, origin, change)
}

// Make is the function Make for a key with its own settings.
func (k *Key) Make(t testing.TB, options []byte, origin string, change func(clientData map[string]any)) (*Key, []byte) {
	t.Helper()
	var o creation
	must(t, json.Unmarshal(options, &o))
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	k.ID, k.private, k.Domain = make([]byte, 16), private, o.RP.ID
	_, _ = rand.Read(k.ID)
	k.Handle, err = base64.RawURLEncoding.DecodeString(o.User.ID)
	must(t, err)
	public, err := private.PublicKey.Bytes() // 4, x, y
	must(t, err)
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: int(webauthncose.AlgES256), -1: 1, -2: public[1:33], -3: public[33:]})
	must(t, err)
	data := k.data(attested)
	data = append(data, make([]byte, 16)...) // no model id
	data = binary.BigEndian.AppendUint16(data, uint16(len(k.ID)))
	data = append(append(data, k.ID...), cose...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	must(t, err)
	return k, k.answer(t, map[string]any{
		"clientDataJSON":    encode(clientData(t, "webauthn.create", o.Challenge, origin, change)),
		"attestationObject": encode(object), "transports": []string{"internal"},
	})
}

// Use answers a challenge, like a browser at the origin.
func (k *Key) Use(t testing.TB, options []byte, origin string, change func(clientData map[string]any)) []byte {
	t.Helper()
	var o struct{ Challenge string }
	must(t, json.Unmarshal(options, &o))
	if k.Counter > 0 {
		k.Counter++
	}
	data, client := k.data(0), clientData(t, "webauthn.get", o.Challenge, origin, change)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
	must(t, err)
	return k.answer(t, map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": encode(k.Handle),
	})
}

// data returns the start of the data that an authenticator signs.
func (k *Key) data(flags byte) []byte {
	flags |= present
	if !k.Lazy {
		flags |= verified
	}
	hash := sha256.Sum256([]byte(k.Domain))
	return binary.BigEndian.AppendUint32(append(hash[:], flags), k.Counter)
}

func (k *Key) answer(t testing.TB, response map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{
		"id": encode(k.ID), "rawId": encode(k.ID), "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{}, "response": response,
	})
	must(t, err)
	return text
}

func clientData(t testing.TB, kind, challenge, origin string, change func(map[string]any)) []byte {
	t.Helper()
	data := map[string]any{"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false}
	if change != nil {
		change(data)
	}
	text, err := json.Marshal(data)
	must(t, err)
	return text
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(fmt.Errorf("software passkey: %w", err))
	}
}
