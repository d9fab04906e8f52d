package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomPairs returns lists of pairs of rows, some lists empty and some rows negative.
func randomPairs(r *rand.Rand, lists, rows int) (l Pairs) {
	for p := range lists {
		list := make([][2]int32, p%4)
		for i := range list {
			list[i] = [2]int32{int32(r.IntN(rows+1)) - 1, int32(r.IntN(rows+1)) - 1}
		}
		l.Append(list)
	}
	return l
}

// TestGaps compares gaps and their backward pass with vectors and in plain Go,
// for all lists and for some, and the plain ones with a definition.
func TestGaps(t *testing.T) {
	paths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(61, 62))
		const rows, lists = 7, 9
		for width := 1; width <= 70; width++ {
			all, stride := randomPairs(r, lists, rows), width+3
			for _, l := range []Pairs{all, all.Part(2, 7)} {
				src, scale := make([]float32, rows*width), 0.25+r.Float32()
				for i := range src {
					src[i] = float32(r.IntN(4)) // some are equal
				}
				got, want := slices.Repeat([]float32{77}, lists*stride), slices.Repeat([]float32{77}, lists*stride)
				SetGaps(got, stride, src, width, l, scale)
				setGapsPlain(want, stride, src, width, l, scale)
				if !slices.Equal(got, want) {
					t.Fatalf("width %d: %v, want %v", width, got, want)
				}
				ask := make([]float32, lists*stride)
				for i := range ask {
					ask[i] = float32(r.NormFloat64())
				}
				back, wanted := make([]float32, rows*width), make([]float32, rows*width)
				AddGaps(back, src, ask, stride, width, l, scale)
				addGapsPlain(wanted, src, ask, stride, width, l, scale)
				if !slices.Equal(back, wanted) {
					t.Fatalf("width %d: %v back, want %v", width, back, wanted)
				}
			}
		}
	})
	var l Pairs
	l.Append(nil)
	l.Append([][2]int32{{0, 1}, {1, -1}})
	got := make([]float32, 2)
	SetGaps(got, 1, []float32{3, 5}, 1, l, 0.5)
	if want := []float32{0, 3.5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	back := make([]float32, 2)
	AddGaps(back, []float32{3, 5}, []float32{10, 1}, 1, 1, l, 0.5)
	if want := []float32{-0.5, 1}; !slices.Equal(back, want) {
		t.Errorf("%v back, want %v", back, want)
	}
}

// TestByteGaps compares gaps of bytes with integers.
func TestByteGaps(t *testing.T) {
	bytePaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(63, 64))
		const rows, lists = 9, 8
		for _, width := range []int{5, 16, 32, 64, 96} {
			for _, scale := range []float32{1, 0.5, 1. / 3} {
				l, src, stride := randomPairs(r, lists, rows), randomBytes(r, rows*width), width+5
				dst := slices.Repeat([]byte{77}, lists*stride)
				SetByteGaps(dst, stride, src, width, l, scale)
				for p := range lists {
					for c := range width {
						sum := int32(0)
						for to := l.of(p); len(to) > 0; to = to[2:] {
							a, b := int32(at(src, to[0], width, c)), int32(at(src, to[1], width, c))
							sum += max(a, b) - min(a, b)
						}
						if got, want := dst[p*stride+c], byte(min(mostByte, (sum*factor(scale)+halfWords/2)>>15)); got != want {
							t.Fatalf("width %d: %v times the sum %d is %v, want %v", width, scale, sum, got, want)
						}
					}
					if rest := dst[p*stride+width : (p+1)*stride]; string(rest) != "MMMMM" {
						t.Fatalf("width %d: written beside the sums", width)
					}
				}
			}
		}
	})
}

func BenchmarkGaps(b *testing.B) {
	r := rand.New(rand.NewPCG(65, 66))
	const rows, width = 361, 64
	var pairs Pairs
	var lists Lists
	for range rows {
		at := func() int32 { return int32(r.IntN(rows)) }
		pairs.Append([][2]int32{{at(), at()}, {at(), at()}})
		lists.Append([]int32{at(), at(), at(), at()})
	}
	src, dst := make([]float32, rows*width), make([]float32, rows*width)
	bytes, bytesTo := randomBytes(r, rows*width), make([]byte, rows*width)
	for _, f := range []struct {
		name string
		run  func()
	}{
		{"sums", func() { SetSums(dst, width, src, width, lists, 0.25) }},
		{"gaps", func() { SetGaps(dst, width, src, width, pairs, 0.5) }},
		{"back", func() { AddGaps(dst, src, src, width, width, pairs, 0.5) }},
		{"byte sums", func() { SetByteSums(bytesTo, width, bytes, width, lists, 0.25) }},
		{"byte gaps", func() { SetByteGaps(bytesTo, width, bytes, width, pairs, 0.5) }},
	} {
		b.Run(fmt.Sprint(f.name), func(b *testing.B) {
			for b.Loop() {
				f.run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*rows), "ns/point")
		})
	}
}
