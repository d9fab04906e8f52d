package loadtest

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestHistogram compares quantiles with exact ones: none is below, and none more than one part in
// 64 above.
func TestHistogram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		micros := rapid.SliceOfN(rapid.Int64Range(0, int64(time.Hour/time.Microsecond)), 1, 200).Draw(t, "micros")
		var h histogram
		for _, m := range micros {
			h.add(time.Duration(m) * time.Microsecond)
		}
		slices.Sort(micros)
		if h.count() != uint64(len(micros)) || h.max() != time.Duration(micros[len(micros)-1])*time.Microsecond {
			t.Fatalf("%d times, at most %v, of %v", h.count(), h.max(), micros)
		}
		for _, share := range []float64{0.5, 0.9, 0.99, 1} {
			rank := int(share * float64(len(micros)))
			if float64(rank) < share*float64(len(micros)) {
				rank++
			}
			want := micros[max(rank, 1)-1]
			if got := h.at(share).Microseconds(); got < want || got > want+want/64 {
				t.Errorf("%v of %v: %d µs, want %d", share, micros, got, want)
			}
		}
		sum := uint64(0)
		for _, b := range h.bars() {
			sum += b.Count
		}
		if sum != h.count() {
			t.Errorf("the bars hold %d of %d", sum, h.count())
		}
	})
}

// TestBuckets checks that each bucket begins where the previous one ends.
func TestBuckets(t *testing.T) {
	next := uint64(0)
	for i := range len(new(histogram).buckets) {
		if bucketOf(next) != i || bucketOf(topOf(i)) != i {
			t.Fatalf("bucket %d holds %d to %d, which go into %d and %d", i, next, topOf(i), bucketOf(next), bucketOf(topOf(i)))
		}
		next = topOf(i) + 1
	}
	var h histogram
	h.add(-time.Second)
	h.add(1000 * time.Hour)
	if h.at(0.5) != 0 || h.max() != 1000*time.Hour {
		t.Errorf("out of range: %v, %v", h.at(0.5), h.max())
	}
	h.reset()
	if h.count() != 0 || h.max() != 0 || h.at(1) != 0 {
		t.Error("not empty")
	}
}

func TestVersionOf(t *testing.T) {
	for text, want := range map[string]int{
		`{"type":"event","event":{"version":12,"kind":"moved"`:  12,
		`{"type":"event","event":{"kind":"moved","version":12}`: 0, `{"type":"ack","ack":{"id":"a","version":1,`: 0,
		`{"type":"event","event":{"version":12}`: 0, `{"type":"event","event":{"version":x,`: 0, ``: 0,
	} {
		if got := versionOf([]byte(text)); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

func TestHolds(t *testing.T) {
	acked := []string{"A1", "B1"}
	for _, c := range []struct {
		moves   []string
		pending string
		want    bool
	}{
		{[]string{"A1", "B1"}, "", true}, {[]string{"A1", "B1"}, "C1", true}, {[]string{"A1", "B1", "C1"}, "C1", true},
		{[]string{"A1", "B1", "C1"}, "", false}, {[]string{"A1", "B1", "D1"}, "C1", false}, {[]string{"A1"}, "", false},
		{[]string{"B1", "A1"}, "", false}, {[]string{"A1", "B1", "C1", "D1"}, "C1", false}, {nil, "A1", false},
	} {
		if got := holds(c.moves, acked, c.pending); got != c.want {
			t.Errorf("%v, with %q awaited: %v", c.moves, c.pending, got)
		}
	}
}
