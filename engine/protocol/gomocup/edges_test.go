package gomocup

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/internal/testenv"
)

// edges are texts in the place of numbers: the limits of integers, the bounds of
// the protocol and of this server, and texts that are not numbers.
var edges = []string{
	"-9223372036854775809", "-9223372036854775808", "-2147483648", "-1048577", "-10001", "-10000", "-1", "-0", "0", "1", "+1", "2", "3", "4",
	"14", "15", "98", "99", "100", "225", "226", "255", "256", "257", "10000", "10001", "1048576", "1048577",
	"2147483646", "2147483647", "2147483648", "4294967296", "4294967297",
	"9223372036854775807", "9223372036854775808", "18446744073709551616", "123456789012345678901234567890",
	"", " ", "-", "--1", "1 2", "0x10", "010", "1_000", "1e9", "1.5", "NaN", "Inf", "٣", "７", "1\x00", "\xff", "1\u00a0",
}

// infoKeys are keys of INFO, known and unknown.
var infoKeys = []string{
	"timeout_turn", "timeout_match", "time_left", "time_increment", "max_memory", "hash_size", "thread_num", "max_node", "max_depth",
	"rule", "show_detail", "game_type", "evaluate", "folder", "pondering", "caution_factor", "strength", "",
}

// withNumbers returns a command's lines with an edge in each place for a number.
// DONE ends a command that opens a list.
func withNumbers(name, edge string) (list [][]string) {
	switch name {
	case "INFO":
		for _, key := range infoKeys {
			list = append(list, []string{"INFO " + key + " " + edge})
		}
	case "RECTSTART":
		list = [][]string{{"RECTSTART " + edge + ",15"}, {"RECTSTART 15," + edge}, {"RECTSTART " + edge}}
	case "TURN", "PLAY", "TAKEBACK":
		list = [][]string{{name + " " + edge + ",3"}, {name + " 3," + edge}, {name + " " + edge}}
	case "BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH", "YXBLOCKPATHUNDO":
		for _, row := range []string{edge + ",3,1", "3," + edge + ",1", "3,3," + edge, edge + "," + edge, edge} {
			list = append(list, []string{name, row, "DONE"})
		}
	default:
		list = [][]string{{name + " " + edge}}
	}
	return list
}

// answersTo returns the least and the largest number of answers to a command
// after START. Lines other than MESSAGE and DEBUG count.
func answersTo(name string) (least, most int) {
	switch name {
	case "INFO", "STOP", "YXSTOP", "YXSHOWINFO", "YXHASHCLEAR", "YXBLOCKRESET", "YXBLOCKPATHRESET":
		return 0, 0
	case "YXBOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH", "YXBLOCKPATHUNDO", "YXSWAP2STEP1", "YXSWAP2STEP2", "YXSWAP2STEP3":
		return 0, 1
	}
	return 1, 1
}

// TestEdgeNumbers sends every command with every edge in every place for a
// number, before START, after it, in a list and during a search. Each gets as
// many answers as the protocol requires, only END ends the program, and the
// engine gets no more resources than allowed. A game that begins then is played
// in time.
func TestEdgeNumbers(t *testing.T) {
	for _, name := range append(slices.Sorted(maps.Keys(handlers)), "DONE", "HELLO") {
		if name == "END" {
			continue
		}
		for _, state := range []string{"before", "after", "list", "search"} {
			synctest.Test(t, func(t *testing.T) { tryEdges(t, name, state) })
		}
	}
}

// mostTestMemory is the most that the manager can give in these tests.
const mostTestMemory = 1 << 30

// tryEdges sends a command with all edges to one program in a state.
func tryEdges(t *testing.T, name, state string) {
	cfg := testConfig(nil)
	cfg.MostMemory = mostTestMemory
	cfg.Engine = func(r Resources) (engine.Engine, error) {
		if r.Memory <= 0 || r.Memory > mostTestMemory || r.Threads <= 0 || r.Threads > mostThreads {
			t.Errorf("%s %s: the engine may use %+v", state, name, r)
		}
		return &firstMove{think: asLimited}, nil
	}
	c := converse(t, cfg)
	every := testenv.Rounds(1, 12)
	for i, edge := range edges {
		if i%every != 0 {
			continue
		}
		for _, lines := range withNumbers(name, edge) {
			c.tryEdge(name, state, lines)
		}
		begins := name == "START" || name == "RECTSTART"
		switch {
		case state == "before" && begins:
			c.sane(name, state, edge)
			c.send("END")
			<-c.ended
			c = converse(t, cfg)
		case state != "before" && (begins || i%8 == 0):
			c.sane(name, state, edge)
		}
	}
	c.sane(name, state, "all edges")
	c.send("END")
	if err := <-c.ended; err != nil {
		t.Errorf("%s %s: %v", state, name, err)
	}
}

