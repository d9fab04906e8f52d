package certificate

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Authority is where certificates come from by ACME (RFC 8555).
type Authority struct {
	Hosts     []string // the names that the server may have certificates for
	Directory string   // URL of the authority's directory, "" for that of Let's Encrypt
	Email     string   // whom it writes to, "" for nobody
	Folder    string   // where keys and certificates are kept
}

// Automatic gets certificates when they are first wanted, and new ones a month before
// they end. The authority makes sure that the name leads here by a connection of its own:
// to port 443 of it, or to port 80 where Handler answers.
type Automatic struct {
	manager *autocert.Manager
	hosts   []string
}

// New returns what gets certificates of an authority, to whose terms the operator agrees
// by that. The error says which name cannot be.
func New(a Authority) (*Automatic, error) {
	for _, host := range a.Hosts {
		if err := checkHost(host); err != nil {
			return nil, err
		}
	}
	m := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(a.Folder), HostPolicy: autocert.HostWhitelist(a.Hosts...), Email: a.Email,
	}
	m.Client = &acme.Client{DirectoryURL: a.Directory, UserAgent: "moyo"}
	if a.Directory == "" {
		m.Client.DirectoryURL = acme.LetsEncryptURL
	}
	return &Automatic{m, a.Hosts}, nil
}

// checkHost says whether an authority can know a name.
func checkHost(host string) error {
	valid := len(host) <= 253 && strings.Contains(strings.Trim(host, "."), ".") && net.ParseIP(host) == nil
	for label := range strings.SplitSeq(strings.ToLower(host), ".") {
		valid = valid && label != "" && len(label) <= 63 && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	}
	if !valid {
		return fmt.Errorf("host %q: want a name that the whole world knows, such as go.example, without a port", host)
	}
	return nil
}

// TLS returns how connections are encrypted.
func (a *Automatic) TLS() *tls.Config {
	c := Config(a.manager.GetCertificate)
	c.NextProtos = append(c.NextProtos, acme.ALPNProto)
	return c
}

// Handler answers the authority on port 80, and has next answer all others.
func (a *Automatic) Handler(next http.Handler) http.Handler { return a.manager.HTTPHandler(next) }

// The times of watching over certificates.
const (
	watchEvery = 12 * time.Hour
	tooOld     = 14 * 24 * time.Hour // before its end one should long have been renewed
)

// Watch gets the certificates of all hosts, so that no visitor waits for one, and looks
// twice a day whether they are renewed, until ctx ends. What is wrong the log hears: a
// site whose certificate has ended is shut to all.
func (a *Automatic) Watch(ctx context.Context, log *slog.Logger) {
	watch(ctx, a.hosts, a.manager.GetCertificate, log)
}

func watch(ctx context.Context, hosts []string, get func(*tls.ClientHelloInfo) (*tls.Certificate, error), log *slog.Logger) {
	for {
		for _, host := range hosts {
			if err := fresh(host, get); err != nil && ctx.Err() == nil {
				log.Error("there is no good certificate", "host", host, "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(watchEvery):
		}
	}
}

// fresh says what is wrong with the certificate of a host.
func fresh(host string, get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) error {
	c, err := get(&tls.ClientHelloInfo{ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
	if err != nil {
		return err
	}
	if c.Leaf == nil {
		return errors.New("it cannot be read")
	}
	if left := time.Until(c.Leaf.NotAfter); left < tooOld {
		return fmt.Errorf("it was not renewed, and ends in %v", left.Round(time.Hour))
	}
	return nil
}

// Redirect sends browsers that come without encryption to where there is: the same host,
// at that port.
func Redirect(port string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]")
		}
		if host == "" || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "please use https", http.StatusBadRequest)
			return
		}
		target := *r.URL
		target.Scheme, target.Host = "https", host
		if port != "443" {
			target.Host = net.JoinHostPort(host, port)
		} else if strings.Contains(host, ":") {
			target.Host = "[" + host + "]"
		}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, target.String(), http.StatusMovedPermanently)
	})
}
