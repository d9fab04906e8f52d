package loadtest

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// fine is the logarithm of the number of buckets per power of two: results are at most one part in
// 64 above the measured time.
const fine = 6

// histogram counts times in microseconds by buckets whose width grows with the time, as HDR
// histograms do. It is safe for concurrent use. The zero value is empty.
type histogram struct {
	buckets [(33 - fine) << fine]atomic.Uint64 // up to an hour and more
	longest atomic.Int64
}

// bucketOf returns the bucket of a time in microseconds.
func bucketOf(micros uint64) int {
	shift := max(0, bits.Len64(micros)-fine-1)
	return shift<<fine + int(micros>>shift)
}

// topOf returns the largest time of a bucket, in microseconds.
func topOf(bucket int) uint64 {
	shift := max(0, bucket>>fine-1)
	return (uint64(bucket-shift<<fine)+1)<<shift - 1
}

func (h *histogram) add(d time.Duration) {
	d = max(d, 0)
	h.buckets[min(bucketOf(uint64(d.Microseconds())), len(h.buckets)-1)].Add(1)
	for {
		old := h.longest.Load()
		if int64(d) <= old || h.longest.CompareAndSwap(old, int64(d)) {
			return
		}
	}
}

func (h *histogram) count() (n uint64) {
	for i := range h.buckets {
		n += h.buckets[i].Load()
	}
	return n
}

// at returns a quantile: the time that the given share of all, from 0 to 1, did not exceed.
func (h *histogram) at(share float64) time.Duration {
	total := h.count()
	if total == 0 {
		return 0
	}
	rank := uint64(share * float64(total))
	if float64(rank) < share*float64(total) || rank == 0 {
		rank++
	}
	seen := uint64(0)
	for i := range h.buckets {
		if seen += h.buckets[i].Load(); seen >= rank {
			return min(time.Duration(topOf(i))*time.Microsecond, h.max())
		}
	}
	return h.max()
}

func (h *histogram) max() time.Duration { return time.Duration(h.longest.Load()) }

// Bar counts the times above the previous bar's limit and up to UpTo.
type Bar struct {
	UpTo  time.Duration `json:"upTo"` // nanoseconds
	Count uint64        `json:"count"`
}

// bars adds up the buckets by powers of two of an eighth of a millisecond.
func (h *histogram) bars() (all []Bar) {
	upTo := uint64(125)
	bar := Bar{}
	for i := range h.buckets {
		for topOf(i) > upTo {
			all = append(all, Bar{time.Duration(upTo) * time.Microsecond, bar.Count})
			upTo, bar.Count = upTo*2, 0
		}
		bar.Count += h.buckets[i].Load()
	}
	all = append(all, Bar{time.Duration(upTo) * time.Microsecond, bar.Count})
	for len(all) > 0 && all[len(all)-1].Count == 0 {
		all = all[:len(all)-1]
	}
	for len(all) > 1 && all[0].Count == 0 && all[1].Count == 0 {
		all = all[1:]
	}
	return all
}

// Wait summarizes how long something took.
type Wait struct {
	What  string        `json:"what"`
	Count uint64        `json:"count"`
	P50   time.Duration `json:"p50"` // nanoseconds, as below
	P90   time.Duration `json:"p90"`
	P99   time.Duration `json:"p99"`
	P999  time.Duration `json:"p999"`
	Max   time.Duration `json:"max"`
	Bars  []Bar         `json:"bars"`
}

func (h *histogram) wait(what string) Wait {
	return Wait{What: what, Count: h.count(), P50: h.at(0.5), P90: h.at(0.9), P99: h.at(0.99), P999: h.at(0.999), Max: h.max(), Bars: h.bars()}
}

// reset empties it; concurrent additions may be lost.
func (h *histogram) reset() {
	for i := range h.buckets {
		h.buckets[i].Store(0)
	}
	h.longest.Store(0)
}
