package endpoint_test

import (
	"testing"

	"moyo/server/base/endpoint"
)

// TestChange wakes all who wait, once.
func TestChange(t *testing.T) {
	var c endpoint.Change
	c.Tell() // nobody waits
	first, also := c.Next(), c.Next()
	select {
	case <-first:
		t.Fatal("woken early")
	default:
	}
	c.Tell()
	<-first
	<-also
	select {
	case <-c.Next():
		t.Error("a change of before wakes who comes later")
	default:
	}
}
