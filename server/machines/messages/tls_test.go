package messages_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/server/machines/messages"
)

// certificate writes a certificate for this machine and its key to files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	plan := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "moyo"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	made, err := x509.CreateCertificate(rand.Reader, plan, plan, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: made}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func TestTLS(t *testing.T) {
	cert, private := certificate(t)
	home := open(t, messages.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key, Certificate: cert, PrivateKey: private})
	away := open(t, messages.Config{URL: "tls://" + home.Address(), Key: key, Authority: cert})
	if _, err := away.Conn().TLSConnectionState(); err != nil {
		t.Errorf("it is not encrypted: %v", err)
	}
	next := hears(t, away, "greeting")
	say(t, home, "greeting", "hello")
	if got := next(); got != "hello" {
		t.Errorf("received %q", got)
	}
	m, err := messages.Open(t.Context(), messages.Config{URL: "tls://" + home.Address(), Key: key})
	if err == nil {
		m.Close()
		t.Fatal("an unknown server was trusted")
	}
	if !strings.Contains(err.Error(), "a certificate that this machine does not trust") {
		t.Errorf("the error is %q", err)
	}
}