// tryEdge sends lines in a state and checks the answers.
func (c *talk) tryEdge(name, state string, lines []string) {
	c.t.Helper()
	least, most := answersTo(name)
	if len(lines) == 3 && isName(lines[1]) { // UNKNOWN in the list
		least, most = least+1, most+1
	}
	switch state {
	case "before":
		if handlers[name].board {
			least = len(lines) // one per list
			if strings.TrimSpace(lines[len(lines)/2]) == "" {
				least-- // an empty line gets no answer
			}
			most = least
		}
	case "after":
		c.send("START 15")
		c.expect("OK")
	case "list":
		c.send("START 15", "BOARD", "7,7,2")
		c.expect("OK")
		switch {
		case name == "HELLO" || name == "INFO" || name == "STOP" || name == "YXSTOP": // the list continues
			lines = append(slices.Clone(lines), "DONE", "STOP") // of a search that may have hours
			if least, most = 1, 1; name == "HELLO" {
				least, most = 2, 2
			}
		case name != "DONE":
			least, most = least+1, most+1 // the list is dropped
		}
	case "search":
		c.send("START 15", "INFO timeout_turn 100000", "TURN 7,7")
		c.expect("OK")
		synctest.Wait()
		lines = append(slices.Clone(lines), "STOP")
		switch name {
		case "START", "RECTSTART", "RESTART": // whose search is dropped
		case "STOP", "YXSTOP":
			least, most = 1, 1
		default:
			least, most = least+1, most+1
		}
	}
	c.send(lines...)
	fence, own := "ABOUT", `name="moyo"`
	if name == "ABOUT" {
		fence, own = "TAKEBACK 3,3", "ERROR TAKEBACK"
	}
	got := c.answersBefore(fence, own)
	if state == "search" && strings.HasSuffix(name, "START") && len(got) > 0 && strings.HasPrefix(got[len(got)-1], "ERROR ") {
		least, most = 2, 2 // no new game, and the search continued
	}
	if len(got) < least || len(got) > most {
		c.t.Errorf("%s, %q: %d answers, want %d to %d: %q", state, lines, len(got), least, most, got)
	}
}

// answersBefore sends a command and returns the answers before its own.
func (c *talk) answersBefore(command, own string) (list []string) {
	c.send(command)
	for {
		got := c.hear()
		if got == "(end)" || strings.HasPrefix(got, own) {
			return list
		}
		list = append(list, got)
	}
}

// sane plays two moves of a usual game after any other commands.
func (c *talk) sane(name, state, edge string) {
	c.t.Helper()
	c.send("INFO timeout_turn 1000", "INFO timeout_match 0", "INFO time_left 2147483647", "INFO time_increment 0", "INFO max_node 0",
		"INFO max_depth 0", "INFO max_memory 0", "INFO hash_size 0", "INFO thread_num 1",
		"INFO rule 0", "YXBLOCKRESET", "YXBLOCKPATHRESET", "START 15")
	if got := c.answersBefore("ABOUT", `name="moyo"`); len(got) == 0 || got[len(got)-1] != "OK" {
		c.t.Fatalf("after %s %s, %q: START: %q", state, name, edge, got)
	}
	for i := range 2 {
		begun := time.Now()
		c.send(fmt.Sprintf("TURN %d,%d", 7+i, 7))
		at, err := parseCell(c.hear())
		if d := time.Since(begun); err != nil || at.x < 0 || at.x > 14 || at.y < 0 || at.y > 14 || d > time.Second {
			c.t.Errorf("after %s %s, %q: move %d is %v, %v after %v", state, name, edge, i+1, at, err, d)
		}
	}
}

// TestEdgesKeepNothing sends a flood of all commands and edges to one program,
// which then keeps no more than the board and a bounded number of blocked moves.
func TestEdgesKeepNothing(t *testing.T) {
	testenv.SkipUnderRace(t)
	s := newServer(&strings.Builder{}, testConfig(&firstMove{}))
	flood := func() uint64 {
		for _, name := range slices.Sorted(maps.Keys(handlers)) {
			if name == "END" {
				continue
			}
			for _, edge := range edges {
				for _, lines := range withNumbers(name, edge) {
					for _, text := range lines {
						s.answer(t.Context(), line{text: text, at: time.Now()})
					}
				}
			}
		}
		s.out = &strings.Builder{}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	flood()
	first := flood()
	if second := flood(); second > first+1<<20 {
		t.Errorf("%d bytes, then %d", first, second)
	}
}
