package gameindex

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"moyo/game"
)

// entriesByChance returns random sorted entries, many with the same keys.
func entriesByChance(rng *rand.Rand, n int) []Entry {
	all := make([]Entry, n)
	for i := range all {
		all[i] = Entry{
			Key: rng.Uint64N(1 << (1 + rng.IntN(48))), Game: rng.Uint32N(1 << (1 + rng.IntN(31))),
			Ply: uint16(rng.IntN(MaxPlies)), Next: Next(rng.IntN(1 << 16)), Year: uint8(rng.IntN(256)),
		}
		if all[i].Known = rng.IntN(4) > 0; all[i].Known {
			all[i].Winner = game.Color(rng.IntN(3))
		}
	}
	slices.SortFunc(all, Compare)
	return all
}

func entriesOf(t *testing.T, pages []Page) (all []Entry) {
	t.Helper()
	for _, p := range pages {
		first := true
		if err := p.Entries(func(e Entry) bool {
			if first && e.Key != p.First {
				t.Fatalf("a page begins with %x, not %x", e.Key, p.First)
			}
			first = false
			all = append(all, e)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		if len(p.Body) > maxPage {
			t.Fatalf("a page of %d bytes", len(p.Body))
		}
	}
	return all
}

// TestMerge writes and merges segments, omits deleted games, and finds each key.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	pages := memoryPages{}
	var all []Entry
	var ids []int64
	for range 9 {
		part := entriesByChance(rng, 9000)
		all = append(all, part...)
		ids = append(ids, pages.add(t, part))
		if back := entriesOf(t, pages[ids[len(ids)-1]]); !reflect.DeepEqual(back, part) {
			t.Fatal("a segment comes back as another")
		}
	}
	gone := func(g uint32) bool { return g%5 == 2 }
	id := int64(99)
	n, err := Merge(t.Context(), pages, ids, gone, func(p Page) error { pages[id] = append(pages[id], p); return nil })
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, Compare)
	left := slices.DeleteFunc(slices.Clone(all), func(e Entry) bool { return gone(e.Game) })
	merged := entriesOf(t, pages[id])
	slices.SortStableFunc(merged, Compare)
	if n != len(left) || len(merged) != n {
		t.Fatalf("%d entries, %d in pages, want %d", n, len(merged), len(left))
	}
	times := map[uint64]int{}
	for _, e := range left {
		times[e.Key]++
	}
	for i := range 500 {
		key := left[rng.IntN(len(left))].Key
		if i%2 == 0 {
			key = rng.Uint64N(1 << 48)
		}
		if i < 3 {
			key = []uint64{0, 1, 1<<48 - 1}[i]
		}
		found := 0
		if err := Find(t.Context(), pages, []int64{id}, key, func(Entry) { found++ }); err != nil || found != times[key] {
			t.Fatalf("key %x: %d times %v, want %d", key, found, err, times[key])
		}
	}
}

// TestOneKey: a key that fills many pages is found completely.
func TestOneKey(t *testing.T) {
	pages := memoryPages{}
	var all []Entry
	for i := range uint32(30_000) {
		all = append(all, Entry{Key: 7, Game: i}, Entry{Key: 8, Game: i})
	}
	all = append(all, Entry{Key: 6, Game: 1})
	id := pages.add(t, all)
	if n := len(pages[id]); n < 5*readAtOnce/2 {
		t.Fatalf("%d pages are too few for this test", n)
	}
	for key, want := range map[uint64]int{5: 0, 6: 1, 7: 30_000, 8: 30_000, 9: 0} {
		n := 0
		if err := Find(t.Context(), pages, []int64{id}, key, func(Entry) { n++ }); err != nil || n != want {
			t.Errorf("key %d: %d times %v, want %d", key, n, err, want)
		}
	}
}

// TestDamaged flips every bit of a page, and its key: no entry is read from it.
func TestDamaged(t *testing.T) {
	pages := memoryPages{}
	id := pages.add(t, entriesByChance(rand.New(rand.NewPCG(2, 2)), 40))
	p := pages[id][0]
	nothing := func(Entry) bool { t.Fatal("an entry of a damaged page"); return false }
	for i := range 8 * len(p.Body) {
		body := slices.Clone(p.Body)
		body[i/8] ^= 1 << (i % 8)
		if err := (Page{p.First, body}).Entries(nothing); !errors.Is(err, ErrDamaged) {
			t.Fatalf("bit %d: %v", i, err)
		}
	}
	for _, bad := range []Page{{p.First + 1, p.Body}, {p.First, p.Body[:len(p.Body)-1]}, {p.First, nil}} {
		if err := bad.Entries(nothing); !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	}
	pages[id][0].Body = p.Body[1:]
	if err := Find(t.Context(), pages, []int64{id}, 1<<47, func(Entry) {}); !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
	_, err := Merge(t.Context(), pages, []int64{id}, func(uint32) bool { return false }, func(Page) error { return nil })
	if !errors.Is(err, ErrDamaged) {
		t.Error(err)
	}
}

