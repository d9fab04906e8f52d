package gomocup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// TestFailuresKeepTheGame sends failing commands that would begin a new game or
// change the current one. The game stays as it was, including the owners of the
// stones, and continues.
func TestFailuresKeepTheGame(t *testing.T) {
	const all = "YXBLOCK/0,0/1,0/2,0/3,0/4,0/0,1/1,1/2,1/3,1/4,1/0,2/1,2/2,2/3,2/4,2/0,3/1,3/2,3/3,3/4,3/0,4/1,4/2,4/3,4/4,4/DONE/"
	full := ""
	for i := range 25 {
		full += fmt.Sprintf("%d,%d,%d/", i%5, i/5, 1+(i+i/5/2)%2)
	}
	for _, tt := range []struct{ commands, want string }{
		{"START", "ERROR START : want a size"},
		{"START 15,", "ERROR START 15,: want a size"},
		{"START 2", "ERROR a board of 2x2 is not supported"},
		{"START 100", "ERROR a board of 100x100 is not supported"},
		{"START 4", "ERROR Grid 4×4 has no line of 5 points"},
		{"RECTSTART 15", "ERROR RECTSTART 15: want a size"},
		{"RECTSTART 15,x", "ERROR RECTSTART 15,x: want a size"},
		{"RECTSTART 3,4", "ERROR Grid 3×4 has no line of 5 points"},
		{"INFO max_memory 7/START 15", "ERROR too little memory"},
		{"BOARD/4,4,1/5,5,2/DONE", "ERROR BOARD: 5,5 is not on the board"},
		{"YXBOARD/4,4,1/4,4,2/DONE", "ERROR YXBOARD: 4,4 is not empty"},
		{"BOARD/4,4,1/START 15x/1,1,1/DONE", "ERROR BOARD without DONE"},
		{"BOARD/" + full + "DONE", "ERROR BOARD: there is no empty point"},
		{"SWAP2BOARD/4,4/DONE", "ERROR SWAP2BOARD: 1 stones: want none, 3 or 5"},
		{"SWAP2BOARD/4,4/3,4/4,x/DONE", "ERROR SWAP2BOARD: "},
		{all + "SWAP2BOARD/DONE", "ERROR SWAP2BOARD: too many points are blocked"},
		{all + "YXSWAP2STEP1", "ERROR YXSWAP2STEP1: too many points are blocked"},
		{all + "YXBLOCKUNDO/3,3/4,4/DONE/YXSWAP2STEP1", "ERROR YXSWAP2STEP1: too many points are blocked"},
		{"INFO rule 4/YXSWAP2STEP1", "ERROR YXSWAP2STEP1: no swap2 of Renju"},
		{"INFO rule 4/SWAP2BOARD/DONE", "ERROR SWAP2BOARD: no swap2 of Renju"},
		{"YXSWAP2STEP2", "ERROR YXSWAP2STEP2: 2 stones: want 3"},
		{"YXSWAP2STEP3", "ERROR YXSWAP2STEP3: 2 stones: want 5"},
	} {
		var out bytes.Buffer
		s := newServer(&out, failingConfig(&firstMove{}))
		said(t, s, &out, "START 5", "TURN 0,0")
		before := fmt.Sprint(s.table)
		if got := said(t, s, &out, strings.Split(tt.commands, "/")...); !strings.Contains("\n"+got, "\n"+tt.want) {
			t.Errorf("%s: %q, want %q", tt.commands, got, tt.want)
		}
		if now := fmt.Sprint(s.table); now != before {
			t.Errorf("after %s the table is %s, was %s", tt.commands, now, before)
		}
		if got := said(t, s, &out, "INFO rule 0", "INFO max_memory 0", "YXBLOCKRESET", "TURN 2,0"); !strings.HasSuffix(got, "\n3,0\n") {
			t.Errorf("after %s the game continues with %q", tt.commands, got)
		}
	}
}

