package push

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// browser is the receiver: it decrypts messages according to RFC 8291, without the library that encrypts them.
type browser struct {
	private *ecdh.PrivateKey
	auth    []byte
}

func newBrowser(t testing.TB) *browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, authLength)
	_, _ = rand.Read(auth)
	return &browser{key, auth}
}

func (b *browser) subscription(endpoint string) Subscription {
	return Subscription{
		Endpoint: endpoint, Player: "ada", Key: base64.RawURLEncoding.EncodeToString(b.private.PublicKey().Bytes()),
		Auth: base64.RawURLEncoding.EncodeToString(b.auth),
	}
}

// read decrypts a request's body.
func (b *browser) read(t testing.TB, body []byte) (m Message) {
	t.Helper()
	salt, size, n := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	from, cipherText := body[21:21+n], body[21+n:]
	if int(size) < len(cipherText) {
		t.Fatalf("records of %d bytes, text of %d", size, len(cipherText))
	}
	public, err := ecdh.P256().NewPublicKey(from)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := b.private.ECDH(public)
	if err != nil {
		t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, length int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, length)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	ikm := derive(shared, b.auth, "WebPush: info\x00"+string(b.private.PublicKey().Bytes())+string(from), 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gcm.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), cipherText, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(bytes.TrimRight(plain, "\x00")[:len(bytes.TrimRight(plain, "\x00"))-1], &m); err != nil {
		t.Fatalf("%v in %q", err, plain)
	}
	return m
}

// service is a local push service.
type service struct {
	*httptest.Server
	requests chan *http.Request // with their bodies read
	bodies   chan []byte
	status   int
}

func newService(t *testing.T, status int) *service {
	s := &service{requests: make(chan *http.Request, 10), bodies: make(chan []byte, 10), status: status}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.requests <- r
		s.bodies <- body
		w.WriteHeader(s.status)
	}))
	t.Cleanup(s.Close)
	return s
}

func newSender(t *testing.T, cfg Config) *Sender {
	t.Helper()
	if cfg.Key == nil {
		cfg.Key = NewKey()
	}
	if cfg.Gone == nil {
		cfg.Gone = func(context.Context, Subscription) {}
	}
	cfg.Contact, cfg.Log = "https://moyo.example", slog.New(slog.DiscardHandler)
	s := New(cfg)
	t.Cleanup(s.Close)
	return s
}

// TestSend pushes a message and reads it like the browser.
func TestSend(t *testing.T) {
	service, b := newService(t, http.StatusCreated), newBrowser(t)
	s := newSender(t, Config{Client: service.Client()})
	m := Message{Title: "Your turn", Text: "Bo’s move in Go on 9×9", Path: "/game/abc", Tag: "abc"}
	if !s.Send(b.subscription(service.URL+"/send/x"), m) {
		t.Fatal("no room")
	}
	r, body := <-service.requests, <-service.bodies
	if got := b.read(t, body); got != m {
		t.Errorf("%+v, want %+v", got, m)
	}
	if r.URL.Path != "/send/x" || r.Header.Get("TTL") != "86400" ||
		r.Header.Get("Content-Encoding") != "aes128gcm" || len(r.Header.Get("Topic")) != 22 {
		t.Errorf("%s %v", r.URL, r.Header)
	}
	claims := verify(t, r.Header.Get("Authorization"), s.PublicKey())
	if claims["aud"] != service.URL || claims["sub"] != "https://moyo.example" {
		t.Errorf("claims %v", claims)
	}
	if strings.Contains(string(body), m.Text) {
		t.Error("the push service can read it")
	}
}

// verify checks the signature of RFC 8292 and returns its claims.
func verify(t *testing.T, header, public string) (claims map[string]any) {
	t.Helper()
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || key != public || len(parts) != 3 {
		t.Fatalf("Authorization: %s", header)
	}
	raw, err1 := base64.RawURLEncoding.DecodeString(key)
	signature, err2 := base64.RawURLEncoding.DecodeString(parts[2])
	payload, err3 := base64.RawURLEncoding.DecodeString(parts[1])
	if err := errors.Join(err1, err2, err3); err != nil || len(signature) != 64 {
		t.Fatalf("%s: %v", header, err)
	}
	k, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(k, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		t.Error("the signature is wrong")
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		t.Fatal(err)
	}
	return claims
}

