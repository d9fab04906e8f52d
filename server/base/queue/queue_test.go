package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"moyo/server/base/apierror"
)

// bench submits work to a queue for several persons, and records what runs.
type bench struct {
	*Queue
	began time.Time

	mu      sync.Mutex
	log     []string // names of work in the order of its start
	started map[string]time.Duration
	places  map[string][]Place
	atWork  int
	most    int
	working sync.WaitGroup
}

func newBench(cfg Config) *bench {
	return &bench{Queue: New(cfg), began: time.Now(), started: map[string]time.Duration{}, places: map[string][]Place{}}
}

// ask submits work with a name and a duration, and returns when it waits or is done.
func (b *bench) ask(ctx context.Context, name string, urgency Urgency, who Asker, takes time.Duration) {
	b.working.Go(func() {
		_ = b.Do(ctx, urgency, who, func(p Place) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.places[name] = append(b.places[name], p)
		}, func() error {
			b.start(name)
			time.Sleep(takes)
			b.mu.Lock()
			defer b.mu.Unlock()
			b.atWork--
			return nil
		})
	})
	synctest.Wait()
}

func (b *bench) start(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.log = append(b.log, name)
	b.started[name] = time.Since(b.began)
	b.atWork++
	b.most = max(b.most, b.atWork)
}

// empty fails if the queue still has data of a person without work.
func (b *bench) empty(t *testing.T) {
	t.Helper()
	b.working.Wait()
	if l := b.line; len(l.waiting)+len(l.atWork)+len(l.addresses.flows) != 0 {
		t.Errorf("left: %d wait, %d at work, addresses %v", len(l.waiting), len(l.atWork), l.addresses.flows)
	}
}

// TestOneAsksForMuch submits forty pieces of work from one address, by different persons, and then one from another
// address.
func TestOneAsksForMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 2})
		for i := range 40 {
			b.ask(t.Context(), fmt.Sprint("many", i), 0, Asker{"many", fmt.Sprint(i)}, 10*time.Second)
		}
		b.ask(t.Context(), "visitor", 0, Asker{"other", "visitor"}, 10*time.Second)
		b.ask(t.Context(), "visitor again", 0, Asker{"other", "visitor"}, 10*time.Second)
		b.empty(t)
		if b.started["visitor"] != 10*time.Second || b.started["visitor again"] != 20*time.Second {
			t.Errorf("the visitor was served after %v and %v", b.started["visitor"], b.started["visitor again"])
		}
		if b.most != 2 || len(b.log) != 42 {
			t.Errorf("%d at a time, %d done", b.most, len(b.log))
		}
		if got := b.places["visitor"]; len(got) == 0 || got[0].Ahead > 1 {
			t.Errorf("the visitor received %+v", got)
		}
	})
}

// TestManyPersonsOfAnAddress checks that persons share the time of their address.
func TestManyPersonsOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 1})
		b.ask(t.Context(), "first", 0, Asker{"x", "x"}, time.Second)
		for i := range 3 {
			b.ask(t.Context(), fmt.Sprint("ada", i), 0, Asker{"school", "ada"}, time.Second)
		}
		for i := range 3 {
			b.ask(t.Context(), fmt.Sprint("bo", i), 0, Asker{"school", "bo"}, time.Second)
		}
		b.ask(t.Context(), "home", 0, Asker{"home", "cy"}, time.Second)
		b.empty(t)
		if got, want := strings.Join(b.log, " "), "first ada0 home bo0 ada1 bo1 ada2 bo2"; got != want {
			t.Errorf("in the order\n%s, want\n%s", got, want)
		}
	})
}

// TestLongWorkCostsMore checks that persons with short work are served more often.
func TestLongWorkCostsMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 1})
		for i := range 30 {
			b.ask(t.Context(), fmt.Sprint("long", i), 0, Asker{"long", ""}, 9*time.Second)
			b.ask(t.Context(), fmt.Sprint("short", i), 0, Asker{"short", ""}, time.Second)
		}
		b.empty(t)
		if at := b.started["short29"]; at > 75*time.Second {
			t.Errorf("30 seconds of short work beside long work took %v", at)
		}
		if at := b.started["short29"]; at < 30*time.Second {
			t.Errorf("long work has not been done before %v", at)
		}
	})
}

