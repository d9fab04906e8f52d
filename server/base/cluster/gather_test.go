package cluster

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestGather checks that the first change is sent immediately and later ones together half a second later, each value
// once. Without changes nothing is sent.
func TestGather(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var heard []string
		g := &gathered{values: map[string]struct{}{}, tell: func(values []string) {
			heard = append(heard, fmt.Sprint(time.Since(start).Milliseconds(), values))
		}}
		at := func(ms int, values ...string) {
			time.Sleep(time.Duration(ms)*time.Millisecond - time.Since(start))
			g.add(values)
		}
		at(0, "ada", "bo")
		at(10, "cy")
		at(20, "bo", "cy")
		at(499, "di")
		at(600)
		at(999)
		at(5000, "ada")
		at(5500, "ada")
		at(5501, "bo")
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"0 [ada bo]", "500 [bo cy di]", "1000 []", "5000 [ada]", "5500 [ada]", "6000 [bo]"}; !slices.Equal(heard, want) {
			t.Errorf("%q, want %q", heard, want)
		}
	})
}

// TestGatherMany checks that other nodes receive two messages a second for ten thousand moves a second, however many
// players there are, and that no message is larger than NATS allows.
func TestGatherMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		messages, values, largest := 0, map[string]bool{}, 0
		g := &gathered{values: map[string]struct{}{}, tell: func(some []string) {
			mu.Lock()
			defer mu.Unlock()
			messages++
			largest = max(largest, len(some))
			for _, v := range some {
				values[v] = true
			}
		}}
		for i := range 100_000 {
			g.add([]string{fmt.Sprint(i % 4000)})
			time.Sleep(100 * time.Microsecond)
		}
		time.Sleep(2 * gatherEvery)
		synctest.Wait()
		if messages < 20 || messages > 21 || len(values) != 4000 {
			t.Errorf("%d messages of %d players in ten seconds", messages, len(values))
		}
		for i := range 3 * mostAtOnce {
			g.add([]string{fmt.Sprint("player ", i)})
		}
		time.Sleep(2 * gatherEvery)
		synctest.Wait()
		if len(values) != 4000+3*mostAtOnce || largest > mostAtOnce {
			t.Errorf("%d players, %d in one message", len(values), largest)
		}
	})
}
