package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// socketFile is the name of the socket in the data folder. Access to it is the operator's only credential: only the owner of the
// folder can open it.
const socketFile = "moyo.sock"

// The bounds of a request over the socket.
const (
	maxRequest = 64 << 10
	maxAnswer  = 8 << 20
	askTime    = time.Minute
)

// Listen opens the socket in a data folder, which the caller has locked: an existing socket is left from a crashed server. Listen
// creates the socket in a private folder and moves it, so that no other user can ever open it. Closing the listener removes it.
func Listen(ctx context.Context, dir string) (net.Listener, error) {
	private, err := os.MkdirTemp(dir, ".socket-*") // for its owner only
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(private)
	made := filepath.Join(private, "s")
	l, err := new(net.ListenConfig).Listen(ctx, "unix", made)
	if err != nil {
		return nil, err
	}
	l.(*net.UnixListener).SetUnlinkOnClose(false)
	path := filepath.Join(dir, socketFile)
	if err := errors.Join(os.Chmod(made, 0o600), os.Rename(made, path)); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &listener{l, path}, nil
}

// listener removes its socket when it is closed.
type listener struct {
	net.Listener
	path string
}

// Close implements net.Listener.
func (l *listener) Close() error {
	_ = os.Remove(l.path) // it may not exist
	return l.Listener.Close()
}

// reply is the response over the socket.
type reply struct {
	Answer Answer `json:"answer"`
	Error  string `json:"error,omitempty"`
}

// Serve answers requests until l is closed.
func (s *Service) Serve(l net.Listener) error {
	web := http.Server{Handler: s, ReadTimeout: askTime, WriteTimeout: askTime}
	if err := web.Serve(l); !errors.Is(err, net.ErrClosed) {
		return err
	}
	return nil
}

// ServeHTTP answers one request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in Request
	var out reply
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&in)
	if err == nil {
		out.Answer, err = s.Do(r.Context(), in)
	}
	if err != nil {
		out = reply{Error: err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

// ErrNotRunning is returned by Ask if no server has the data folder open.
var ErrNotRunning = errors.New("no server runs on this data folder")

// Ask sends a request to the server that has a data folder open.
func Ask(ctx context.Context, dir string, r Request) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	body, err := json.Marshal(r)
	if err != nil {
		return Answer{}, err
	}
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(dir, socketFile))
	}}}
	defer client.CloseIdleConnections()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://moyo/", bytes.NewReader(body))
	if err != nil {
		return Answer{}, err
	}
	res, err := client.Do(req)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED):
		return Answer{}, ErrNotRunning
	case errors.Is(err, fs.ErrPermission):
		return Answer{}, fmt.Errorf("the server in %s belongs to another user: run this command as that user", dir)
	case err != nil:
		return Answer{}, err
	}
	defer res.Body.Close()
	var out reply
	if err := json.NewDecoder(io.LimitReader(res.Body, maxAnswer)).Decode(&out); err != nil {
		return Answer{}, fmt.Errorf("reading the server's answer: %w", err)
	}
	if out.Error != "" {
		return Answer{}, errors.New(out.Error)
	}
	return out.Answer, nil
}