// failingConfig is a configuration in which things fail that usually work.
func failingConfig(e engine.Engine) Config {
	cfg := testConfig(e)
	cfg.Rules = func(id string) (game.Rules, error) {
		if strings.Contains(id, "renju") && strings.Contains(id, "swap2") {
			return nil, errors.New("no swap2 of Renju")
		}
		return gomoku.Parse(id)
	}
	cfg.Engine = func(r Resources) (engine.Engine, error) {
		if r.Memory == 7 {
			return nil, errors.New("too little memory")
		}
		return e, nil
	}
	return cfg
}

// TestFailedBeginKeepsColours: the stones change sides for BEGIN, and back if
// the engine does not move.
func TestFailedBeginKeepsColours(t *testing.T) {
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	rows := []string{"START 5", "YXBOARD"}
	for i := range 25 {
		rows = append(rows, fmt.Sprintf("%d,%d,%d", i%5, i/5, 1+(i+i/5/2)%2))
	}
	said(t, s, &out, append(rows, "DONE")...)
	before := fmt.Sprint(s.table)
	for _, command := range []string{"BEGIN", "YXNBEST 2"} {
		if got := said(t, s, &out, command); got != "ERROR "+strings.Fields(command)[0]+": there is no empty point\n" {
			t.Errorf("%s: %q", command, got)
		}
		if now := fmt.Sprint(s.table); now != before {
			t.Errorf("after %s the table is %s, was %s", command, now, before)
		}
	}
}

// TestFailedStartKeepsTheClock: a failing START does not give back the time that
// a game has used.
func TestFailedStartKeepsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &firstMove{think: func(context.Context, engine.Limits, func(engine.Info)) { time.Sleep(2 * time.Second) }}
		c := converse(t, failingConfig(e))
		c.send("INFO timeout_match 100000", "START 15", "BEGIN")
		c.expect("OK", "0,0")
		c.send("INFO max_memory 7", "START 20", "INFO max_memory 0", "TURN 5,5")
		c.expect("ERROR too little memory", "1,0")
		if left := e.limits[1].Clock.Left().Round(time.Second); left != 98*time.Second {
			t.Errorf("%v left, want 98 s", left)
		}
	})
}

// TestFailedStartDuringSearch: a new game that fails to start does not end the
// search of the current game.
func TestFailedStartDuringSearch(t *testing.T) {
	for _, tt := range []struct{ command, want string }{
		{"START x", "ERROR START x: want a size"},
		{"START 1", "ERROR a board of 1x1 is not supported: want 3 to 99 a side"},
		{"RECTSTART 4,4", "ERROR Grid 4×4 has no line of 5 points"},
		{"START 15" + strings.Repeat(" ", maxLine), "UNKNOWN line of more than 4096 bytes"},
	} {
		synctest.Test(t, func(t *testing.T) {
			c := converse(t, testConfig(&firstMove{think: asLimited}))
			c.send("START 15", "INFO timeout_turn 10000", "TURN 0,0")
			c.expect("OK")
			synctest.Wait()
			begun := time.Now()
			c.send(tt.command)
			c.expect("1,0", tt.want)
			if d := time.Since(begun); d < 9*time.Second {
				t.Errorf("%.20s: a move after %v", tt.command, d)
			}
			c.send("TURN 2,0")
			c.expect("3,0")
		})
	}
}

// TestDroppedForAStartThatFails: a search that was dropped for a failing new
// game has not changed the current game.
func TestDroppedForAStartThatFails(t *testing.T) {
	for _, command := range []string{"YXSWAP2STEP1", "TURN 2,0", "SWAP2BOARD\r\nDONE"} {
		synctest.Test(t, func(t *testing.T) {
			e := &firstMove{}
			c := converse(t, failingConfig(e))
			c.send("START 15", "INFO timeout_turn 100000", "TURN 0,0")
			c.expect("OK", "1,0")
			e.think = untilStopped
			c.send(command)
			synctest.Wait()
			c.send("INFO max_memory 7", "START 15")
			c.expect("ERROR too little memory")
			synctest.Wait()
			e.think = nil
			c.send("INFO max_memory 0", "TURN 3,0")
			c.expect("2,0")
		})
	}
}

