package model

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"
)

var small = Machine{Processors: 2, Memory: 4 << 30}

// TestCost: a move costs what was measured at a measured rate, and a value in between at other rates.
func TestCost(t *testing.T) {
	for _, r := range Measured.Moves {
		if got := Measured.costAt(r.Moves); got != r.Cost {
			t.Errorf("at %.0f: %v, want %v", r.Moves, got, r.Cost)
		}
	}
	first, last := Measured.Moves[0], Measured.Moves[len(Measured.Moves)-1]
	for rate, want := range map[float64]time.Duration{0.1: first.Cost, 1e9: last.Cost, 200: (1610 + 710) / 2 * time.Microsecond} {
		if got := Measured.costAt(rate); got != want {
			t.Errorf("at %g: %v, want %v", rate, got, want)
		}
	}
	for rate := 50.0; rate < 1e4; rate *= 1.1 {
		if Measured.costAt(rate*1.1) > Measured.costAt(rate) {
			t.Errorf("a move costs more at %.0f a second than at %.0f", rate*1.1, rate)
		}
	}
}

// TestFor computes ten thousand people by hand: 3,000 games, a move every ten seconds.
func TestFor(t *testing.T) {
	n := For(10_000, Measured, Assumed, Machine{Processors: 8, Memory: 16 << 30})
	if n.Games != 3000 || n.Moves != 300 || n.Connections != 20_000 || n.Machines != 1 || n.Searches != 5 || n.First != "searches" {
		t.Errorf("%+v", n)
	}
	const moves, frames, reads = 300, 250, 150
	want := moves*Measured.costAt(moves).Seconds() + frames*Measured.Frame.Seconds() + reads*Measured.Read.Seconds()
	if math.Abs(n.Processors-want) > 1e-9 {
		t.Errorf("%v processors, want %v", n.Processors, want)
	}
	if want := int64(2 * (6000*30 + 14_000*22) << 10); n.Memory != want {
		t.Errorf("%d bytes, want %d", n.Memory, want)
	}
	if want := 25.0 * (8 + 5/0.5); n.Price != want {
		t.Errorf("%v EUR, want %v", n.Price, want)
	}
	if want := int64(300 * 86_400 * 340); n.Disk != want {
		t.Errorf("%d bytes a day, want %d", n.Disk, want)
	}
}

// TestSeveral computes a hundred thousand people by hand: with several machines each move travels to another and back.
func TestSeveral(t *testing.T) {
	n := For(100_000, Measured, Assumed, small)
	const moves, reads = 3000, 1500
	frames := moves*4 + 0.25*100_000/30_000*moves
	want := moves*Measured.costAt(moves/float64(n.Machines)).Seconds() + frames*Measured.Frame.Seconds() + reads*Measured.Read.Seconds()
	if n.Machines < 2 || math.Abs(n.Processors-want) > 1e-9 {
		t.Errorf("%d machines, %v processors, want %v", n.Machines, n.Processors, want)
	}
}

// TestMachines: the number of machines is the smallest that suffices, and none is busier than
// allowed.
func TestMachines(t *testing.T) {
	for _, people := range []int{0, 1, 5000, 77_777, 1_000_000} {
		n := For(people, Measured, Assumed, small)
		busy := func(machines int) float64 {
			n.Machines = machines
			return max(processors(n, Measured, Assumed)/small.Processors, float64(n.Memory)/float64(small.Memory)) / float64(machines)
		}
		if machines := n.Machines; busy(machines) > Assumed.Busy || machines > 1 && busy(machines-1) <= Assumed.Busy {
			t.Errorf("%d people: %d machines, busy %.3f; with one less %.3f", people, machines, busy(machines), busy(machines-1))
		}
	}
}

// TestBears: one machine handles this many people and not one more; twice the machine handles more.
func TestBears(t *testing.T) {
	n := Bears(Measured, Assumed, small)
	if For(n, Measured, Assumed, small).Machines != 1 || For(n+1, Measured, Assumed, small).Machines == 1 {
		t.Errorf("%d people", n)
	}
	if twice := Bears(Measured, Assumed, Machine{2 * small.Processors, 2 * small.Memory}); twice < 2*n-2 {
		t.Errorf("twice the machine bears %d people, one %d", twice, n)
	}
}

// TestPrint: the table ends with a million people, and states what is measured and what is assumed.
func TestPrint(t *testing.T) {
	var out bytes.Buffer
	if err := Print(&out, Measured, Assumed, small); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Computed, not tested", "1000000", "can handle", "Measured", "Assumed", "241µs"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
	t.Log(out.String())
}
