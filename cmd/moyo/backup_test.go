package main

import (
	"context"
	"log/slog"
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

// TestKeepBackups lets a server copy its database for hours, with breaks: a
// copy an hour, of which the newest three are kept, and none too soon after a restart.
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

// TestBackupCommands copies the database of a running server by hand and by itself,
// looks at the copy, and makes another server's database from it.
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
		{[]string{"backup", file, "--data", data}, exitFailed, "is there already"},
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