// TestLongLinesInLists: a line that is too long is neither a command nor a row.
func TestLongLinesInLists(t *testing.T) {
	blanks := strings.Repeat(" ", maxLine)
	for _, tt := range []struct{ commands, want string }{
		{"BOARD/0,0,2/START 6" + blanks + "/1,0,1/2,0,2/DONE", "UNKNOWN line of more than 4096 bytes 3,0"},
		{"BOARD/0,0,2/DONE" + blanks + "/1,0,1/2,0,2/DONE", "UNKNOWN line of more than 4096 bytes 3,0"},
		{"BOARD/0,0,2/hello" + blanks + "/1,0,1/2,0,2/DONE", "UNKNOWN line of more than 4096 bytes 3,0"},
		{"BOARD/0,0,2/1,0,1" + blanks + "/DONE", "ERROR BOARD: a line of more than 4096 bytes"},
		{"YXQUERYDATABASEALL/START 6" + blanks + "/DONE", "UNKNOWN command YXQUERYDATABASEALL"},
	} {
		c := converse(t, testConfig(&firstMove{}))
		c.send("START 15")
		c.expect("OK")
		c.send(strings.Split(tt.commands, "/")...)
		if got := strings.Join(c.answersBefore("ABOUT", `name="moyo"`), " "); got != tt.want {
			t.Errorf("%.40s: %q, want %q", tt.commands, got, tt.want)
		}
	}
}

// TestUnknownInLists: an unknown command leaves a list open, even with a list
// of its own; an invalid row spoils it.
func TestUnknownInLists(t *testing.T) {
	for _, tt := range []struct{ commands, want string }{
		{"BOARD/0,0,2/my_2nd_word/1,0,1/YXSHOWHASHUSAGE 1/2,0,2/DONE", "UNKNOWN command my_2nd_word/UNKNOWN command YXSHOWHASHUSAGE/3,0"},
		{"BOARD/0,0,2/hello,3,1/DONE/BEGIN", `ERROR BOARD: "hello" is not a number/0,0`},
		{"BOARD/0,0,2/#/DONE/BEGIN", `ERROR BOARD: "#" is not a number/0,0`},
		{"BOARD/0,0,2/YXQUERYDATABASEALL/7,7,1/START/DONE/",
			"UNKNOWN command YXQUERYDATABASEALL/ERROR BOARD without DONE/ERROR START : want a size/UNKNOWN command DONE"},
		{"BOARD/0,0,2/YXQUERYDATABASEALL/7,7,1/hello/yxeditlabeldatabase/DONE/1,0,1/2,0,2/DONE", "UNKNOWN command YXQUERYDATABASEALL/3,0"},
		{"SWAP2BOARD/YXSOOSORVSTEP2/7,7/DONE/1,0/hello/2,0/3,0/DONE", "UNKNOWN command YXSOOSORVSTEP2/UNKNOWN command hello/SWAP"},
		{"YXBOARD/0,0,2/YXSOOSORVSTEP2/7,7/INFO rule 1/DONE/DONE/BEGIN", "UNKNOWN command YXSOOSORVSTEP2/1,0"},
		// the engine's move is blocked, and the middle
		{"YXBLOCK/0,0/YXDELETEDATABASEONE/5,5/DONE/7,7/DONE/BEGIN", "UNKNOWN command YXDELETEDATABASEONE/7,6"},
	} {
		var out bytes.Buffer
		s := newServer(&out, testConfig(&firstMove{}))
		said(t, s, &out, "START 15")
		var got []string
		for text := range strings.Lines(said(t, s, &out, strings.Split(tt.commands, "/")...)) {
			if !strings.HasPrefix(text, "MESSAGE ") {
				got = append(got, strings.TrimSpace(text))
			}
		}
		if strings.Join(got, "/") != tt.want {
			t.Errorf("%s: %q, want %s", tt.commands, got, tt.want)
		}
	}
}