// TestToMerge: in every order of segments there are few of each size, and no entry is rewritten
// more often than there are sizes.
func TestToMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var segments []Segment
	next, written, added := int64(0), 0, 0
	for range 3000 {
		n := 1 + rng.IntN(9000)
		added += n
		next++
		segments = append(segments, Segment{next, n})
		for ids := ToMerge(segments); ids != nil; ids = ToMerge(segments) {
			sum := 0
			segments = slices.DeleteFunc(segments, func(s Segment) bool {
				if slices.Contains(ids, s.ID) {
					sum += s.Entries
					return true
				}
				return false
			})
			written += sum
			next++
			segments = append(segments, Segment{next, sum})
		}
		if len(segments) > 40 {
			t.Fatalf("%d segments", len(segments))
		}
	}
	if times := float64(written) / float64(added); times > 6 {
		t.Errorf("each entry is written again %.1f times", times)
	}
}

func FuzzPage(f *testing.F) {
	pages := memoryPages{}
	w := Writer{Emit: func(p Page) error { pages[1] = append(pages[1], p); return nil }}
	for _, e := range entriesByChance(rand.New(rand.NewPCG(2, 2)), 40) {
		_ = w.Add(e)
	}
	_ = w.Flush()
	f.Add(pages[1][0].First, pages[1][0].Body[sumBytes:])
	f.Add(uint64(1), []byte{0, 1, 2, 3, 4})
	f.Fuzz(func(t *testing.T, first uint64, rest []byte) {
		p := Page{first, append(make([]byte, sumBytes), rest...)}
		sum := p.sum()
		p.Body[0], p.Body[1], p.Body[2], p.Body[3] = byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)
		n := 0
		_ = p.Entries(func(e Entry) bool {
			if n++; e.Ply >= MaxPlies {
				t.Fatal("a ply out of bounds")
			}
			return true
		})
		if n > len(rest) {
			t.Fatal("more entries than bytes")
		}
	})
}

// BenchmarkImport reads games of 200 moves and makes their entries; docs/library.md uses -benchtime
// 100000x.
func BenchmarkImport(b *testing.B) {
	const some = 2000
	text := texts(b, some)
	reader := NewReader(opener())
	var h *Hasher
	var entries []Entry
	pages := memoryPages{}
	games := 0
	flush := func() { pages.add(b, entries); entries = entries[:0] }
	b.ResetTimer()
	for games < b.N {
		for r, err := range Records(text) {
			if err != nil {
				b.Fatal(err)
			}
			g, err := reader.Read(r)
			if err != nil {
				b.Fatal(err)
			}
			if h == nil {
				h = NewHasher(NewSymmetries(g.Line.Board))
			}
			entries = h.Entries(entries, g.Entry(uint32(games)), g.Line)
			if games++; games >= b.N {
				break
			}
		}
		flush()
	}
	b.StopTimer()
	report(b, games, pages)
}

// report reports games per second, their size, and the time to find positions after everything was
// merged.
func report(b *testing.B, games int, pages memoryPages) {
	b.Helper()
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
	ids := make([]int64, 0, len(pages))
	for id := range pages {
		ids = append(ids, id)
	}
	began := time.Now()
	n, err := Merge(context.Background(), pages, ids, func(uint32) bool { return false }, func(p Page) error {
		pages[-1] = append(pages[-1], p)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(n)/time.Since(began).Seconds(), "merged/s")
	bytes := 0
	for _, p := range pages[-1] {
		bytes += len(p.Body)
	}
	b.ReportMetric(float64(bytes)/float64(games), "bytes/game")
	b.ReportMetric(float64(n)/float64(games), "entries/game")
	open := opener()
	sym := NewSymmetries(random(b, rand.New(rand.NewPCG(1, 1)), open, "weiqi", "grid:19", 0).Board())
	empty := Diagram{make([]game.Color, 361), game.Black}
	began = time.Now()
	tally := NewTally(20)
	if err := Find(context.Background(), pages, []int64{-1}, sym.Place("weiqi", empty).Key, tally.Add); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms/first-position")
}
