package bot

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"moyo/server/wire"
)

// The bounds of what a server may say.
const (
	maxAnswer = 8 << 20 // bytes of an answer, a line or a message
	quiet     = time.Minute
	reply     = 30 * time.Second
)

// client speaks to a server.
type client struct {
	root  string // without a slash at its end
	token string
	http  *http.Client
}

func newClient(server, token string, insecure bool) (*client, error) {
	u, err := url.Parse(strings.TrimRight(server, "/"))
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, fmt.Errorf("server %q: want an address such as https://go.example or http://localhost:8080", server)
	case u.Scheme == "http" && !insecure && !isHere(u.Hostname()):
		return nil, fmt.Errorf("server %q: the token would go there without encryption, for all to read: want https (--insecure sends it anyway)", server)
	case token == "" || strings.ContainsAny(token, " \r\n\t"):
		return nil, errors.New("the token is empty or has blanks in it: make one in the page, under your account, Programs")
	}
	stay := func(to *http.Request, _ []*http.Request) error { return &elsewhere{to.URL} }
	return &client{u.String(), token, &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone(), CheckRedirect: stay}}, nil
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
	return fmt.Sprintf("the server leads to %s, and the token goes to no other address: name the server by the one that it has", e.to.Redacted())
}

// refusal is an answer of the server that is none but says why.
type refusal struct {
	wire.Problem
	after time.Duration // to wait before another try, 0 where the server does not say
}

func (r *refusal) Error() string { return fmt.Sprintf("%s (%d)", r.Detail, r.Status) }

// isFinal says whether an error stays, however often one tries: the token is of no use, or
// the server is not at its address.
func isFinal(err error) bool {
	if _, ok := errors.AsType[*elsewhere](err); ok {
		return true
	}
	var r *refusal
	return errors.As(err, &r) && (r.Status == http.StatusUnauthorized || r.Status == http.StatusForbidden)
}

func (c *client) header() http.Header {
	return http.Header{"Authorization": {"Bearer " + c.token}, "User-Agent": {"moyo-bot"}}
}

// do makes a request and returns the answer, which the caller closes.
func (c *client) do(ctx context.Context, method, path string, in any) (*http.Response, error) {
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
	r := &refusal{Problem: wire.Problem{Status: res.StatusCode}}
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

// get asks for something.
func (c *client) get(ctx context.Context, path string, out any) error {
	return c.ask(ctx, http.MethodGet, path, nil, out)
}

// ask makes a request whose answer is one value.
func (c *client) ask(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, reply)
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

// commandTries is how often a command is given whose answer does not come.
const commandTries = 4

// command gives a command to a game. One whose answer is lost is given again under its
// id, which the server carries out once.
func (c *client) command(ctx context.Context, game string, m wire.ClientMessage) error {
	for try := 0; ; try++ {
		err := c.ask(ctx, http.MethodPost, "/api/games/"+url.PathEscape(game)+"/commands", m, nil)
		var r *refusal
		if err == nil || try+1 == commandTries || errors.As(err, &r) && r.Status != http.StatusTooManyRequests && r.Status != http.StatusServiceUnavailable {
			return err
		}
		if r != nil && r.after > 0 {
			err = sleep(ctx, r.after)
		} else {
			err = backoff(ctx, try)
		}
		if err != nil {
			return err
		}
	}
}

// lines reads an answer that goes on, and calls heard for each line. A connection on
// which nothing comes for long, not even that nothing has happened, is given up.
func (c *client) lines(ctx context.Context, path string, heard func(wire.PersonEvent)) error {
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
		var e wire.PersonEvent
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			return fmt.Errorf("a line that is no event: %w", err)
		}
		heard(e)
	}
	if err := in.Err(); err != nil {
		return err
	}
	return errors.New("the answer has ended")
}

// dial opens a WebSocket.
func (c *client) dial(ctx context.Context, path string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, reply)
	defer cancel()
	conn, res, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(c.root, "http")+path, &websocket.DialOptions{HTTPClient: c.http, HTTPHeader: c.header()})
	if err != nil {
		if res != nil && res.Body != nil && res.StatusCode >= 300 {
			return nil, refused(res)
		}
		return nil, err
	}
	conn.SetReadLimit(maxAnswer)
	return conn, nil
}

// newID returns the id of a command, which nobody has used before.
func newID() string { return rand.Text() }