// TestUrgency checks that urgent work overtakes other work, and that places are reserved for it.
func TestUrgency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 2, Most: []int{2, 1}})
		b.ask(t.Context(), "slow0", 1, Asker{"a", ""}, time.Minute)
		b.ask(t.Context(), "slow1", 1, Asker{"b", ""}, time.Minute)
		b.ask(t.Context(), "quick0", 0, Asker{"c", ""}, time.Second)
		b.ask(t.Context(), "quick1", 0, Asker{"d", ""}, time.Second)
		b.empty(t)
		if got, want := strings.Join(b.log, " "), "slow0 quick0 quick1 slow1"; got != want {
			t.Errorf("in the order\n%s, want\n%s", got, want)
		}
		if b.started["quick1"] != time.Second || b.started["slow1"] != time.Minute {
			t.Errorf("started at %v", b.started)
		}
	})
}

// TestGivingUp checks that work that leaves the line delays no other.
func TestGivingUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 1})
		b.ask(t.Context(), "first", 0, Asker{"a", ""}, time.Minute)
		ctx, end := context.WithCancel(t.Context())
		b.ask(ctx, "impatient", 0, Asker{"b", ""}, time.Minute)
		b.ask(t.Context(), "patient", 0, Asker{"c", ""}, time.Second)
		end()
		synctest.Wait()
		b.ask(ctx, "never", 0, Asker{"d", ""}, time.Second)
		b.empty(t)
		if got := strings.Join(b.log, " "); got != "first patient" {
			t.Errorf("done: %s", got)
		}
		told := len(b.places["impatient"])
		time.Sleep(10 * time.Second)
		if len(b.places["impatient"]) != told {
			t.Error("a caller that has left receives places")
		}
	})
}

// TestTooMuch refuses work over the limits.
func TestTooMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 1, PerPerson: 2, Waiting: 3})
		ada := Asker{"a", "ada"}
		for i := range 3 {
			b.ask(t.Context(), fmt.Sprint(i), 0, ada, time.Second)
		}
		nothing := func() error { t.Error("done"); return nil }
		if err := b.Do(t.Context(), 0, ada, nil, nothing); !isRefused(err, apierror.TooOften) {
			t.Errorf("a third one that waits for one person: %v", err)
		}
		b.ask(t.Context(), "bo", 0, Asker{"a", "bo"}, time.Second)
		if err := b.Do(t.Context(), 0, Asker{"b", "cy"}, nil, nothing); !isRefused(err, apierror.TooMany) {
			t.Errorf("a fourth one that waits: %v", err)
		}
		b.empty(t)
		if len(b.log) != 4 {
			t.Errorf("done: %v", b.log)
		}
	})
}

// TestTooMuchOfAnAddress refuses work over the limit of an address, however many persons it has, but accepts work of
// others and of the server itself.
func TestTooMuchOfAnAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(Config{Slots: 1, PerAddress: 3})
		for i := range 4 { // one of them runs
			b.ask(t.Context(), fmt.Sprint(i), 0, Asker{"a", fmt.Sprint(i)}, time.Second)
		}
		nothing := func() error { t.Error("done"); return nil }
		if err := b.Do(t.Context(), 0, Asker{"a", "dee"}, nil, nothing); !isRefused(err, apierror.TooOften) {
			t.Errorf("a fourth one that waits for one address: %v", err)
		}
		for i := range 5 {
			b.ask(t.Context(), fmt.Sprint("own", i), 0, Asker{}, time.Second)
		}
		b.ask(t.Context(), "of another", 0, Asker{"b", "0"}, time.Second)
		b.empty(t)
		if len(b.log) != 10 {
			t.Errorf("done: %v", b.log)
		}
	})
}

func isRefused(err error, code apierror.Code) bool {
	e, ok := errors.AsType[*apierror.Error](err)
	return ok && e.Code == code
}

// checkInBubble checks a property in a bubble, and reports failures outside of it.
func checkInBubble(t *testing.T, property func(t *testing.T, r *rapid.T, fail func(string, ...any))) {
	rapid.Check(t, func(r *rapid.T) {
		var failed []string
		synctest.Test(t, func(t *testing.T) {
			property(t, r, func(text string, about ...any) { failed = append(failed, fmt.Sprintf(text, about...)) })
		})
		if len(failed) > 0 {
			r.Fatal(strings.Join(failed, "\n"))
		}
	})
}

