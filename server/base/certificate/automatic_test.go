package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// directory is an authority with as much of ACME (RFC 8555) as one certificate needs. It verifies that the host
// answers, but no signatures.
type directory struct {
	*signer
	t      *testing.T
	url    string
	offers string        // the challenge: tls-alpn-01 or http-01
	at     func() string // the address of every host

	mu     sync.Mutex
	host   string // of the order
	proved bool
	leaf   []byte
	orders int
}

func newDirectory(t *testing.T, offers string, at func() string) *directory {
	d := &directory{signer: newSigner(t), t: t, offers: offers, at: at}
	mux := http.NewServeMux()
	for pattern, handle := range map[string]func(payload []byte, w http.ResponseWriter) any{
		"/directory": d.show, "/nonce": d.nothing, "/account": d.account, "/order": d.order, "/order/1": d.state,
		"/proof/1": d.proof, "/challenge/1": d.challenge, "/finish/1": d.finish, "/certificate/1": d.certificate,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			d.mu.Lock()
			defer d.mu.Unlock()
			var signed struct{ Payload string }
			_ = json.NewDecoder(r.Body).Decode(&signed)
			payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
			w.Header().Set("Replay-Nonce", "once")
			if answer := handle(payload, w); answer != nil {
				_ = json.NewEncoder(w).Encode(answer)
			}
		})
	}
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	d.url = web.URL
	return d
}

type object = map[string]any

func (d *directory) nothing([]byte, http.ResponseWriter) any { return nil }

func (d *directory) show([]byte, http.ResponseWriter) any {
	return object{"newNonce": d.url + "/nonce", "newAccount": d.url + "/account", "newOrder": d.url + "/order"}
}

func (d *directory) account(_ []byte, w http.ResponseWriter) any {
	w.Header().Set("Location", d.url+"/account/1")
	w.WriteHeader(http.StatusCreated)
	return object{"status": "valid"}
}

func (d *directory) order(payload []byte, w http.ResponseWriter) any {
	var wanted struct{ Identifiers []struct{ Value string } }
	if err := json.Unmarshal(payload, &wanted); err != nil || len(wanted.Identifiers) != 1 {
		d.t.Errorf("order %s: %v", payload, err)
	}
	d.host, d.proved, d.leaf = wanted.Identifiers[0].Value, false, nil
	d.orders++
	state := d.state(nil, w)
	w.WriteHeader(http.StatusCreated)
	return state
}

func (d *directory) state(_ []byte, w http.ResponseWriter) any {
	w.Header().Set("Location", d.url+"/order/1")
	status := "pending"
	switch {
	case d.leaf != nil:
		status = "valid"
	case d.proved:
		status = "ready"
	}
	return object{
		"status": status, "identifiers": []object{{"type": "dns", "value": d.host}}, "authorizations": []string{d.url + "/proof/1"},
		"finalize": d.url + "/finish/1", "certificate": d.url + "/certificate/1",
	}
}

func (d *directory) status() string {
	if d.proved {
		return "valid"
	}
	return "pending"
}

func (d *directory) proof([]byte, http.ResponseWriter) any {
	return object{"status": d.status(), "identifier": object{"type": "dns", "value": d.host}, "challenges": []object{d.offer()}}
}

func (d *directory) offer() object {
	return object{"type": d.offers, "url": d.url + "/challenge/1", "token": "token", "status": d.status()}
}

func (d *directory) challenge([]byte, http.ResponseWriter) any {
	look := map[string]func() error{"tls-alpn-01": d.lookByTLS, "http-01": d.lookByHTTP}[d.offers]
	if err := look(); err != nil {
		d.t.Errorf("the host does not prove itself: %v", err)
	}
	d.proved = true
	return d.offer()
}

func (d *directory) lookByTLS() error {
	conn, err := tls.Dial("tcp", d.at(), &tls.Config{ServerName: d.host, NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, e := range conn.ConnectionState().PeerCertificates[0].Extensions {
		if e.Critical && e.Id.Equal(asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 1, 31}) {
			return nil
		}
	}
	return errors.New("a certificate without proof")
}

func (d *directory) lookByHTTP() error {
	r, _ := http.NewRequest("GET", "http://"+d.at()+"/.well-known/acme-challenge/token", nil)
	r.Host = d.host
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); !strings.HasPrefix(string(body), "token.") {
		return fmt.Errorf("%s: %s", res.Status, body)
	}
	return nil
}

func (d *directory) finish(payload []byte, w http.ResponseWriter) any {
	var in struct{ CSR string }
	_ = json.Unmarshal(payload, &in)
	der, _ := base64.RawURLEncoding.DecodeString(in.CSR)
	request, err := x509.ParseCertificateRequest(der)
	if err != nil {
		d.t.Fatal(err)
	}
	d.leaf = d.sign(request.PublicKey, d.host, 7, 90*24*time.Hour)
	return d.state(nil, w)
}

func (d *directory) certificate(_ []byte, w http.ResponseWriter) any {
	w.Header().Set("Content-Type", "application/pem-certificate-chain")
	_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: d.leaf})
	_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: d.cert.Raw})
	return nil
}

