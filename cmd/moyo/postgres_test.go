package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/sqlite"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// TestPostgres runs a server on PostgreSQL, uses moyo admin on it, and moves its data into a folder
// and back into another database.
func TestPostgres(t *testing.T) {
	testenv.LongUnderRace(t)
	cluster := pgtest.Shared(t)
	first, err := cluster.Database(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := cluster.Database(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	data, other := filepath.Join(dir, "data"), filepath.Join(dir, "other")
	file, again := filepath.Join(dir, "all.jsonl"), filepath.Join(dir, "again.jsonl")
	cmd, out, stderr := startServe(t, "--port", "0", "--data", data, "--db", first)
	line, err := out.ReadString('\n')
	if err != nil {
		t.Fatalf("%q %v %s", line, err, stderr)
	}
	res, err := http.Get(strings.TrimPrefix(strings.TrimSpace(line), "moyo is at ") + "/healthz")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("%v %v", res, err)
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"admin", "create", "Ada", "--data", data, "--db", first}, exitDone, "Ada"},
		{[]string{"admin", "rate", "--data", data, "--db", first}, exitFailed, "1 server using this database; end all of them"},
		{[]string{"admin", "create", "Eve", "--data", filepath.Join(dir, "nowhere"), "--db", first},
			exitFailed, "1 server using this database; ask one of them"},
		{[]string{"check", "--db", first}, exitDone, "intact"},
		{[]string{"check", "--db", second}, exitFailed, "no moyo tables"},
		{[]string{"check", "--db", "mysql://x"}, exitWrongUse, "postgres://"},
		{[]string{"check"}, exitWrongUse, "a file or --db"},
		{[]string{"backup", filepath.Join(dir, "x"), "--db", first}, exitWrongUse, "pg_dump"},
		{[]string{"restore", os.Args[0], "--db", first}, exitWrongUse, "pg_dump"},
		{[]string{"serve", "--port", "0", "--data", dir, "--db", first, "--backups", dir}, exitWrongUse, "pg_dump"},
		{[]string{"serve", "--port", "0", "--data", dir, "--db", "sqlite:x:secret"}, exitWrongUse, "postgres://"},
		{[]string{"export", file, "--db", first}, exitDone, "contains all data"},
		{[]string{"export", file, "--db", first}, exitFailed, "already exists"},
		{[]string{"import", file, "--data", other}, exitDone, "start the server"},
		{[]string{"import", file, "--data", other}, exitFailed, "empty database"},
		{[]string{"export", again, "--data", other}, exitDone, "contains all data"},
		{[]string{"import", again, "--db", second}, exitDone, "start the server"},
		{[]string{"admin", "list", "--data", filepath.Join(dir, "nowhere"), "--db", second}, exitDone, "Ada"},
		{[]string{"admin", "rate", "--data", filepath.Join(dir, "nowhere"), "--db", second}, exitDone, "0 rated games"},
		{[]string{"import", os.Args[0], "--data", filepath.Join(dir, "fresh")}, exitFailed, "line 1: this is not an archive"},
	} {
		code, text, errs := moyo(t, c.args...)
		if code != c.code || !strings.Contains(text+errs, c.words) || strings.Contains(text+errs, "secret") {
			t.Errorf("%v: %d %s%s, want %d %q", c.args, code, text, errs, c.code, c.words)
		}
	}
	one, err1 := os.ReadFile(file)
	two, err2 := os.ReadFile(again)
	if err1 != nil || err2 != nil || string(one) != string(two) {
		t.Errorf("what went through a folder is another: %v %v", err1, err2)
	}
	if _, err := os.Stat(filepath.Join(dir, "fresh", sqlite.File)); err == nil {
		t.Error("a wrong file has made a database")
	}
	if left, err := filepath.Glob(filepath.Join(dir, "moyo-export-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	stopServe(t, cmd, stderr)
}
