package certificate

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// signer is an authority for tests.
type signer struct {
	key  *ecdsa.PrivateKey
	cert *x509.Certificate
}

func newSigner(t *testing.T) *signer {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(1000 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, _ := x509.ParseCertificate(der)
	return &signer{key, cert}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sign returns a certificate for a key that expires after last.
func (s *signer) sign(public any, host string, serial int64, last time.Duration) []byte {
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(serial), DNSNames: []string{host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(last),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, s.cert, public, s.key)
	if err != nil {
		panic(err)
	}
	return der
}

// roots returns certificates that trust the authority.
func (s *signer) roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.cert)
	return pool
}

// write writes a certificate and its key.
func (s *signer) write(t *testing.T, certificate, key string, serial int64) {
	t.Helper()
	k := newKey(t)
	der, err := x509.MarshalECPrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: der}))
	writeFile(t, certificate,
		pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.sign(&k.PublicKey, "go.example", serial, time.Hour)}))
}

func writeFile(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFiles checks that a changed certificate is read again. While the two files do not match, the previous one stays
// in use, and that is logged once.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	certificate, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	var log bytes.Buffer
	now := time.Now()
	open := func() (*Files, error) {
		return Open(certificate, key, slog.New(slog.NewTextHandler(&log, nil)), func() time.Time { return now })
	}
	if _, err := open(); err == nil || !strings.Contains(err.Error(), certificate) {
		t.Errorf("without files: %v", err)
	}
	authority := newSigner(t)
	authority.write(t, certificate, key, 1)
	f, err := open()
	if err != nil {
		t.Fatal(err)
	}
	is := func(what string, want int64) {
		t.Helper()
		if c, err := f.Get(nil); err != nil || c.Leaf.SerialNumber.Int64() != want {
			t.Errorf("%s: %v, %v, want number %d", what, c.Leaf.SerialNumber, err, want)
		}
	}
	is("at first", 1)
	later := func(name string) { // as a file that is written a second later
		now = now.Add(time.Second)
		if err := os.Chtimes(name, now, now); err != nil {
			t.Fatal(err)
		}
	}
	authority.write(t, certificate, key, 2)
	is("within the second", 1)
	later(certificate)
	is("after it", 2)
	writeFile(t, key, []byte("nothing"))
	for range 3 {
		later(certificate)
		later(key)
		is("with a broken key", 2)
	}
	broken := strings.Count(log.String(), "the previous one stays in use")
	for range 3 {
		now = now.Add(time.Second)
		is("while nothing changes", 2)
	}
	if n := strings.Count(log.String(), "the previous one stays in use"); n != broken || n == 0 {
		t.Errorf("it was logged %d times, then %d", broken, n)
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	is("without a key", 2)
	authority.write(t, certificate, key, 3)
	later(key)
	is("with both again", 3)
	authority.write(t, certificate, key, 4)
	if err := os.Chtimes(key, now.Add(time.Hour), now.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	is("within the second of that", 3)
}

// TestConfig refuses versions before TLS 1.2.
func TestConfig(t *testing.T) {
	if c := Config(nil); c.MinVersion != tls.VersionTLS12 || c.NextProtos[0] != "h2" || c.InsecureSkipVerify {
		t.Errorf("%+v", c)
	}
}
