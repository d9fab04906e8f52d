package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
	"moyo/server/base/wire"
	"moyo/server/people/admin"
	"moyo/server/people/invitation"
)

// administrate runs `moyo admin` on a data folder and returns the exit code and what
// it printed.
func administrate(dir string, args ...string) (code int, out string) {
	var stdout, stderr strings.Builder
	code = run(append([]string{"admin", args[0], "--data", dir}, args[1:]...), &stdout, &stderr)
	return code, stdout.String() + stderr.String()
}

// TestAdmin does what operators do, on a folder and on the server that has it open, with the same
// words.
func TestAdmin(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, running := range []bool{false, true} {
		name := map[bool]string{false: "folder", true: "server"}[running]
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			if running {
				_, out, stderr := startServe(t, "--port", "0", "--data", dir)
				if line, err := out.ReadString('\n'); err != nil {
					t.Fatal(line, err, stderr)
				}
			}
			for _, c := range []struct {
				args  string
				code  int
				words []string
			}{
				{"create Ada --role administrator", exitDone, []string{"Ada (administrator) can sign in with this code", "/redeem"}},
				{"create ADA", exitFailed, []string{"taken"}},
				{"create x", exitFailed, []string{"two characters"}},
				{"create Bo --role king", exitFailed, []string{"want one of player bot moderator administrator"}},
				{"create Bo", exitDone, []string{"Bo (player)"}},
				{"role bo moderator --why trusted", exitDone, []string{"Bo", "moderator"}},
				{"role nobody moderator", exitFailed, []string{`no account "nobody"`}},
				{"silence Bo --hours 2 --why loud", exitDone, []string{"silenced until 2"}},
				{"suspend Bo", exitWrongUse, []string{"--why"}},
				{"suspend Bo --hours=-1 --why x", exitFailed, []string{"-1 hours"}},
				{"suspend Bo --why rude", exitDone, []string{"suspended until for good"}},
				{"list", exitDone, []string{"Ada", "administrator", "Bo", "suspended until for good"}},
				{"list --limit 1", exitDone, []string{"Ada", "more: --after Ada"}},
				{"list --after ada", exitDone, []string{"Bo"}},
				{"restore Bo", exitDone, []string{"silenced until"}},
				{"unsilence Bo", exitDone, []string{"moderator"}},
				{"reset Bo --why lost", exitDone, []string{"can sign in with this code"}},
				{"audit", exitDone, []string{"operator", "rude", "moderator, was player", "for good", "lost", "reset", "unsilence", "restore"}},
				{"audit Ada", exitDone, []string{"create"}},
				{"audit --limit 1", exitDone, []string{"reset", "more: --before"}},
			} {
				args := strings.Fields(c.args)
				code, out := administrate(dir, args...)
				if code != c.code {
					t.Errorf("%s: code %d, %s", c.args, code, out)
				}
				for _, word := range c.words {
					if !strings.Contains(out, word) {
						t.Errorf("%s: %s, want %q", c.args, out, word)
					}
				}
			}
			code, out := administrate(dir, "list", "--json")
			var a admin.Answer
			if err := json.Unmarshal([]byte(out), &a); code != exitDone || err != nil ||
				len(a.People) != 2 || a.People[1].Suspended != "" || a.People[1].Role != "moderator" {
				t.Errorf("as JSON: %d %s %v", code, out, err)
			}
		})
	}
}

// TestAdminNowhere refuses a folder without a database, and creates none.
func TestAdminNowhere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tyop")
	if code, out := administrate(dir, "list"); code != exitFailed || !strings.Contains(out, "no database") {
		t.Errorf("%d %s", code, out)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made")
	}
}

// visitor is a browser at a server.
type visitor struct {
	t       *testing.T
	url     string
	browser http.Client
}

// redeem enters a code for signing in and returns the status of the answer.
func (v *visitor) redeem(code string) int {
	v.t.Helper()
	body, err := json.Marshal(invitation.Redeem{Code: code})
	if err != nil {
		v.t.Fatal(err)
	}
	res, err := v.browser.Post(v.url+"/api/account/redeem", "application/json", bytes.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

// me returns the visitor's identity according to the server.
func (v *visitor) me() (me wire.Me) {
	v.t.Helper()
	res, err := v.browser.Get(v.url + "/api/me")
	if err != nil {
		v.t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&me); err != nil {
		v.t.Fatal(err)
	}
	return me
}

// TestFirstAdministrator makes the first administrator of a running server, who signs in with the
// code once. Only the owner can use the socket.
func TestFirstAdministrator(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	cmd, out, stderr := startServe(t, "--port", "0", "--data", dir)
	line, err := out.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "moyo is at ")
	if err != nil || !ok {
		t.Fatal(line, err, stderr)
	}
	socket := filepath.Join(dir, "moyo.sock")
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != os.ModeSocket {
		t.Errorf("the socket: %v %v", info, err)
	}
	code, text := administrate(dir, "create", "Ada", "--role", "administrator", "--json")
	var made admin.Answer
	if err := json.Unmarshal([]byte(text), &made); code != exitDone || err != nil {
		t.Fatal(code, text, err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	ada := visitor{t, url, http.Client{Jar: jar}}
	if got := ada.redeem("AAAAAA-AAAAAA-AAAAAA-AAAAAA"); got != http.StatusNotFound {
		t.Errorf("a made up code: %d", got)
	}
	if got := ada.redeem(" " + strings.ToLower(strings.ReplaceAll(made.Code, "-", " "))); got != http.StatusOK {
		t.Errorf("the code: %d", got)
	}
	if got := ada.me(); got.Name != "Ada" || got.Role != "administrator" {
		t.Errorf("signed in: %+v", got)
	}
	if got := ada.redeem(made.Code); got != http.StatusNotFound {
		t.Errorf("the code once more: %d", got)
	}
	administrate(dir, "role", "Ada", "player")
	if got := ada.me(); got.Role != "player" {
		t.Errorf("immediately after a change: %+v", got)
	}
	administrate(dir, "suspend", "Ada", "--why", "x")
	if got := ada.me(); !got.Suspended {
		t.Errorf("immediately after a suspension: %+v", got)
	}
	administrate(dir, "reset", "Ada")
	if got := ada.me(); got.Name != "" || got.Role != "guest" {
		t.Errorf("immediately after a reset: %+v", got)
	}
	stopServe(t, cmd, stderr)
	if _, err := os.Stat(socket); err == nil {
		t.Error("the socket is still there")
	}
	if code, out := administrate(dir, "list"); code != exitDone || !strings.Contains(out, "Ada") {
		t.Errorf("afterwards: %d %s", code, out)
	}
}

// TestAdminAfterCrash finds a socket without a listener.
func TestAdminAfterCrash(t *testing.T) {
	testenv.LongUnderRace(t)
	dir := filepath.Join(t.TempDir(), "data")
	start := func() (kill func()) {
		cmd, out, stderr := startServe(t, "--port", "0", "--data", dir)
		if line, err := out.ReadString('\n'); err != nil {
			t.Fatal(line, err, stderr)
		}
		return func() { _, _ = cmd.Process.Kill(), cmd.Wait() }
	}
	start()()
	if code, out := administrate(dir, "create", "Ada"); code != exitDone {
		t.Errorf("after a crash: %d %s", code, out)
	}
	defer start()()
	if code, out := administrate(dir, "create", "Bo"); code != exitDone {
		t.Errorf("after a new start: %d %s", code, out)
	}
}
