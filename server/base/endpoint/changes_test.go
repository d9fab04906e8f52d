package endpoint

import (
	"fmt"
	"testing"
)

// TestChanges wakes those who wait for an id, and remembers no more ids than its bound.
func TestChanges(t *testing.T) {
	var c Changes
	c.Tell("a") // nobody waits
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
	<-b // is to look again
}
