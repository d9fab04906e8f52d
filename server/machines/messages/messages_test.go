package messages_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"moyo/server/machines/messages"
)

const (
	key       = "the key of all nodes here"
	workerKey = "the key of a laptop at home"
)

// timeout limits the waits of a test. No test measures it.
const timeout = 10 * time.Second

// shown is a log that tests read.
type shown struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // holds a value if there is more than was read
}

func newShown() *shown { return &shown{more: make(chan struct{}, 1)} }

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.more <- struct{}{}:
	default:
	}
	return s.text.Write(p)
}

func (s *shown) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *shown) log() *slog.Logger { return slog.New(slog.NewTextHandler(s, nil)) }

// says waits until the log contains a text, ignoring case. The client logs connections in its own goroutine.
func (s *shown) says(t *testing.T, want string) {
	t.Helper()
	late := time.After(timeout)
	for !strings.Contains(strings.ToLower(s.String()), strings.ToLower(want)) {
		select {
		case <-s.more:
		case <-late:
			t.Fatalf("the log does not say %q: %s", want, s)
		}
	}
}

// open opens messages for the duration of a test.
func open(t *testing.T, cfg messages.Config) *messages.Messages {
	t.Helper()
	m, err := messages.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// hears subscribes, and returns a function that waits for the next message.
func hears(t *testing.T, m *messages.Messages, subject string) (next func() string) {
	t.Helper()
	sub, err := m.Conn().SubscribeSync(subject)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Conn().Flush(); err != nil {
		t.Fatal(err)
	}
	return func() string {
		msg, err := sub.NextMsg(timeout)
		if err != nil {
			t.Fatalf("received nothing at %s: %v", subject, err)
		}
		return string(msg.Data)
	}
}

func say(t *testing.T, m *messages.Messages, subject, text string) {
	t.Helper()
	if err := errors.Join(m.Conn().Publish(subject, []byte(text)), m.Conn().FlushTimeout(timeout)); err != nil {
		t.Fatal(err)
	}
}

func TestServerInside(t *testing.T) {
	m := open(t, messages.Config{Folder: t.TempDir()})
	next := hears(t, m, "greeting")
	say(t, m, "greeting", "hello")
	if got := next(); got != "hello" {
		t.Errorf("received %q", got)
	}
	if at := m.Address(); at != "" {
		t.Errorf("it listens at %s; without a request", at)
	}
	js, err := m.Conn().JetStream()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.AccountInfo(); err != nil {
		t.Errorf("JetStream: %v", err)
	}
}

func TestServerElsewhere(t *testing.T) {
	home := open(t, messages.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key})
	away := open(t, messages.Config{URL: "nats://" + home.Address(), Key: key})
	next := hears(t, away, "greeting")
	say(t, home, "greeting", "hello")
	if got := next(); got != "hello" {
		t.Errorf("received %q", got)
	}
	named := open(t, messages.Config{URL: "nats://moyo:" + strings.ReplaceAll(key, " ", "%20") + "@" + home.Address(), NoEcho: true})
	next = hears(t, named, "greeting")
	say(t, named, "greeting", "my own")
	say(t, home, "greeting", "hello")
	if got := next(); got != "hello" {
		t.Errorf("without echo, received %q", got)
	}
}

func TestServerComesBack(t *testing.T) {
	folder := t.TempDir()
	home := open(t, messages.Config{Folder: folder, Listen: "127.0.0.1:0", Key: key})
	at := home.Address()
	log := newShown()
	away := open(t, messages.Config{URL: "nats://" + at, Key: key, Log: log.log()})
	next := hears(t, away, "greeting")
	lost := away.Conn().StatusChanged(nats.RECONNECTING)
	again := away.Conn().StatusChanged(nats.CONNECTED)
	home.Close()
	wait(t, lost)
	home = open(t, messages.Config{Folder: folder, Listen: at, Key: key})
	wait(t, again)
	if err := away.Conn().FlushTimeout(timeout); err != nil { // the server has its subscriptions again
		t.Fatal(err)
	}
	say(t, home, "greeting", "hello again")
	if got := next(); got != "hello again" {
		t.Errorf("received %q", got)
	}
	for _, want := range []string{"is lost", "connected to NATS again"} {
		log.says(t, want)
	}
}

func wait[T any](t *testing.T, c <-chan T) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(timeout):
		t.Fatal("waited in vain")
	}
}

