package terminal

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/game/record/sgf"
)

// spender is an engine that searches as long as its limits allow or, if deaf, until it is stopped.
type spender struct {
	scripted
	deaf bool
}

func (e *spender) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if !e.deaf {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lim.ForMove().Time)
		defer cancel()
	}
	<-ctx.Done()
	return e.scripted.Search(ctx, pos, lim, report)
}

// timedTable is testTable with clocks, in the time of the test's bubble.
func timedTable(t *testing.T, text, rules string, foe engine.Engine) *Table {
	t.Helper()
	spec, err := clock.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := catalog.Rules(rules)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse("grid:5")
	if err != nil {
		t.Fatal(err)
	}
	other := match.Seat{Kind: match.Human, Name: "friend"}
	if foe != nil {
		other = match.Seat{Kind: match.Engine, Engine: "script", Name: "script"}
	}
	tab, err := New(Config{
		Board: b, Rules: r, Black: match.Seat{Kind: match.Human, Name: "you"}, White: other, Foe: foe, Helper: &scripted{}, Clock: spec,
		Now: time.Now, Create: func(name string) (io.WriteCloser, error) { return os.Create(name) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// timedPlayer drives a screen with clocks.
func timedPlayer(t *testing.T, text string, foe engine.Engine) player {
	p := player{newScreen(t.Context(), timedTable(t, text, "weiqi:komi=0.5", foe), false), t}
	p.Update(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	return p
}

// pass lets time pass, with the ticks that the screen asks for.
func (p player) pass(d time.Duration) {
	end := time.Now().Add(d)
	for {
		tick := p.tickClock()
		if tick == nil || !time.Now().Before(end) {
			return
		}
		done := make(chan tea.Msg, 1)
		go func() { done <- tick() }()
		select {
		case m := <-done:
			p.Update(m)
		case <-time.After(time.Until(end)):
			<-done
			p.Update(clockTick{})
		}
	}
}

// TestScreenClocks shows both clocks, tenths below ten seconds, and ends the game
// when a flag falls.
func TestScreenClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := timedPlayer(t, "absolute=1m", nil)
		p.sees("> X Black     1:00", "  O White     1:00")
		time.Sleep(30*time.Second + time.Millisecond)
		p.sees("> X Black     0:29")
		p.press("A1")
		p.sees("  X Black     0:29", "> O White     1:00")
		time.Sleep(51500 * time.Millisecond)
		p.sees("> O White      8.5")
		p.press("A2")
		time.Sleep(29989 * time.Millisecond)
		p.sees("> X Black      0.0")
		p.pass(20 * time.Millisecond)
		p.sees("The game is over: White wins on time.", "  X Black      0.0", "  O White      8.5")
		p.press("A3")
		p.sees("The game is over")
		if p.match.Result() != "W+T" || p.tickClock() != nil {
			t.Errorf("result %s", p.match.Result())
		}
	})
}

// TestScreenClockKinds shows the time left with each kind of clock.
func TestScreenClockKinds(t *testing.T) {
	for _, c := range []struct {
		spec   string
		passes time.Duration
		want   string
	}{
		{"fischer=1m+5s", 10 * time.Second, "  X Black     0:55"},
		{"byoyomi=10s+3x20s", 25 * time.Second, "  X Black 0:20, 3 periods"},
		{"byoyomi=10s+3x20s", 35 * time.Second, "  X Black 0:20, 2 periods"},
		{"byoyomi=10s+3x20s", 65 * time.Second, "  X Black 0:20, 1 period"},
		{"canadian=10s+5/50s", 25 * time.Second, "  X Black 0:35 for 4 stones"},
		{"move=1m", 25 * time.Second, "  X Black     1:00"},
		{"correspondence=2d", 25 * time.Hour, "  X Black 2d 00:00"},
		{"absolute=2h", time.Second, "  X Black  1:59:59"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := timedPlayer(t, c.spec, nil)
			time.Sleep(c.passes)
			p.press("A1")
			p.sees(c.want)
		})
	}
}

// TestScreenEngineClock: the engine keeps to its clock, or loses on time.
func TestScreenEngineClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := timedPlayer(t, "fischer=5s+1s", &spender{})
		for range 20 {
			time.Sleep(500 * time.Millisecond)
			move := p.match.Position().LegalMoves(nil)[0]
			p.press(p.moveText(move))
			if p.match.Phase() == match.Finished || p.match.Turn() != game.Black {
				t.Fatalf("after %d moves: %s", p.Ply(), p.stateText())
			}
			if p.Ply() > 14 {
				break
			}
		}
		if left := p.left(game.White).Main; left < time.Second || left > 6*time.Second {
			t.Errorf("the engine has %v left", left)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := timedPlayer(t, "absolute=5s", &spender{deaf: true})
		_, cmd := p.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
		go cmd()
		p.pass(6 * time.Second)
		p.sees("The game is over: Black wins on time.")
		if p.thought != nil {
			t.Error("the engine goes on")
		}
		synctest.Wait()
	})
}

