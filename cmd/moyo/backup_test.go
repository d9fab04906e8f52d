package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// TestKeepBackups runs a server's backups for hours, with breaks: one copy per hour, of which the
// newest three stay, and none too soon after a restart.
func TestKeepBackups(t *testing.T) {
	data, dir := t.TempDir(), filepath.Join(t.TempDir(), "copies")
	s, err := sqlite.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	synctest.Test(t, func(t *testing.T) {
		f := &backupFlags{Backups: dir, BackupEvery: time.Hour, BackupKeep: 3}
		work := func(d time.Duration) {
			ctx, stop := context.WithTimeout(t.Context(), d)
			defer stop()
			var making sync.WaitGroup
			making.Go(func() { f.run(ctx, data, slog.New(slog.DiscardHandler), time.Now) })
			making.Wait()
		}
		want := func(when string, hours ...int) {
			t.Helper()
			got, err := f.list()
			var names []string
			for _, h := range hours {
				names = append(names, time.Date(2000, 1, 1, h, 0, 0, 0, time.UTC).Format(backupName))
			}
			if err != nil || strings.Join(got, " ") != strings.Join(names, " ") {
				t.Errorf("%s: %v %v, want %v", when, got, err, names)
			}
		}
		work(time.Minute)
		want("at once", 0)
		if err := os.WriteFile(filepath.Join(dir, "moyo-20000101-000100.db.part"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		work(90 * time.Minute)
		want("started again after a minute", 0, 1)
		work(4 * time.Hour)
		want("after five and a half hours", 3, 4, 5)
		if left, err := os.ReadDir(dir); err != nil || len(left) != 3 {
			t.Errorf("left: %v %v", left, err)
		}
	})
}

// TestBackupCommands copies the database of a running server by hand and automatically, checks the
// copy, and restores another server's database from it.
func TestBackupCommands(t *testing.T) {
	dir := t.TempDir()
	data, copies, file := filepath.Join(dir, "data"), filepath.Join(dir, "copies"), filepath.Join(dir, "copy.db")
	_, out, stderr := startServe(t, "--port", "0", "--data", data, "--backups", copies)
	if line, err := out.ReadString('\n'); err != nil {
		t.Fatalf("%q %v %s", line, err, stderr)
	}
	if code, _, text := moyo(t, "admin", "create", "Ada", "--data", data); code != exitDone {
		t.Fatalf("admin create: %s", text)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"backup", file, "--data", data}, exitDone, "is a copy of the database"},
		{[]string{"backup", file, "--data", data}, exitFailed, "already exists"},
		{[]string{"check", file}, exitDone, "is whole"},
		{[]string{"restore", file, "--data", data}, exitFailed, "is in use"},
		{[]string{"restore", file, "--data", filepath.Join(dir, "other")}, exitDone, "start the server"},
		{[]string{"backup", filepath.Join(dir, "x"), "--data", dir}, exitFailed, "no database"},
		{[]string{"serve", "--port", "0", "--data", dir, "--backups", copies, "--backup-every", "1s"}, exitWrongUse, "backup-every 1s"},
		{[]string{"serve", "--port", "0", "--data", dir, "--backups", copies, "--backup-keep", "0"}, exitWrongUse, "backup-keep 0"},
	} {
		if code, text, errs := moyo(t, c.args...); code != c.code || !strings.Contains(text+errs, c.words) {
			t.Errorf("%v: %d %s%s, want %d %q", c.args, code, text, errs, c.code, c.words)
		}
	}
	s, err := sqlite.Open(t.Context(), filepath.Join(dir, "other"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p, err := s.PlayerNamed(t.Context(), "ada"); err != nil || p.Role != store.Member {
		t.Errorf("in the restored one: %+v %v", p, err)
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if own, err := filepath.Glob(filepath.Join(copies, "moyo-*.db")); err == nil && len(own) == 1 {
			return
		}
	}
	t.Errorf("the server has made no copy: %s", stderr)
}

// TestServeCut serves a truncated database: the server starts, reports what to do, stores nothing and
// does not change the file. Salvaged data is served as usual.
func TestServeCut(t *testing.T) {
	dir := t.TempDir()
	data, restored, file := filepath.Join(dir, "data"), filepath.Join(dir, "restored"), filepath.Join(dir, "salvaged.db")
	s, err := sqlite.Open(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(data, sqlite.File)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut := whole[:len(whole)-5*4096]
	if err := os.WriteFile(path, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	body := servesGame(t, data, http.StatusServiceUnavailable, "moyo check "+path, "moyo salvage "+path, "moyo restore")
	if !strings.Contains(body, `"read-only"`) || !strings.Contains(body, "nothing new can be saved") {
		t.Errorf("a new game: %s", body)
	}
	if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, cut) {
		t.Errorf("the file was changed: %v", err)
	}
	for _, args := range [][]string{{"salvage", path, file}, {"restore", "--damaged", file, "--data", restored}} {
		if code, _, text := moyo(t, args...); code != exitDone {
			t.Fatalf("%q: %s", args, text)
		}
	}
	servesGame(t, restored, http.StatusOK)
}

// servesGame starts a server, asks for its readiness and for a new game, stops it, and returns its
// answer; the server's log must contain words.
func servesGame(t *testing.T, data string, ready int, words ...string) string {
	t.Helper()
	cmd, out, stderr := startServe(t, "--port", "0", "--data", data, "--backups", filepath.Join(data, "copies"))
	line, err := out.ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "moyo is at ")
	if err != nil || !ok {
		t.Fatalf("%q %v %s", line, err, stderr)
	}
	res, err := http.Get(url + "/healthz/ready")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != ready {
		t.Errorf("ready: %d", res.StatusCode)
	}
	res, err = http.Post(url+"/api/games", "application/json",
		strings.NewReader(`{"board":"grid:5","rules":"weiqi","color":"black","opponent":"human"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != ready && ready != http.StatusOK || res.StatusCode >= 300 && ready == http.StatusOK {
		t.Errorf("a new game: %d %v %s", res.StatusCode, err, body)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v %s", err, stderr)
	}
	if strings.Contains(stderr.String(), "not copied") {
		t.Errorf("a damaged database was copied: %s", stderr)
	}
	for _, w := range words {
		if !strings.Contains(stderr.String(), w) {
			t.Errorf("the log has no %q: %s", w, stderr)
		}
	}
	return string(body)
}