// TestGone: a subscription is deleted if its push service no longer knows it, but not after other errors.
func TestGone(t *testing.T) {
	for status, want := range map[int]bool{404: true, 410: true, 400: false, 403: false, 413: false, 201: false} {
		service, b := newService(t, status), newBrowser(t)
		gone := make(chan string, 1)
		s := newSender(t, Config{Client: service.Client(), Gone: func(_ context.Context, v Subscription) { gone <- v.Endpoint }})
		s.Send(b.subscription(service.URL), Message{})
		<-service.requests
		if want {
			if got := <-gone; got != service.URL {
				t.Errorf("status %d: gone is %s", status, got)
			}
			continue
		}
		s.Close()
		if len(gone) > 0 {
			t.Errorf("status %d: taken for gone", status)
		}
	}
}

// doer is a push service without a network.
type doer func(*http.Request) (*http.Response, error)

func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

func answer(status int) *http.Response {
	return &http.Response{StatusCode: status, Status: fmt.Sprint(status), Body: http.NoBody}
}

// TestRetries: the sender tries again if it may help, after growing delays, and then gives up.
func TestRetries(t *testing.T) {
	b := newBrowser(t)
	for name, fail := range map[string]func() (*http.Response, error){
		"busy":      func() (*http.Response, error) { return answer(429), nil },
		"broken":    func() (*http.Response, error) { return answer(503), nil },
		"unreached": func() (*http.Response, error) { return nil, errors.New("no route") },
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			var tries []time.Duration
			s := newSender(t, Config{Client: doer(func(*http.Request) (*http.Response, error) {
				tries = append(tries, time.Since(start))
				return fail()
			})})
			s.Send(b.subscription("https://push.example"), Message{})
			time.Sleep(time.Hour)
			synctest.Wait()
			if want := []time.Duration{0, retryWait, 3 * retryWait}; fmt.Sprint(tries) != fmt.Sprint(want) {
				t.Errorf("%s: tried after %v, want %v", name, tries, want)
			}
			if n := s.resting.Load(); n != 0 {
				t.Errorf("%s: %d still wait", name, n)
			}
			s.Close()
		})
	}
}

// TestFlood sends more than the queue holds to a service that never answers: the excess is refused immediately, and the rest times
// out.
func TestFlood(t *testing.T) {
	b := newBrowser(t)
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		most, now := 0, 0
		s := newSender(t, Config{Client: doer(func(r *http.Request) (*http.Response, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			<-r.Context().Done()
			mu.Lock()
			now--
			mu.Unlock()
			return nil, r.Context().Err()
		})})
		to, taken := b.subscription("https://push.example"), 0
		for range 10_000 {
			if s.Send(to, Message{}) {
				taken++
			}
		}
		if taken < queueSize || taken > queueSize+workers {
			t.Errorf("%d taken, want about %d", taken, queueSize)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if most != workers || now != 0 || len(s.queue) != 0 {
			t.Errorf("%d at the same time, %d still running, %d in the queue", most, now, len(s.queue))
		}
		s.Close()
	})
}

