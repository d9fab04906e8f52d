package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// writeCertificate writes a self-signed certificate for this machine, and its key.
func writeCertificate(t *testing.T, certificate, key string) (trusted *x509.CertPool) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, DNSNames: []string{"localhost"},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{
		certificate: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: keyDER},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, _ := x509.ParseCertificate(der)
	trusted = x509.NewCertPool()
	trusted.AddCert(c)
	return trusted
}

// TestServeTLS checks the server's own encryption: HTTP/2 for the API, WebSockets over HTTP/1.1,
// secure cookies, the redirect of unencrypted requests, and a new certificate without a restart.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	trusted := writeCertificate(t, certificate, key)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	plain := free.Addr().String()
	_ = free.Close()
	_, out, stderr := startServe(t, "--port", "0", "--data", filepath.Join(dir, "data"),
		"--tls-cert", certificate, "--tls-key", key, "--redirect", plain)
	line, err := out.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "moyo is at ")
	if err != nil || !ok || !strings.HasPrefix(url, "https://localhost:") {
		t.Fatalf("first line %q, %v, %s", line, err, stderr)
	}
	client := func(h2 bool) *http.Client {
		return &http.Client{
			Transport:     &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: h2},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	for _, h2 := range []bool{true, false} {
		res, err := client(h2).Get(url + "/api/catalog")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		cookies := res.Cookies()
		if res.StatusCode != http.StatusOK || (res.ProtoMajor == 2) != h2 ||
			res.Header.Get("Strict-Transport-Security") == "" || len(cookies) != 1 || !cookies[0].Secure {
			t.Errorf("HTTP/2 %v: %s %s, %v, cookies %v", h2, res.Proto, res.Status, res.Header, cookies)
		}
	}
	conn, _, err := websocket.Dial(t.Context(), url+"/api/pairing/ws", &websocket.DialOptions{HTTPClient: client(false)})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"ping"}`)); err != nil {
		t.Fatal(err)
	}
	if _, data, err := conn.Read(t.Context()); err != nil || !strings.Contains(string(data), "pong") {
		t.Errorf("%s, %v", data, err)
	}
	res, err := client(false).Get("http://" + plain + "/game/a?b")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	host, _, _ := net.SplitHostPort(plain)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(url, "https://"))
	if got, want := res.Header.Get("Location"), "https://"+net.JoinHostPort(host, port)+"/game/a?b"; got != want {
		t.Errorf("sent to %s, want %s", got, want)
	}
	trusted = writeCertificate(t, certificate, key)
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		res, err := client(true).Get(url + "/healthz/live")
		if err == nil {
			_ = res.Body.Close()
			break
		}
		if time.Since(began) > time.Minute {
			t.Fatalf("the new certificate is not used: %v", err)
		}
	}
}
