// Package certificate provides the server's TLS certificates, from files that the operator manages or from an ACME
// authority.
package certificate

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// lookEvery is the least time between two checks of the files.
const lookEvery = time.Second

// Files is a certificate in files. It reads them again when they change, so a program that renews them need not
// notify the server.
type Files struct {
	certificate, key string
	log              *slog.Logger
	now              func() time.Time

	mu     sync.Mutex
	looked time.Time
	state  [2]stamp // of the files at the last attempt to read them
	loaded *tls.Certificate
}

// stamp changes when a file changes.
type stamp struct {
	modified time.Time
	size     int64
}

// Open reads a certificate chain and its key, both in PEM format. The error names the files.
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

// stamps returns the current stamps of the files. A file that cannot be read has a zero stamp.
func (f *Files) stamps() (state [2]stamp) {
	for i, name := range []string{f.certificate, f.key} {
		if info, err := os.Stat(name); err == nil {
			state[i] = stamp{info.ModTime(), info.Size()}
		}
	}
	return state
}

// Get returns the certificate, for [tls.Config]. If the files cannot be read, it logs that once and returns the
// previous certificate, because only one of the files may have been written yet.
func (f *Files) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := f.now(); now.Sub(f.looked) >= lookEvery {
		f.looked = now
		if state := f.stamps(); state != f.state {
			f.state = state
			if err := f.load(); err != nil {
				f.log.Warn("cannot read the certificate again; the previous one stays in use", "err", err)
			} else {
				f.log.Info("the certificate was read again", "until", f.loaded.Leaf.NotAfter)
			}
		}
	}
	return f.loaded, nil
}

// Config returns the configuration of connections with certificates from get, with HTTP/2 for clients that support
// it.
func Config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: []string{"h2", "http/1.1"},
	}
}