// TestSearchLimits gives the engine both players' times, with a small reserve, and none without
// clocks.
func TestSearchLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := timedTable(t, "fischer=1m+5s", "weiqi", &scripted{})
		time.Sleep(10 * time.Second)
		if err := tab.play(game.Place(0)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(5 * time.Second)
		c := tab.searchLimits().Clock
		if c.Own.Main != 55*time.Second-engineLag || c.Other.Main != 55*time.Second || c.Spec.Kind != clock.Fischer {
			t.Errorf("%+v", c)
		}
	})
	if lim := testTable(t, "grid:3", &scripted{}).searchLimits(); lim.Clock.Counts() {
		t.Errorf("without clocks: %+v", lim)
	}
}

// TestUndoWithClocks returns no time, and takes the increment of a move back.
func TestUndoWithClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := timedTable(t, "fischer=1m+10s", "gomoku", nil)
		if err := tab.undo(); err == nil {
			t.Error("there is nothing to take back")
		}
		for i := range 2 {
			time.Sleep(20 * time.Second)
			if err := tab.play(game.Place(game.Point(i))); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range [][2]time.Duration{{50 * time.Second, 40 * time.Second}, {40 * time.Second, 40 * time.Second}} {
			if err := tab.undo(); err != nil {
				t.Fatal(err)
			}
			if b, w := tab.left(game.Black).Main, tab.left(game.White).Main; b != want[0] || w != want[1] {
				t.Errorf("%d moves: Black %v, White %v, want %v", tab.Ply(), b, w, want)
			}
		}
	})
}

// TestMillisecondsAddUp counts what events cut off.
func TestMillisecondsAddUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := timedTable(t, "fischer=1m+1s", "gomoku", nil)
		for i := range 20 {
			time.Sleep(500900 * time.Microsecond)
			if err := tab.play(game.Place(game.Point(i))); err != nil {
				t.Fatal(err)
			}
		}
		b, w := tab.left(game.Black).Main, tab.left(game.White).Main
		if sum := b + w - 140*time.Second + 20*500900*time.Microsecond; sum < 0 || sum > time.Millisecond {
			t.Errorf("Black %v, White %v: off by %v", b, w, sum)
		}
	})
}

// TestPlainClocks prints the clocks before each line and notices a flag fall.
func TestPlainClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, keys := io.Pipe()
		var out strings.Builder
		done := make(chan error, 1)
		tab := timedTable(t, "byoyomi=10s+2x5s", "gomoku", nil)
		go func() { done <- tab.PlayPlain(t.Context(), in, &out) }()
		time.Sleep(12 * time.Second)
		io.WriteString(keys, "a1\n")
		synctest.Wait()
		time.Sleep(5 * time.Second)
		io.WriteString(keys, "clock\n")
		time.Sleep(15*time.Second + 2*time.Millisecond)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"Clocks: Black 0:10, White 0:10.", "Clocks: Black 5.0, 2 periods, White 0:10.", "Clocks: Black 5.0, 2 periods, White 5.0.",
			"The game is over: Black wins on time.\nClocks: Black 5.0, 2 periods, White 0.0.",
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is not said:\n%s", want, out.String())
			}
		}
		keys.Close()
	})
	if got := plain(t, testTable(t, "grid:3", nil), "clock\n"); !strings.Contains(got, "no clocks") || strings.Contains(got, "Clocks:") {
		t.Errorf("without clocks: %s", got)
	}
}

// TestPlainEngineStopped: an engine that does not stop by itself is stopped before its flag falls.
func TestPlainEngineStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		got := plain(t, timedTable(t, "absolute=5s", "weiqi", &spender{deaf: true}), "a1\n")
		if !strings.Contains(got, "White plays A5.\nBlack to play: you\nClocks: Black 5.0, White 0.0.") {
			t.Errorf("%s", got)
		}
	})
}

// TestSavedClocks writes the times into the game's record.
func TestSavedClocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tab := timedTable(t, "fischer=1m+5s", "weiqi", nil)
		time.Sleep(20 * time.Second)
		if err := tab.play(game.Place(0)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute + time.Second)
		if !tab.fall() {
			t.Fatal("the flag does not fall")
		}
		name := filepath.Join(t.TempDir(), "game.sgf")
		if err := tab.Save(name); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		games, err := sgf.Read(f, sgf.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		root := games[0].Root
		if root.Text("TM") != "60" || root.Text("OT") != "5 fischer" || root.Text("RE") != "B+T" || root.Next().Text("BL") != "45" {
			t.Errorf("%s", games[0])
		}
	})
}
