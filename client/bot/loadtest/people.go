package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/wire"
)

// people creates the users of the server.
type people struct {
	cfg  Config
	http *http.Client
	made atomic.Int64 // number of them; they share the addresses alternately
	tag  uint32       // makes account names unique to this run
}

func newPeople(cfg Config) *people {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = setUps
	return &people{cfg: cfg, http: &http.Client{Transport: transport}, tag: rand.Uint32()}
}

func (p *people) close() { p.http.CloseIdleConnections() }

// person is a browser: its cookies and its address.
type person struct {
	of      *people
	number  int64
	address string // "" for the machine's own

	mu      sync.Mutex
	cookies map[string]string
}

func (p *people) another() *person {
	n := p.made.Add(1)
	one := &person{of: p, number: n, cookies: map[string]string{}}
	if p.cfg.Addresses > 0 {
		a := n % int64(p.cfg.Addresses)
		one.address = fmt.Sprintf("10.99.%d.%d", a>>8, a&255)
	}
	return one
}

// header returns the headers of each request.
func (p *person) header() http.Header {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := http.Header{}
	for name, value := range p.cookies {
		h.Add("Cookie", name+"="+value)
	}
	if p.address != "" {
		h.Set("X-Forwarded-For", p.address)
	}
	return h
}

func (p *person) keep(res *http.Response) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range res.Cookies() {
		p.cookies[c.Name] = c.Value
	}
}

// refusal is an error answer of the server.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("the server answers %d: %s", r.status, r.text)
}

// passing reports whether an error may be temporary.
func passing(err error) bool {
	r, ok := errors.AsType[*refusal](err)
	return ok && (r.status == http.StatusTooManyRequests || r.status == http.StatusServiceUnavailable)
}

// patience is how long a client retries when the server asks it to wait.
const (
	patience = 2 * time.Minute
	askAgain = time.Second
)

// patiently calls f until the server no longer asks to wait.
func patiently(ctx context.Context, f func() error) error {
	for began := time.Now(); ; {
		err := f()
		if err == nil || !passing(err) || time.Since(began) > patience {
			return err
		}
		if !wait(ctx, time.Now().Add(askAgain)) {
			return context.Cause(ctx)
		}
	}
}

// maxAnswer limits an answer's size, in bytes.
const maxAnswer = 8 << 20

// call makes a request with a body as JSON, if any, and returns the answer's body.
func (p *person) call(ctx context.Context, method, path string, in any) (data []byte, err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	err = patiently(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, p.of.cfg.Patience)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, method, p.of.cfg.URL+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header = p.header()
		if in != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		res, err := p.of.http.Do(req)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if data, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer)); err != nil {
			return err
		}
		p.keep(res)
		return refused(res, data)
	})
	return data, err
}

// refused returns the refusal in an answer, or nil.
func refused(res *http.Response, body []byte) error {
	if res.StatusCode < 300 {
		return nil
	}
	return &refusal{res.StatusCode, strings.TrimSpace(string(body[:min(len(body), 200)]))}
}

// dial opens the WebSocket of a game.
func (p *person) dial(ctx context.Context, id string) (conn *websocket.Conn, err error) {
	err = patiently(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, p.of.cfg.Patience)
		defer cancel()
		c, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(p.of.cfg.URL, "http")+"/api/games/"+id+"/ws", &websocket.DialOptions{
			HTTPClient: p.of.http, HTTPHeader: p.header(),
		})
		if res != nil && res.StatusCode >= 300 {
			body, _ := io.ReadAll(io.LimitReader(res.Body, 1024))
			return refused(res, body)
		}
		if err != nil {
			return err
		}
		p.keep(res)
		c.SetReadLimit(maxAnswer)
		conn = c
		return nil
	})
	return conn, err
}

// password is the password of all accounts that are made.
const password = "four tall herons by the lake"

// signUp makes an account with a new name.
func (p *person) signUp(ctx context.Context) error {
	_, err := p.call(ctx, http.MethodPost, "/api/account", wire.SignUp{
		Name: "Load-" + letters(uint64(p.of.tag)) + "-" + letters(uint64(p.number)), Password: password,
	})
	return err
}

// letters writes a number in letters, since the server refuses names that differ only in digits as
// too similar.
func letters(n uint64) string {
	text := []byte{}
	for ; n > 0 || len(text) < 3; n /= 20 {
		text = append(text, "bcdfghjkmnpqrstvwxyz"[n%20])
	}
	return string(text)
}