// TestPlacesComeTrue submits random work, and checks that the reported places and times are right if no more work
// arrives.
func TestPlacesComeTrue(t *testing.T) {
	checkInBubble(t, func(t *testing.T, r *rapid.T, fail func(string, ...any)) {
		b := newBench(Config{Slots: rapid.IntRange(1, 3).Draw(r, "slots")})
		n := rapid.IntRange(1, 25).Draw(r, "n")
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint(i))
			who := Asker{rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "address"), rapid.SampledFrom([]string{"x", "y"}).Draw(r, "person")}
			b.ask(t.Context(), names[i], 0, who, firstGuess)
			time.Sleep(time.Millisecond) // no two end at the same time
		}
		asked := time.Since(b.began)
		time.Sleep(tellEvery)
		synctest.Wait()
		b.mu.Lock()
		told, before := map[string]Place{}, len(b.log)
		for name, places := range b.places {
			told[name] = places[len(places)-1]
		}
		b.mu.Unlock()
		b.empty(t)
		if len(told)+before != n {
			fail("%d of %d received their place", len(told), n-before)
		}
		for name, p := range told {
			if i := slices.Index(b.log, name); i != before+p.Ahead {
				fail("%s expected %d before it, and there were %d", name, p.Ahead, i-before)
			}
			if off := b.started[name] - asked - p.Wait; off < 0 || off > tellEvery {
				fail("%s expected to wait for %v, and was served %v later", name, p.Wait, off)
			}
		}
	})
}

// work is submitted work with its time. Impatient callers leave.
type work struct {
	who     Asker
	asked   time.Duration
	patient bool
}

// TestFair checks random crowds. Never does more work run than there are places, all work is done, each person's in
// order, no data is left, and no address waits while another is served again and again.
func TestFair(t *testing.T) {
	checkInBubble(t, func(t *testing.T, r *rapid.T, fail func(string, ...any)) {
		slots := rapid.IntRange(1, 3).Draw(r, "slots")
		b := newBench(Config{Slots: slots})
		n := rapid.IntRange(1, 40).Draw(r, "n")
		all := map[string]work{}
		for i := range n {
			name := fmt.Sprintf("%02d", i)
			w := work{
				who: Asker{
					rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(r, "address"), rapid.SampledFrom([]string{"x", "y"}).Draw(r, "person"),
				},
				patient: true,
			}
			ctx := t.Context()
			if rapid.IntRange(0, 5).Draw(r, "leaves") == 0 {
				w.patient = false
				var end context.CancelFunc
				ctx, end = context.WithTimeout(ctx, 1500*time.Millisecond)
				defer end()
			}
			w.asked = time.Since(b.began)
			all[name] = w
			b.ask(ctx, name, 0, w.who, time.Second)
			if rapid.Bool().Draw(r, "later") {
				time.Sleep(300 * time.Millisecond)
			}
		}
		b.empty(t)
		if b.most > slots {
			fail("%d at a time, of %d places", b.most, slots)
		}
		b.checkFair(all, slots, fail)
	})
}

// checkFair fails if work ran too early, or waited while others were served again and again.
func (b *bench) checkFair(all map[string]work, slots int, fail func(string, ...any)) {
	last := map[Asker]string{}
	for _, name := range b.log {
		w := all[name]
		if before := last[w.who]; before > name && b.started[before] < b.started[name] {
			fail("%v: %s after %s", w.who, name, before)
		}
		last[w.who] = name
	}
	for name, w := range all {
		at, done := b.started[name]
		if !done && w.patient {
			fail("%s was not done", name)
		}
		if !done {
			continue
		}
		// While this one waited, without work of its address that ran or was before it in its own line, another
		// address was served at most once per place, and once more.
		ownBefore := slices.ContainsFunc(b.log[:slices.Index(b.log, name)], func(o string) bool {
			return all[o].who.Address == w.who.Address && b.started[o]+time.Second > w.asked
		})
		if ownBefore {
			continue
		}
		served := map[string]int{}
		for _, o := range b.log {
			if s := b.started[o]; s > w.asked && s < at {
				served[all[o].who.Address]++
			}
		}
		for address, times := range served {
			if times > slots+1 {
				fail("%s of %s waited from %v to %v, and %s was served %d times: %v %v",
					name, w.who.Address, w.asked, at, address, times, b.log, b.started)
			}
		}
	}
}

// BenchmarkPlaces predicts the places of a thousand waiting tickets.
func BenchmarkPlaces(b *testing.B) {
	l := newLine(4, nil, new(Elsewhere))
	for i := range 1000 {
		l.join(&ticket{who: Asker{fmt.Sprint(i % 300), fmt.Sprint(i)}, number: uint64(i)})
	}
	for range 4 {
		l.begin(l.next())
	}
	for b.Loop() {
		l.places(time.Time{})
	}
}
