// Package client speaks to a server of moyo over its public protocol, for an account whose
// access token it has: it waits as long as the server asks it to, sends the token nowhere else,
// and bounds what a server may say.
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

// The bounds of what a server may say.
const (
	maxAnswer = 8 << 20 // bytes of an answer, a line or a message
	quiet     = time.Minute
	// Reply is how long an answer may take.
	Reply = 30 * time.Second
)

// Client speaks to a server. Make one with [New].
type Client struct {
	root  string // without a slash at its end
	agent string
	token string
	http  *http.Client
}

// New returns a client of a server such as https://go.example. agent is what it calls itself.
// insecure lets the token go over a network without encryption.
func New(server, token, agent string, insecure bool) (*Client, error) {
	u, err := url.Parse(strings.TrimRight(server, "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("server %q: want an address such as https://go.example or http://localhost:8080", server)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("server %q: want its address alone, without a name, a password or a query", u.Redacted())
	case u.Scheme == "http" && !insecure && !isHere(u.Hostname()):
		return nil, fmt.Errorf("server %q: the token would go there without encryption, "+
			"for all to read: want https (--insecure sends it anyway)", server)
	case token == "" || strings.ContainsAny(token, " \r\n\t"):
		return nil, errors.New("the token is empty or has blanks in it: make one in the page, under your account, Programs")
	}
	stay := func(to *http.Request, _ []*http.Request) error { return &elsewhere{to.URL} }
	return &Client{
		u.String(), agent, token, &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), CheckRedirect: stay},
	}, nil
}

// isHere says whether a host is this machine, so that nothing that is sent there is on a
// network.
func isHere(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// elsewhere is the error of a server that leads to another address, where the token is
// not sent.
type elsewhere struct{ to *url.URL }

func (e *elsewhere) Error() string {
	return fmt.Sprintf("the server leads to %s, and the token goes to no other address: "+
		"name the server by the one that it has", e.to.Redacted())
}

// Root returns the address of the server, without a slash at its end.
func (c *Client) Root() string { return c.root }

// Refusal is an answer of the server that is none but says why.
type Refusal struct {
	wire.Problem
	after time.Duration // to wait before another try, 0 where the server does not say
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("%s (%d)", r.Detail, r.Status) }

// IsFinal says whether an error stays, however often one tries: the token is of no use, or
// the server is not at its address.
func IsFinal(err error) bool {
	if _, ok := errors.AsType[*elsewhere](err); ok {
		return true
	}
	var r *Refusal
	return errors.As(err, &r) && (r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden)
}

// IsGone says whether the server knows no such thing.
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

// refused returns what an answer says that is an error.
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

// Get asks for something.
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

// ErrTooLarge is the error of an answer with more bytes than are wanted.
var ErrTooLarge = errors.New("the answer is too large")

// Text asks for something that is no value, of at most so many bytes.
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

// tries is how often something is asked for whose answer does not come.
const tries = 4

// Command gives a command to a game. One whose answer is lost is given again under its
// id, which the server carries out once.
func (c *Client) Command(ctx context.Context, game string, m wire.ClientMessage) error {
	return Insist(ctx, func() error {
		return c.Ask(ctx, http.MethodPost, "/api/games/"+url.PathEscape(game)+"/commands", m, nil)
	})
}

// Insist does something that may be done more than once until the server has answered: again
// after each lost connection, and where the server has no room or was asked too often, as long
// afterwards as it says; four times in all.
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

// Lines reads an answer that goes on, and calls heard for each line until that says that it has
// heard enough. A connection on which nothing comes for long, not even that nothing has
// happened, is given up.
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

// The pauses between tries to reach the server: each twice as long as the one before,
// with a part that is chance, so that many programs do not come at once.
const (
	firstPause = 500 * time.Millisecond
	// MostPause is about the longest of them.
	MostPause = 30 * time.Second
)

// Pause returns how long to wait before a try, the first one of which is number 0.
func Pause(try int) time.Duration {
	d := min(firstPause<<min(try, 10), MostPause)
	return d/2 + mrand.N(d)
}

// Backoff waits before a try, as long as [Pause] says.
func Backoff(ctx context.Context, try int) error { return Sleep(ctx, Pause(try)) }

// Sleep waits so long, or until ctx ends, whose cause it returns then.
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

// NewID returns the id of a command, which nobody has used before.
func NewID() string { return rand.Text() }