// TestAutomatic gets certificates from an authority that verifies by TLS or HTTP, for configured names only. The
// second time they come from the folder.
func TestAutomatic(t *testing.T) {
	for _, offers := range []string{"tls-alpn-01", "http-01"} {
		t.Run(offers, func(t *testing.T) {
			t.Parallel()
			var asked string
			d := newDirectory(t, offers, func() string { return asked })
			authority := Authority{
				Hosts: []string{"go.example", "www.go.example"}, Directory: d.url + "/directory", Folder: t.TempDir() + "/certificates",
			}
			for range 2 { // the second time from the folder
				a, err := New(authority)
				if err != nil {
					t.Fatal(err)
				}
				plain := httptest.NewServer(a.Handler(Redirect("443")))
				defer plain.Close()
				l, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				web := &http.Server{
					Handler:   http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) }),
					TLSConfig: a.TLS(), ErrorLog: slog.NewLogLogger(slog.DiscardHandler, 0),
				}
				go func() { _ = web.ServeTLS(l, "", "") }()
				defer web.Close()
				asked = map[string]string{"tls-alpn-01": l.Addr().String(), "http-01": plain.Listener.Addr().String()}[offers]
				conn, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{ServerName: "go.example", RootCAs: d.roots(), NextProtos: []string{"h2"}})
				if err != nil {
					t.Fatal(err)
				}
				if s := conn.ConnectionState(); s.NegotiatedProtocol != "h2" || s.Version < tls.VersionTLS13 {
					t.Errorf("%q in version %x", s.NegotiatedProtocol, s.Version)
				}
				_ = conn.Close()
				if _, err := tls.Dial("tcp", l.Addr().String(), &tls.Config{ServerName: "evil.example", RootCAs: d.roots()}); err == nil {
					t.Error("there is a certificate for another name")
				}
			}
			if d.orders != 1 {
				t.Errorf("%d orders", d.orders)
			}
			if info, err := os.Stat(authority.Folder); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("the folder: %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestHosts(t *testing.T) {
	for host, valid := range map[string]bool{
		"go.example": true, "a-b.go.example": true, "GO.example": true, "xn--4ca.example": true,
		"": false, "localhost": false, "192.0.2.1": false, "::1": false,
		"go.example:443": false, "https://go.example": false, "*.go.example": false,
		"go..example": false, "go.example.": false, strings.Repeat("a", 64) + ".example": false, "ä.example": false,
	} {
		_, err := New(Authority{Hosts: []string{"fine.example", host}})
		if (err == nil) != valid || !valid && !strings.Contains(err.Error(), fmt.Sprintf("host %q", host)) {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// journal is a log that can be read while it is written.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// TestWatch checks that missing certificates and certificates due for renewal are logged.
func TestWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ends := time.Now().Add(30 * 24 * time.Hour)
		get := func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
			switch hello.ServerName {
			case "good.example":
				return &tls.Certificate{Leaf: &x509.Certificate{NotAfter: ends}}, nil
			case "odd.example":
				return &tls.Certificate{}, nil
			}
			return nil, errors.New("refused")
		}
		var log journal
		ctx, stop := context.WithCancel(t.Context())
		go watch(ctx, []string{"good.example", "odd.example", "bad.example"}, get, slog.New(slog.NewTextHandler(&log, nil)))
		synctest.Wait()
		if text := log.String(); strings.Contains(text, "good.example") ||
			!strings.Contains(text, "refused") || !strings.Contains(text, "cannot be read") {
			t.Errorf("at first: %s", text)
		}
		time.Sleep(16*24*time.Hour - time.Minute)
		synctest.Wait()
		if strings.Contains(log.String(), "good.example") {
			t.Error("too early")
		}
		time.Sleep(watchEvery + time.Minute)
		synctest.Wait()
		if !strings.Contains(log.String(), "host=good.example err=\"it was not renewed and expires in 3") {
			t.Errorf("too late: %s", log.String())
		}
		stop()
	})
}

func TestRedirect(t *testing.T) {
	for _, c := range []struct{ method, host, path, port, want string }{
		{"GET", "go.example", "/game/a?b=c", "443", "https://go.example/game/a?b=c"},
		{"HEAD", "go.example:80", "/", "8443", "https://go.example:8443/"},
		{"GET", "[::1]:80", "/", "8443", "https://[::1]:8443/"},
		{"GET", "[::1]", "/", "443", "https://[::1]/"},
		{"GET", "go.example", "//evil.example/x", "443", "https://go.example//evil.example/x"},
		{"POST", "go.example", "/api/games", "443", ""},
		{"GET", "", "/", "443", ""},
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest(c.method, "http://x"+c.path, nil)
		r.Host = c.host
		Redirect(c.port).ServeHTTP(w, r)
		if got := w.Header().Get("Location"); got != c.want || (w.Code == http.StatusMovedPermanently) != (c.want != "") {
			t.Errorf("%+v: %d %s", c, w.Code, got)
		}
	}
}
