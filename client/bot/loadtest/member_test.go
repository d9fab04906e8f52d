package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestKindOf: an unreachable server is one kind of error, whatever the game and the port.
func TestKindOf(t *testing.T) {
	refused := func(game string, port int) error {
		return fmt.Errorf("failed to WebSocket dial: %w", &url.Error{Op: "Get", URL: "http://127.0.0.1:80/api/games/" + game + "/ws",
			Err: &net.OpError{
				Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}, Err: errors.New("connection refused"),
			}})
	}
	one, other := kindOf(refused("qfpgfagkd2ft", 80)), kindOf(refused("nqptygn3nmu4", 8080))
	if one != other || one != "dial tcp #.#.#.#:#: connection refused" {
		t.Errorf("%q and %q", one, other)
	}
	late := &url.Error{Op: "Get", URL: "http://127.0.0.1/", Err: context.DeadlineExceeded}
	if text := kindOf(late); text != "no answer in time" {
		t.Errorf("%q", text)
	}
}

// TestLastWords: a late message of the previous game does not affect the new one.
func TestLastWords(t *testing.T) {
	l := &load{errors: map[string]int{}}
	table := &table{load: l, id: "first", events: map[int]*sighting{}}
	m := &member{load: l, table: table, id: "first", in: make(chan struct{})}
	event := func(version int) []byte {
		return fmt.Appendf(nil, `{"type":"event","event":{"version":%d,"kind":"moved"}}`, version)
	}
	presence := []byte(`{"type":"presence","presence":{}}`)
	m.receive("first", event(1), time.Now())
	table.id, table.events = "second", map[int]*sighting{}
	m.goTo("second")
	m.conn = &websocket.Conn{} // its end is noticed only at the next message
	m.receive("first", event(2), time.Now())
	m.receive("first", presence, time.Now())
	m.receive("first", []byte(`{"type":"snapshot","snapshot":{"version":7}}`), time.Now())
	if m.version != 0 || m.since.IsZero() {
		t.Errorf("version %d, on the way: %v", m.version, !m.since.IsZero())
	}
	m.receive("second", event(1), time.Now())
	if len(l.errors) > 0 {
		t.Errorf("%v", l.errors)
	}
	if m.receive("second", event(3), time.Now()); l.errors[faultGap] != 1 {
		t.Errorf("%v after a gap", l.errors)
	}
}
