package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"
)

// TestKindOf: who cannot reach the server is one kind of error, whichever game it was and
// whatever port.
func TestKindOf(t *testing.T) {
	refused := func(game string, port int) error {
		return fmt.Errorf("failed to WebSocket dial: %w", &url.Error{Op: "Get", URL: "http://127.0.0.1:80/api/games/" + game + "/ws",
			Err: &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}, Err: errors.New("connection refused")}})
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
