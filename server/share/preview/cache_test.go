package preview

import (
	"fmt"
	"testing"
)

// TestCacheIsBounded checks that the cache keeps recent pictures within its limit.
func TestCacheIsBounded(t *testing.T) {
	var c cache
	picture := make([]byte, cached/8)
	for i := range 20 {
		c.put(fmt.Sprint(i), picture)
		c.put(fmt.Sprint(i), picture) // it exists already
	}
	size := 0
	for key, data := range c.ready {
		size += len(key) + len(data)
	}
	if size != c.size || size > cached || len(c.order) != len(c.ready) || len(c.ready) != 7 {
		t.Errorf("%d bytes in %d pictures, counted as %d and %d", size, len(c.ready), c.size, len(c.order))
	}
	if c.get("0") != nil || c.get("19") == nil {
		t.Error("the removed pictures are not the oldest")
	}
	c.put("too large", make([]byte, cached+1))
	if len(c.ready) != 0 || c.size != 0 {
		t.Errorf("%d pictures with %d bytes after one that is too large", len(c.ready), c.size)
	}
}

// TestResultText checks the texts of results.
func TestResultText(t *testing.T) {
	for result, want := range map[string]string{
		"B+3.5": "Black won by 3.5 points", "W+1": "White won by 1 point", "W+R": "White won by resignation", "B+T": "Black won on time",
		"B+F": "Black won", "W+": "White won", "0": "A draw", "Void": "The game is over", "": "The game is over",
	} {
		if got := resultText(result); got != want {
			t.Errorf("%q: %q, want %q", result, got, want)
		}
	}
}
