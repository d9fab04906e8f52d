// Package openidtest is a local OpenID Connect issuer for tests, with one user who always agrees. It can misbehave on request.
package openidtest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"
)

// The client that the issuer knows.
const (
	Client = "moyo"
	Secret = "a secret of two"
)

// Issuer is an issuer that listens on loopback.
type Issuer struct {
	URL string

	mu      sync.Mutex
	Subject string
	Name    string
	Spoil   func(claims map[string]any) // changes the claims of a token; nil for nothing
	Forge   bool                        // signs with a wrong key
	asked   map[string]url.Values       // by code: the query of the browser
	key     *rsa.PrivateKey
}

// Start starts an issuer that ends with the test.
func Start(t testing.TB) *Issuer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	i := &Issuer{Subject: "ada-1815", Name: "Ada", asked: map[string]url.Values{}, key: key}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", i.discovery)
	mux.HandleFunc("GET /keys", i.keys)
	mux.HandleFunc("GET /authorize", i.authorize)
	mux.HandleFunc("POST /token", i.token)
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	i.URL = web.URL
	return i
}

// Set changes the issuer between two requests.
func (i *Issuer) Set(change func(*Issuer)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change(i)
}

func (i *Issuer) discovery(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{
		"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"RS256"}, "code_challenge_methods_supported": []string{"S256"},
	})
}

func (i *Issuer) keys(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": encode(i.key.N.Bytes()), "e": encode(big.NewInt(int64(i.key.E)).Bytes()),
	}}})
}

// authorize sends the browser back immediately.
func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("client_id") != Client || q.Get("response_type") != "code" ||
		q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" || q.Get("state") == "" {
		http.Error(w, "wrong request: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	code := rand.Text()
	i.mu.Lock()
	i.asked[code] = q
	i.mu.Unlock()
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"state": {q.Get("state")}, "code": {code}}.Encode(), http.StatusFound)
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	asked := i.asked[r.FormValue("code")]
	delete(i.asked, r.FormValue("code"))
	challenge := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	user, password, _ := r.BasicAuth()
	if asked == nil || encode(challenge[:]) != asked.Get("code_challenge") || r.FormValue("redirect_uri") != asked.Get("redirect_uri") ||
		user != Client || password != url.QueryEscape(Secret) {
		reply(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	claims := map[string]any{
		"iss": i.URL, "sub": i.Subject, "aud": Client, "nonce": asked.Get("nonce"), "preferred_username": i.Name,
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
	}
	if i.Spoil != nil {
		i.Spoil(claims)
	}
	reply(w, http.StatusOK, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 60, "id_token": i.sign(claims)})
}

// sign returns a JSON web token.
func (i *Issuer) sign(claims map[string]any) string {
	header, _ := json.Marshal(map[string]any{"alg": "RS256", "kid": "1", "typ": "JWT"})
	body, _ := json.Marshal(claims)
	text := encode(header) + "." + encode(body)
	digest := sha256.Sum256([]byte(text))
	key := i.key
	if i.Forge {
		key, _ = rsa.GenerateKey(rand.Reader, 2048)
	}
	signature, _ := rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	return text + "." + encode(signature)
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
