package gomocup

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/internal/testenv"
)

// FuzzServe sends anything. The server must end, and every command that expects
// an answer gets one: lines other than MESSAGE count.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"START 15\r\nBEGIN\r\nTURN 7,7\r\nTAKEBACK 7,7\r\nEND\r\n",
		"INFO rule 4\nRECTSTART 15,15\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\nYXSHOWFORBID\n",
		"INFO rule 2\nSTART 6\nBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\nDONE\nBOARD\n0,0,3\n1,0,1\nDONE",
		"START 15\nSWAP2BOARD\n7,7\n8,7,2\n9,7\nDONE\nSWAP2BOARD\nDONE\nRESTART\nBEGIN\n",
		"START 5\nBOARD\n0,0,1\nSTART 6\nYXBOARD\n1,1,2\nDONE\nYXNBEST 2\nPLAY 3,3\nABOUT\nSTOP\nINFO time_left -5\n",
		"INFO\f0\nSTART\v15\nBEGIN\n",
		"YXSHOWINFO\nSTART 9 9\nYXBLOCK\n4,4\nDONE\nYXBALANCETWO 5\nYXBALANCEONE x\n" +
			"YXBLOCKUNDO\n4,4\ndone\nYXBLOCKRESET\nYXHASHCLEAR\nYXBALANCEONE",
		"START 6\nYXBLOCKPATH\n0,0\n1,1\nDONE\nTURN 0,0\nYXBLOCKPATHUNDO\n0,0\n" +
			"YXBLOCKPATHRESET\nYXQUERYDATABASEALL\n1,1\nDONE\nYXSOOSORVSTEP2\nYXSWAP2STEP2",
		"START 9\nYXSWAP2STEP1\nYXBOARD\n4,4,1\n4,5,2\n5,5,1\nDONE\nYXSWAP2STEP2\nINFO show_detail 1\nYXSWAP2STEP3",
		"START 9\nBOARD\n4,4,2\nhello\nYXQUERYDATABASEALL\n4,5\nx\nDONE\n5,5,1\nDONE\nBOARD\nYXSOOSORVSTEP2\nTURN 0,0\nDONE",
		"START 6\nTURN 0,0\nYXBLOCK\n0,0\n3,3\nDONE\nYXSWAP2STEP1\nSWAP2BOARD\n" +
			"1,1\n2,2\n4,4\nDONE\nSTART x\nRECTSTART 3\nSTART 3\nSWAP2BOARD\nDONE\nBEGIN",
		"START 7\nYXBLOCK\nYXSWAP2STEP1",
		"START 99\nBEGIN\nDONE\nDONE\n,,,\n-1,-1\nboard\n1, 1 , 1\ndone\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.Contains(text, "99") {
			return // large boards take long
		}
		converseInText(t, text)
	})
}

// FuzzCommands sends commands with edges for their numbers, chosen by bytes:
// three each for the name, the form of the lines and the edge.
func FuzzCommands(f *testing.F) {
	testenv.SkipUnderRace(f)
	names := append(slices.Sorted(maps.Keys(handlers)), slices.Sorted(maps.Keys(foreignLists))...)
	names = append(names, "DONE", "7,7,1", "8,7,2", "hello")
	// large boards take long
	small := slices.DeleteFunc(slices.Clone(edges), func(e string) bool { return strings.Contains(e, "99") || strings.Contains(e, "98") })
	at := func(name string) byte { return byte(slices.Index(names, name)) }
	for state := range 3 { // before START, after it, in a list
		for i := range names {
			seed := []byte{at("START"), 0, byte(slices.Index(small, "15")), at("BOARD"), 0, 4}[:3*state]
			for e := range small {
				seed = append(seed, byte(i), byte(e), byte(e))
			}
			f.Add(seed)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var text []string
		for ; len(data) >= 3 && len(text) < 200; data = data[3:] {
			name := names[int(data[0])%len(names)]
			forms := withNumbers(name, small[int(data[2])%len(small)])
			lines := forms[int(data[1])%len(forms)]
			if len(lines) == 3 && data[1] >= 128 {
				lines = lines[:2] // without DONE
			}
			text = append(text, lines...)
		}
		converseInText(t, strings.Join(text, "\n"))
	})
}

// converseInText sends lines to a server and expects as many answers to each as
// the protocol defines.
func converseInText(t *testing.T, text string) {
	t.Helper()
	var out bytes.Buffer
	s := newServer(&out, testConfig(&firstMove{}))
	for _, ln := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		in, before, lie := openLists(s), out.Len(), fmt.Sprint(s.table)
		s.answer(t.Context(), line{text: ln, at: time.Now()})
		text := out.String()[before:]
		said := answers(text)
		if least, most := wants(ln, in, s); said < least || said > most {
			t.Errorf("%q: %d answers, want %d to %d: %q", ln, said, least, most, text)
		}
		failed := strings.Contains("\n"+text, "\nERROR ") && !strings.Contains(text, " without DONE\n") // which belongs to another command
		if now := fmt.Sprint(s.table); failed && now != lie {
			t.Errorf("%q: %q, and %s has become %s", ln, text, lie, now)
		}
		proposes := strings.Contains(text, "MESSAGE SWAP2 ") || slices.Equal(in, []string{"SWAP2BOARD"})
		if proposes && !strings.Contains(text, "ERROR ") &&
			slices.ContainsFunc(proposedIn(text), func(at cell) bool { return s.blocks.cells[at] }) {
			t.Errorf("%q: %q, and blocked %v", ln, text, s.blocks.cells)
		}
		if s.quit {
			break
		}
	}
	s.engine.close()
}

// openLists returns the commands of the open lists, the innermost first.
func openLists(s *server) (list []string) {
	for l := s.list; l != nil; l = l.outer {
		list = append(list, l.command)
	}
	return list
}

// answers counts the lines that are answers.
func answers(text string) (n int) {
	for ln := range strings.Lines(text) {
		if !strings.HasPrefix(ln, "MESSAGE ") && !strings.HasPrefix(ln, "DEBUG ") {
			n++
		}
	}
	return n
}

// wants returns the least and the largest number of answers to a line. open are
// the commands whose lists were open before it, s is the server after it.
func wants(ln string, open []string, s *server) (least, most int) {
	fields := strings.Fields(ln)
	if len(fields) == 0 {
		return 0, 0
	}
	name := strings.ToUpper(fields[0])
	_, known := handlers[name]
	in := ""
	if len(open) > 0 {
		in = open[0]
	}
	switch {
	case foreignLists[in] && !known: // and its DONE
		return 0, 0
	case in != "" && name == "DONE":
		return 0, 1 // none for YXBOARD if it succeeds
	case in != "" && !known && !isName(name):
		return 0, 0 // a row, good or bad
	case !known:
		return 1, 1 // a list continues
	case name == "INFO" || name == "END" || name == "STOP" || name == "YXSTOP":
		return 0, 0 // a list continues
	}
	if len(open) > 0 && !foreignLists[open[len(open)-1]] {
		least = 1 // the list is dropped
	}
	switch name {
	case "YXSHOWINFO", "YXHASHCLEAR", "YXBLOCKRESET", "YXBLOCKPATHRESET":
		return least, least
	case "YXSWAP2STEP1", "YXSWAP2STEP2", "YXSWAP2STEP3":
		return least, least + 1
	}
	if s.list != nil {
		return least, least // opened
	}
	return least + 1, least + 1
}
