package endpoint

import (
	"fmt"
	"testing"
)

// TestChanges wakes the goroutines that wait for an id, and keeps no more ids than its limit.
func TestChanges(t *testing.T) {
	var c Changes
	c.Tell("a") // no goroutine waits
	a, b := c.Next("a"), c.Next("b")
	c.Tell("a")
	<-a
	select {
	case <-b:
		t.Error("woken by another id")
	default:
	}
	for i := range 3 * mostChanges {
		c.Next(fmt.Sprint(i))
		if len(c.of) > mostChanges {
			t.Fatalf("%d ids", len(c.of))
		}
	}
	<-b // closed, to call Next again
}
