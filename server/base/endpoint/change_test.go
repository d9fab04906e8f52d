package endpoint_test

import (
	"testing"

	"moyo/server/base/endpoint"
)

// TestChange wakes all waiting goroutines, once.
func TestChange(t *testing.T) {
	var c endpoint.Change
	c.Tell() // no goroutine waits
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
		t.Error("a past change wakes a new waiter")
	default:
	}
}
