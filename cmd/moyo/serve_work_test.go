package main

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"moyo/internal/testenv"
)

func TestWorkFlags(t *testing.T) {
	testenv.LongUnderRace(t)
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no such role", []string{"--role", "boss"}, `role "boss": want one of all, game, gateway, worker`},
		{"a worker without a server", []string{"--role", "worker"}, "a worker needs --nats"},
		{"a worker that listens", []string{"--role", "worker", "--nats", "nats://localhost", "--nats-listen", "127.0.0.1:0"},
			"a worker does not listen"},
		{"both servers", []string{"--nats", "nats://localhost", "--nats-listen", "127.0.0.1:0"}, "not both"},
		{"no address", []string{"--nats-listen", "everywhere"}, "want a host and a port"},
		{"a key for nothing", []string{"--nats-key", "secret"}, "needs --nats or"},
		{"everybody's server", []string{"--nats-listen", "127.0.0.1:0"}, "needs a key"},
		{"no URL", []string{"--nats", "localhost:4222"}, "does not have the form nats://host:4222"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out, stderr strings.Builder
			args := append([]string{"moyo", "serve", "--port", "0", "--data", filepath.Join(t.TempDir(), "data")}, test.args...)
			if code := run(args[1:], &out, &stderr); code == exitDone {
				t.Error("it ended well")
			}
			if !strings.Contains(stderr.String(), test.want) || strings.Contains(stderr.String(), "secret") {
				t.Errorf("it says %q, want %q", stderr.String(), test.want)
			}
		})
	}
}

// TestServeWorker connects a server and a worker, and ends both.
func TestServeWorker(t *testing.T) {
	const key = "a key of workers"
	port := freePort(t)
	at := "127.0.0.1:" + port
	home, out, homeLog := startServe(t, "--port", "0", "--data", filepath.Join(t.TempDir(), "data"),
		"--nats-listen", at, "--nats-worker-key", key)
	if line, err := out.ReadString('\n'); err != nil {
		t.Fatalf("%q, %v, %s", line, err, homeLog)
	}
	worker, out, log := startServe(t, "--role", "worker", "--nats", "nats://"+at, "--nats-key", key, "--threads", "1")
	if line, err := out.ReadString('\n'); err != nil || line != "moyo works for nats://"+at+"\n" {
		t.Fatalf("%q, %v, %s", line, err, log)
	}
	for _, c := range []struct {
		name string
		end  func() error
	}{
		{"worker", func() error { _ = worker.Process.Signal(syscall.SIGTERM); return worker.Wait() }},
		{"server", func() error { _ = home.Process.Signal(syscall.SIGTERM); return home.Wait() }},
	} {
		if err := c.end(); err != nil {
			t.Errorf("the %s: %v\n%s\n%s", c.name, err, log, homeLog)
		}
	}
	for _, want := range []string{"work: ready", "work: ended"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the worker's log does not say %q: %s", want, log)
		}
	}
	if strings.Contains(log.String()+homeLog.String(), key) {
		t.Error("a key is in a log")
	}
}

// freePort returns a port that is free now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}
