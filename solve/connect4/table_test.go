package connect4

import (
	"math/rand/v2"
	"testing"

	"moyo/internal/testenv"
)

// TestMix: different keys stay different, at every width of keys.
func TestMix(t *testing.T) {
	for _, bits := range []uint{2, 9, 16} {
		tab := newTable(1<<16, bits)
		seen := make([]bool, 1<<bits)
		for key := range uint64(1) << bits {
			h := tab.mix(key)
			if h >= 1<<bits || seen[h] {
				t.Fatalf("%d bits: %d goes to %d, as another does", bits, key, h)
			}
			seen[h] = true
		}
	}
}

// TestTable stores many bounds in a table that grows. Bounds that are found must be right, and few
// of the last ones may be missing.
func TestTable(t *testing.T) {
	for i, bits := range []uint{20, 49, 63, 64, 49} {
		tab := newTable(4<<20, bits)
		tab.shared = i == 4
		tab.begin()
		r := rand.New(rand.NewPCG(1, uint64(bits)))
		keys := map[uint64]int{}
		for range 100_000 {
			key := r.Uint64() >> (64 - bits)
			v := r.IntN(20)
			keys[key] = v
			tab.put(tab.mix(key), -v, v+1, 1)
		}
		found := 0
		for key, v := range keys {
			lo, hi, ok := tab.get(tab.mix(key))
			if ok && (lo != -v || hi != v+1) {
				t.Fatalf("%d bits: bounds %d %d of %d, want %d %d", bits, lo, hi, key, -v, v+1)
			}
			if ok {
				found++
			}
		}
		if found < len(keys)*8/10 {
			t.Errorf("%d bits: %d of %d left", bits, found, len(keys))
		}
		for range 40 { // more than the number of search numbers
			tab.begin()
			for key := range keys {
				if _, _, ok := tab.get(tab.mix(key)); ok {
					t.Fatalf("%d bits: %d is found after the table was cleared", bits, key)
				}
				break
			}
		}
	}
}

// knows counts the keys whose bounds are in the table.
func knows(tab *table, keys map[uint64]int) (count int) {
	for key := range keys {
		if _, _, ok := tab.get(tab.mix(key)); ok {
			count++
		}
	}
	return count
}

// TestGrow: growing loses no entries.
func TestGrow(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, bits := range []uint{20, 49} {
		tab := newTable(4<<20, bits)
		tab.begin()
		r := rand.New(rand.NewPCG(2, uint64(bits)))
		keys := map[uint64]int{}
		grown := 0
		for tab.log < tab.most {
			key, v := r.Uint64()>>(64-bits), r.IntN(20)
			before, known := tab.log, 0
			if tab.stored == slots<<tab.log/2 { // the next may be one too many
				known = knows(tab, keys)
			}
			keys[key] = v
			if tab.put(tab.mix(key), -v, v+1, 1); tab.log == before {
				continue
			}
			grown++
			if after := knows(tab, keys); after < known {
				t.Errorf("%d bits: of %d positions %d are left", bits, known, after)
			}
		}
		if grown < 2 {
			t.Errorf("%d bits: the table grew %d times", bits, grown)
		}
	}
}

func TestMirror(t *testing.T) {
	testenv.SkipUnderRace(t)
	g := newGrid[[6]int8](7)
	if got, want := g.mirror(0b101|0b1000000<<7), uint64(0b101)<<42|0b1000000<<35; got != want {
		t.Errorf("mirror image %b, want %b", got, want)
	}
}