func TestWrongKey(t *testing.T) {
	home := open(t, messages.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key, WorkerKey: workerKey})
	at := "nats://" + home.Address()
	tests := []struct {
		name string
		cfg  messages.Config
		want string
	}{
		{"wrong", messages.Config{URL: at, Key: "a secret guess at it"}, `refuses the key of "moyo"`},
		{"in the URL", messages.Config{URL: "nats://moyo:secret@" + home.Address()}, `refuses the key of "moyo"`},
		{"none", messages.Config{URL: at}, `refuses the key of "moyo"`},
		{"the worker's for a node", messages.Config{URL: at, Key: workerKey}, `refuses the key of "moyo"`},
		{"the node's for a worker", messages.Config{URL: at, Key: key, Worker: true}, `refuses the key of "worker"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			log := newShown()
			test.cfg.Log = log.log()
			m, err := messages.Open(t.Context(), test.cfg)
			if err == nil {
				m.Close()
				t.Fatal("it was let in")
			}
			if !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), home.Address()) {
				t.Errorf("the error is %q, want one with %q", err, test.want)
			}
			for _, secret := range []string{"secret", key, workerKey} {
				if strings.Contains(err.Error()+log.String(), secret) {
					t.Errorf("a key is shown: %v, %s", err, log)
				}
			}
		})
	}
}

func TestNoWorkerWithoutKey(t *testing.T) {
	home := open(t, messages.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key})
	for _, guess := range []string{"", key} {
		m, err := messages.Open(t.Context(), messages.Config{URL: "nats://" + home.Address(), Key: guess, Worker: true})
		if err == nil {
			m.Close()
			t.Errorf("a worker was let in with %q where there is no key for any", guess)
		}
	}
	if m, err := messages.Open(t.Context(), messages.Config{URL: "nats://worker:@" + home.Address()}); err == nil {
		m.Close()
		t.Error("a worker was let in with an empty key although workers have no key")
	}
}

func TestWorkersMayOnlyWork(t *testing.T) {
	home := open(t, messages.Config{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key, WorkerKey: workerKey,
		WorkerMay: messages.Subjects{Send: []string{"work.done.>"}, Hear: []string{"work.todo.>"}},
	})
	log := newShown()
	worker := open(t, messages.Config{URL: "nats://" + home.Address(), Key: workerKey, Worker: true, Log: log.log()})
	next := hears(t, home, ">")
	say(t, worker, "games.move", "a move of another's")
	say(t, worker, "$JS.API.STREAM.DELETE.work", "")
	say(t, worker, "work.done.7", "an answer")
	if got := next(); got != "an answer" {
		t.Errorf("a worker sent %q", got)
	}
	told := hears(t, worker, "work.todo.7")
	spy, err := worker.Conn().SubscribeSync("games.>")
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Conn().FlushTimeout(timeout); err != nil {
		t.Fatal(err)
	}
	say(t, home, "games.move", "a secret")
	say(t, home, "work.todo.7", "a job")
	if got := told(); got != "a job" {
		t.Errorf("a worker heard %q", got)
	}
	if n, _, _ := spy.Pending(); n != 0 {
		t.Error("a worker heard of games")
	}
	log.says(t, "permissions violation")
}

func TestOpenRefuses(t *testing.T) {
	tests := []struct {
		name string
		cfg  messages.Config
		want string
	}{
		{"listening without a key", messages.Config{Listen: "0.0.0.0:4222"}, "needs a key"},
		{"a short key", messages.Config{Listen: "127.0.0.1:0", Key: "secret"}, "6 characters can be guessed"},
		{"one key for both", messages.Config{Key: key, WorkerKey: key}, "must differ"},
		{"an invalid port", messages.Config{Listen: "0.0.0.0:nats", Key: key}, "want a host and a port"},
		{"half of TLS", messages.Config{Listen: "127.0.0.1:0", Key: key, Certificate: "a.pem"}, "needs both"},
		{"a missing certificate",
			messages.Config{Listen: "127.0.0.1:0", Key: key, Certificate: "none.pem", PrivateKey: "none.pem"}, "cannot use the certificate"},
		{"a worker without a server", messages.Config{Worker: true}, "needs the URL"},
		{"another scheme", messages.Config{URL: "http://secret@localhost"}, "does not have the form nats://"},
		{"no URL", messages.Config{URL: "nats://a:4222,nats://secret:%zz@b"}, "URL 2 of NATS does not have the form"},
		{"two keys", messages.Config{URL: "nats://moyo:secret@localhost", Key: key}, "is given twice"},
		{"a server's settings for another's server", messages.Config{URL: "nats://localhost", Listen: "127.0.0.1:0", Key: key},
			"the URL names a NATS server"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.cfg.Folder = t.TempDir()
			m, err := messages.Open(t.Context(), test.cfg)
			if err == nil {
				m.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %q, want one with %q", err, test.want)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("a key is shown: %v", err)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	m, err := messages.Open(ctx, messages.Config{URL: "nats://127.0.0.1:1", Key: key})
	if err == nil {
		m.Close()
		t.Fatal("it was opened")
	}
	if want := "messages: NATS at nats://127.0.0.1:1 cannot be reached: no server answers"; err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

func TestPortInUse(t *testing.T) {
	home := open(t, messages.Config{Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: key})
	m, err := messages.Open(t.Context(), messages.Config{Folder: t.TempDir(), Listen: home.Address(), Key: key})
	if err == nil {
		m.Close()
		t.Fatal("two listen at one port")
	}
	if !strings.Contains(err.Error(), "in use") {
		t.Errorf("the error is %q", err)
	}
}
