// Package certificate has the certificates with which the server proves who it is: from
// files that the operator keeps, or from an authority that hands them out by ACME.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookEvery is how often it is looked whether the files have changed, at most.
const lookEvery = time.Second

// Files is a certificate in files, which are read again when they change. Whoever renews
// it need not know the server.
type Files struct {
	certificate, key string
	log              *slog.Logger
	now              func() time.Time

	mu     sync.Mutex
	looked time.Time
	state  [2]stamp // of the files, when they were read last or could not be
	loaded *tls.Certificate
}

// stamp is what changes with a file.
type stamp struct {
	modified time.Time
	size     int64
}

// Open reads a certificate with all that lead from it to the authority's, and its key,
// both as PEM. The error names the files.
func Open(certificate, key string, log *slog.Logger, now func() time.Time) (*Files, error) {
	f := &Files{certificate: certificate, key: key, log: log, now: now, looked: now()}
	f.state = f.stamps()
	if err := f.load(); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *Files) load() error {
	loaded, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err != nil {
		return fmt.Errorf("certificate %s with key %s: %w", f.certificate, f.key, err)
	}
	f.loaded = &loaded
	return nil
}

// stamps returns what the files look like now; one that cannot be seen has none.
func (f *Files) stamps() (state [2]stamp) {
	for i, name := range []string{f.certificate, f.key} {
		if info, err := os.Stat(name); err == nil {
			state[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return state
}

// Get returns the certificate; it is what [tls.Config] wants. Files that cannot be read
// are told to the log once, and the certificate from before is used: one of the two may
// have been written and not the other.
func (f *Files) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked) >= lookEvery {
		f.looked = now
		if state := f.stamps(); state != f.state {
			f.state = state
			if err := f.load(); err != nil {
				f.log.Warn("the certificate is used on as it was", "err", err)
			} else {
				f.log.Info("the certificate was read again", "until", f.loaded.Leaf.NotAfter)
			}
		}
	}
	return f.loaded, nil
}

// Config returns how connections are encrypted, with certificates that get returns, and
// by HTTP/2 where the client knows that.
func Config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: []string{"h2", "http/1.1"},
	}
}
