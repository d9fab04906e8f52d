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

// Authority is a certificate authority that speaks ACME (RFC 8555).
type Authority struct {
	Hosts     []string // names for which the server may get certificates
	Directory string   // URL of the authority's directory, "" for Let's Encrypt
	Email     string   // contact address for the authority, may be ""
	Folder    string   // folder of keys and certificates
}

// Automatic gets certificates when they are first needed, and renews them a month before they expire. The authority
// checks that the name leads to this server: it connects to port 443, or to port 80 if Handler serves it.
type Automatic struct {
	manager *autocert.Manager
	hosts   []string
}

// New returns a client that gets certificates from an authority. By calling it, the operator accepts the authority's
// terms. The error names an
// invalid host.
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

// checkHost returns an error if no authority can certify a name.
func checkHost(host string) error {
	valid := len(host) <= 253 && strings.Contains(strings.Trim(host, "."), ".") && net.ParseIP(host) == nil
	for label := range strings.SplitSeq(strings.ToLower(host), ".") {
		valid = valid && label != "" && len(label) <= 63 && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
	}
	if !valid {
		return fmt.Errorf("host %q: want a public name without a port, such as go.example", host)
	}
	return nil
}

// TLS returns the configuration of encrypted connections.
func (a *Automatic) TLS() *tls.Config {
	c := Config(a.manager.GetCertificate)
	c.NextProtos = append(c.NextProtos, acme.ALPNProto)
	return c
}

// Handler answers the authority on port 80, and passes all other requests to next.
func (a *Automatic) Handler(next http.Handler) http.Handler { return a.manager.HTTPHandler(next) }

// Timing of Watch.
const (
	watchEvery = 12 * time.Hour
	tooOld     = 14 * 24 * time.Hour // a certificate so close to its end should have been renewed
)

// Watch gets the certificates of all hosts, so that no visitor has to wait, and checks twice a day until ctx ends
// whether they were renewed. It logs problems, because a site with an expired certificate is unreachable.
func (a *Automatic) Watch(ctx context.Context, log *slog.Logger) {
	watch(ctx, a.hosts, a.manager.GetCertificate, log)
}

func watch(ctx context.Context, hosts []string, get func(*tls.ClientHelloInfo) (*tls.Certificate, error), log *slog.Logger) {
	for {
		for _, host := range hosts {
			if err := fresh(host, get); err != nil && ctx.Err() == nil {
				log.Error("no valid certificate", "host", host, "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(watchEvery):
		}
	}
}

// fresh returns an error if the certificate of a host is missing or expires soon.
func fresh(host string, get func(*tls.ClientHelloInfo) (*tls.Certificate, error)) error {
	c, err := get(&tls.ClientHelloInfo{ServerName: host, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
	if err != nil {
		return err
	}
	if c.Leaf == nil {
		return errors.New("it cannot be read")
	}
	if left := time.Until(c.Leaf.NotAfter); left < tooOld {
		return fmt.Errorf("it was not renewed and expires in %v", left.Round(time.Hour))
	}
	return nil
}

// Redirect sends browsers on an unencrypted connection to the same host at an encrypted port.
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
