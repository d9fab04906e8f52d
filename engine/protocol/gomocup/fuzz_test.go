package gomocup

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// FuzzServe sends anything. The server must come to its end, and every command
// that wants an answer gets one: what is no MESSAGE counts.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"START 15\r\nBEGIN\r\nTURN 7,7\r\nTAKEBACK 7,7\r\nEND\r\n",
		"INFO rule 4\nRECTSTART 15,15\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\nYXSHOWFORBID\n",
		"INFO rule 2\nSTART 6\nBOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\nDONE\nBOARD\n0,0,3\n1,0,1\nDONE",
		"START 15\nSWAP2BOARD\n7,7\n8,7,2\n9,7\nDONE\nSWAP2BOARD\nDONE\nRESTART\nBEGIN\n",
		"START 5\nBOARD\n0,0,1\nSTART 6\nYXBOARD\n1,1,2\nDONE\nYXNBEST 2\nPLAY 3,3\nABOUT\nSTOP\nINFO time_left -5\n",
		"INFO\f0\nSTART\v15\nBEGIN\n",
		"YXSHOWINFO\nSTART 9 9\nYXBLOCK\n4,4\nDONE\nYXBALANCETWO 5\nYXBALANCEONE x\nYXBLOCKUNDO\n4,4\ndone\nYXBLOCKRESET\nYXHASHCLEAR\nYXBALANCEONE",
		"START 99\nBEGIN\nDONE\nDONE\n,,,\n-1,-1\nboard\n1, 1 , 1\ndone\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.Contains(text, "99") {
			return // large boards take long
		}
		var out bytes.Buffer
		s := newServer(&out, testConfig(&firstMove{}))
		for _, ln := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
			inList := s.list != nil
			before := out.Len()
			s.answer(t.Context(), line{text: ln, at: time.Now()})
			said := answers(out.String()[before:])
			want := wants(ln, inList, s)
			if want < 0 && said <= 1 { // DONE, after which YXBOARD is silent if all is well
				continue
			}
			if said != want {
				t.Errorf("%q after %q: %d answers, want %d: %q", ln, text, said, want, out.String()[before:])
			}
			if s.quit {
				break
			}
		}
		s.engine.close()
	})
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

// wants says how many answers a line wants. s is the server after it.
func wants(ln string, inList bool, s *server) int {
	fields := strings.Fields(ln)
	if len(fields) == 0 {
		return 0
	}
	name := strings.ToUpper(fields[0])
	switch name {
	case "INFO", "END", "STOP", "YXSTOP", "YXSHOWINFO", "YXHASHCLEAR":
		if inList && s.list == nil {
			return 1 // the list is given up
		}
		return 0
	case "YXBLOCKRESET":
		if inList {
			return 1
		}
		return 0
	}
	_, known := handlers[name]
	switch {
	case inList && name != "DONE" && !known:
		return 0 // a row, good or bad
	case inList && name == "DONE":
		return -1 // one, or none of YXBOARD
	case inList && s.list == nil:
		return 2 // the list is given up, the command answered
	case inList: // a list opened by the command that gave one up
		return 1
	case s.list != nil:
		return 0 // opened
	}
	return 1
}