// TestPrivateAddresses: the client never connects to addresses that only this machine or its network can reach.
func TestPrivateAddresses(t *testing.T) {
	for address, public := range map[string]bool{
		"8.8.8.8:443": true, "[2606:4700::1111]:443": true, "172.32.0.1:443": true,
		"8.8.8.8:80": false, "127.0.0.1:443": false, "127.9.9.9:443": false, "[::1]:443": false, "0.0.0.0:443": false, "[::]:443": false,
		"10.0.0.1:443": false, "172.16.0.1:443": false, "192.168.1.1:443": false, "169.254.169.254:443": false, "100.64.0.1:443": false,
		"[fe80::1%25eth0]:443": false, "[fe80::1%eth0]:443": false, "[fc00::1]:443": false,
		"[fd12::1]:443": false, "224.0.0.1:443": false, "[ff02::1]:443": false,
		"255.255.255.255:443": false, "[::ffff:127.0.0.1]:443": false, "[::ffff:10.0.0.1]:443": false, "[::127.0.0.1]:443": false,
		"[64:ff9b::7f00:1]:443": false, "[2002:7f00:1::]:443": false,
		"[2001:0:7f00::1]:443": false, "198.18.0.1:443": false, "localhost:443": false,
	} {
		if err := checkAddress(address); (err == nil) != public {
			t.Errorf("%s: %v", address, err)
		}
	}
	hit := false
	local := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hit = true }))
	defer local.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(local.URL, "https://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "0.0.0.0", "127.1"} {
		_, err := newClient().Get("https://" + host + ":" + port) //nolint:bodyclose // there is no body
		if err == nil || hit {
			t.Errorf("%s: connected", host)
		}
	}
	if _, err := newClient().Get(local.URL); !errors.Is(err, errPrivate) {
		t.Errorf("%v, want %v", err, errPrivate)
	}
}

// TestRedirects: the client follows no redirects.
func TestRedirects(t *testing.T) {
	asked := 0
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	defer service.Close()
	client := newClient()
	client.Transport = service.Client().Transport
	answer, err := client.Post(service.URL, "", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if asked != 1 || answer.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("asked %d times, %s", asked, answer.Status)
	}
}

func TestCheck(t *testing.T) {
	b := newBrowser(t)
	good := b.subscription("https://push.example/send/abc?x=1")
	if err := Check(good); err != nil {
		t.Error(err)
	}
	for _, endpoint := range []string{
		"", "push.example", "http://push.example", "https://", "https://localhost/x",
		"https://127.0.0.1/", "https://[::1]/", "https://user@push.example/",
		"https://push.example:8443/", "https://push.example/#x", "file:///etc/passwd",
		"https:push.example", "https://intranet./", "https://[fe80::1%25eth0]/",
		"https://push.example/" + strings.Repeat("x", maxEndpoint), "https://push.example/\x7f", "gopher://push.example/",
	} {
		bad := good
		bad.Endpoint = endpoint
		if Check(bad) == nil {
			t.Errorf("endpoint %.60q is taken", endpoint)
		}
	}
	for _, key := range []string{
		"", "AAAA", good.Key[:80], good.Key + "AA", "!" + good.Key[1:],
		base64.RawURLEncoding.EncodeToString(append([]byte{4}, make([]byte, 64)...)),
	} {
		bad := good
		bad.Key = key
		if Check(bad) == nil {
			t.Errorf("key %q is taken", key)
		}
	}
	for _, auth := range []string{"", "AAAA", good.Auth + "AA", good.Auth + "==", good.Auth + "\n", "?"} {
		bad := good
		bad.Auth = auth
		if Check(bad) == nil {
			t.Errorf("secret %q is taken", auth)
		}
	}
}

// FuzzCheck sends a message to every valid subscription: it is encrypted, and goes only to the host of the address.
func FuzzCheck(f *testing.F) {
	b := newBrowser(f)
	good := b.subscription("https://push.example/x")
	f.Add(good.Endpoint, good.Key, good.Auth)
	f.Add("https://a.b:443\\@c.d", good.Key+"=", good.Auth+"==")
	f.Fuzz(func(t *testing.T, endpoint, key, auth string) {
		v := Subscription{Endpoint: endpoint, Key: key, Auth: auth}
		if Check(v) != nil {
			return
		}
		s := newSender(t, Config{Client: doer(func(r *http.Request) (*http.Response, error) {
			if r.URL.Scheme != "https" || r.URL.Port() != "" && r.URL.Port() != "443" || !named(r.URL.Hostname()) {
				t.Errorf("%q goes to %s", endpoint, r.URL)
			}
			return answer(201), nil
		})})
		if err := s.send(job{to: v, body: []byte("{}")}); err != nil {
			t.Errorf("%+v: %v", v, err)
		}
		s.Close()
	})
}
