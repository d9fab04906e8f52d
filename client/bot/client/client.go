// Package client is a client of a moyo server's public protocol, for an account whose access token
// it has. It waits as long as the server requests, sends the token to no other address, and limits
// the size of answers.
package client

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/wire"
)

// The limits on answers.
const (
	maxAnswer = 8 << 20 // bytes of an answer, a line or a message
	quiet     = time.Minute
	// Reply is the timeout for an answer.
	Reply = 30 * time.Second
)

// Client is a client of one server. Create one with [New].
type Client struct {
	root  string // without a slash at its end
	agent string
	token string
	http  *http.Client
}

// New returns a client of a server such as https://go.example. agent is its user agent. insecure
// allows sending the token over a network without encryption.
func New(server, token, agent string, insecure bool) (*Client, error) {
	u, err := url.Parse(strings.TrimRight(server, "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("server %q: want an address such as https://go.example or http://localhost:8080", server)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("server %q: want only its address, without a name, a password or a query", u.Redacted())
	case u.Scheme == "http" && !insecure && !isHere(u.Hostname()):
		return nil, fmt.Errorf("server %q: the token would be sent without encryption, "+
			"readable by everyone on the way: want https (--insecure sends it anyway)", server)
	case token == "" || strings.ContainsAny(token, " \r\n\t"):
		return nil, errors.New("the token is empty or contains blanks: create one on the page, under your account, Programs")
	}
	stay := func(to *http.Request, _ []*http.Request) error { return &elsewhere{to.URL} }
	return &Client{
		u.String(), agent, token, &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), CheckRedirect: stay},
	}, nil
}

// isHere reports whether a host is this machine, so that nothing sent to it crosses a network.
func isHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// elsewhere is the error for a redirect to another address, to which the token is not sent.
type elsewhere struct{ to *url.URL }

func (e *elsewhere) Error() string {
	return fmt.Sprintf("the server redirects to %s, and the token is not sent to another address: "+
		"use that address as the server", e.to.Redacted())
}

// Root returns the address of the server, without a slash at its end.
func (c *Client) Root() string { return c.root }

// Refusal is an error answer of the server.
type Refusal struct {
	wire.Problem
	after time.Duration // time to wait before another try, 0 if the server gives none
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("%s (%d)", r.Detail, r.Status) }

// IsFinal reports whether retrying cannot help: the token is not valid, or the server is not at its
// address.
func IsFinal(err error) bool {
	if _, ok := errors.AsType[*elsewhere](err); ok {
		return true
	}
	var r *Refusal
	return errors.As(err, &r) && (r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden)
}

// IsGone reports whether the server does not know the thing asked for.
func IsGone(err error) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Status == http.StatusNotFound
}

func (c *Client) header() http.Header {
	return http.Header{"Authorization": {"Bearer " + c.token}, "User-Agent": {c.agent}}
}

// do makes a request and returns the answer, which the caller closes.
func (c *Client) do(ctx context.Context, method, path string, in any) (*http.Response, error) {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.root+path, body)
	if err != nil {
		return nil, err
	}
	req.Header = c.header()
	if in != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		defer res.Body.Close()
		return nil, refused(res)
	}
	return res, nil
}

// refused returns the error in an answer.
func refused(res *http.Response) error {
	r := &Refusal{Problem: wire.Problem{Status: res.StatusCode}}
	data, _ := io.ReadAll(io.LimitReader(res.Body, 1<<16))
	if json.Unmarshal(data, &r.Problem) != nil || r.Detail == "" {
		r.Detail = http.StatusText(res.StatusCode)
	}
	r.Status = res.StatusCode
	if n, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil {
		r.after = time.Duration(n) * time.Second
	}
	return r
}

// Get requests a value.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	return c.Ask(ctx, http.MethodGet, path, nil, out)
}

// Ask makes a request whose answer is one value; out may be nil.
func (c *Client) Ask(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, Reply)
	defer cancel()
	res, err := c.do(ctx, method, path, in)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil || out == nil {
		return err
	}
	return json.Unmarshal(data, out)
}

// ErrTooLarge is the error for an answer with too many bytes.
var ErrTooLarge = errors.New("the answer is too large")

// Text requests a text of at most the given number of bytes.
func (c *Client) Text(ctx context.Context, path string, most int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Reply)
	defer cancel()
	res, err := c.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(io.LimitReader(res.Body, most+1))
	if err == nil && int64(len(data)) > most {
		return nil, ErrTooLarge
	}
	return data, err
}

// tries is how often a request without an answer is made.
const tries = 4

// Command sends a command to a game. If the answer is lost it sends the command again with the same
// id, which the server carries out once.
func (c *Client) Command(ctx context.Context, game string, m wire.ClientMessage) error {
	return Insist(ctx, func() error {
		return c.Ask(ctx, http.MethodPost, "/api/games/"+url.PathEscape(game)+"/commands", m, nil)
	})
}

// Insist calls an idempotent function until the server has answered. It tries again after a lost
// connection and, when the server is full or limits the rate, after the time that the server gives;
// four times in all.
func Insist(ctx context.Context, do func() error) error {
	for try := 0; ; try++ {
		err := do()
		var r *Refusal
		if err == nil || try+1 == tries ||
			errors.As(err, &r) && r.Status != http.StatusTooManyRequests && r.Status != http.StatusServiceUnavailable {
			return err
		}
		if r != nil && r.after > 0 {
			err = Sleep(ctx, r.after)
		} else {
			err = Backoff(ctx, try)
		}
		if err != nil {
			return err
		}
	}
}

// Lines reads a streamed answer, and calls heard for each line until heard returns true. It gives
// up a connection that stays silent for long, without even a keep-alive.
func Lines[T any](ctx context.Context, c *Client, path string, heard func(T) (enough bool)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(quiet, func() { cancel(errors.New("the server has fallen silent")) })
	defer watch.Stop()
	res, err := c.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	in := bufio.NewScanner(res.Body)
	in.Buffer(nil, maxAnswer)
	for in.Scan() {
		watch.Reset(quiet)
		var line T
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			return fmt.Errorf("a line that cannot be read: %w", err)
		}
		if heard(line) {
			return nil
		}
	}
	if err := in.Err(); err != nil {
		return err
	}
	return errors.New("the answer has ended")
}

// Dial opens a WebSocket.
func (c *Client) Dial(ctx context.Context, path string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, Reply)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(c.root, "http")+path, &websocket.DialOptions{
		HTTPClient: c.http, HTTPHeader: c.header(),
	})
	if err != nil {
		if res != nil && res.Body != nil && res.StatusCode >= 300 {
			return nil, refused(res)
		}
		return nil, err
	}
	conn.SetReadLimit(maxAnswer)
	return conn, nil
}

// The pauses between tries to reach the server. Each is twice as long as the one before, with a
// random part, so that many programs do not return at the same time.
const (
	firstPause = 500 * time.Millisecond
	// MostPause is about the longest pause.
	MostPause = 30 * time.Second
)

// Pause returns the wait before a try; the first try is number 0.
func Pause(try int) time.Duration {
	d := min(firstPause<<min(try, 10), MostPause)
	return d/2 + mrand.N(d)
}

// Backoff waits before a try, for the time that [Pause] returns.
func Backoff(ctx context.Context, try int) error { return Sleep(ctx, Pause(try)) }

// Sleep waits for d or until ctx ends; then it returns ctx's cause.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// NewID returns a new unique id for a command.
func NewID() string { return rand.Text() }
