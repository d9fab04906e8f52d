package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"

	"moyo/internal/testenv"
)

// serveVariable turns the test binary into moyo, with the arguments in this variable.
const serveVariable = "MOYO_TEST_SERVE"

// TestServeChild is not a test: it is moyo in a separate process, started by startServe.
func TestServeChild(t *testing.T) {
	args := os.Getenv(serveVariable)
	if args == "" {
		t.Skip("started by other tests only")
	}
	os.Exit(run(strings.Split(args, "\n"), os.Stdout, os.Stderr))
}

// startServe starts `moyo serve` with the arguments.
func startServe(t *testing.T, args ...string) (cmd *exec.Cmd, out *bufio.Reader, stderr *strings.Builder) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestServeChild$")
	cmd.Env = append(os.Environ(), serveVariable+"="+strings.Join(append([]string{"serve"}, args...), "\n"))
	stderr = new(strings.Builder)
	cmd.Stderr = stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd, bufio.NewReader(pipe), stderr
}

// stopServe interrupts a server and waits for its end.
func stopServe(t *testing.T, cmd *exec.Cmd, stderr *strings.Builder) {
	t.Helper()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the server ends with %v: %s", err, stderr)
	}
}

// TestServe starts the server on a free port, requests its health and the page, and stops it with a
// signal.
func TestServe(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd, out, stderr := startServe(t, "--port", "0", "--data", filepath.Join(t.TempDir(), "data"))
		line, err := out.ReadString('\n')
		url, ok := strings.CutPrefix(strings.TrimSpace(line), "moyo is at ")
		if err != nil || !ok || !strings.HasPrefix(url, "http://localhost:") {
			t.Fatalf("first line %q, %v, %s", line, err, stderr)
		}
		for path, status := range map[string]int{
			"/healthz": 200, "/api/catalog": 200, "/api/boards?spec=nowhere": 400, "/nowhere": 404, "/api/nowhere": 404,
		} {
			res, err := http.Get(url + path)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != status {
				t.Errorf("%s: %d, want %d", path, res.StatusCode, status)
			}
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Errorf("after %v: %v, %s", sig, err, stderr)
		}
	}
}

// TestServeRefuses expects one clear sentence and the right exit code.
func TestServeRefuses(t *testing.T) {
	testenv.LongUnderRace(t)
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	port := strconv.Itoa(busy.Addr().(*net.TCPAddr).Port)
	dir := t.TempDir()
	file, settings := filepath.Join(dir, "file"), filepath.Join(dir, "settings.json")
	for name, text := range map[string]string{file: "x", settings: `{"port": 70001}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args  []string
		code  int
		words string
	}{
		{[]string{"--port", "70000"}, exitWrongUse, "port 70000"},
		{[]string{"--port", "http"}, exitWrongUse, "port"},
		{[]string{"--config", settings}, exitWrongUse, "port 70001"},
		{[]string{"--config", file}, exitWrongUse, "settings"},
		{[]string{"--threads", "-1"}, exitWrongUse, "threads"},
		{[]string{"--memory", "3"}, exitWrongUse, "memory 3"},
		{[]string{"--metrics", "9090"}, exitWrongUse, `metrics "9090"`},
		{[]string{"--port", "0", "--data", filepath.Join(dir, "fresh"), "--metrics", "127.0.0.1:" + port},
			exitFailed, "metrics cannot be served at 127.0.0.1:" + port},
		{[]string{"--log-level", "loud"}, exitWrongUse, "log-level"},
		{[]string{"--port", port}, exitFailed, "port " + port + " on 127.0.0.1 is in use"},
		{[]string{"--port", "0", "--host", "no such host"}, exitFailed, "no such host"},
		{[]string{"--port", "0", "--data", filepath.Join(file, "data")}, exitFailed, "data folder"},
		{[]string{"--port", "0", "--data", dir, "--site", "go.example"}, exitWrongUse, "https://go.example"},
		{[]string{"--port", "0", "--data", dir, "--proxies", "127.0.0.1,my-proxy"}, exitWrongUse, `proxy "my-proxy"`},
		{[]string{"--port", "0", "--data", dir, "--proxy-protocol"}, exitWrongUse, "--proxy-protocol needs --proxies"},
		{[]string{"--port", "0", "--data", dir, "--limit", "rooms=0"}, exitWrongUse, "limit rooms=0: want a whole number"},
		{[]string{"--port", "0", "--data", dir, "--limit", "rooms=5,rooms=6"}, exitWrongUse, `limit "rooms=6"`},
		{[]string{"--port", "0", "--data", dir, "--limit", "rooms"}, exitWrongUse, `limit "rooms"`},
		{[]string{"--port", "0", "--data", dir, "--limit", "rooms=5", "--limit", "chairs=6"}, exitWrongUse, "open-games"},
		{[]string{"--port", "0", "--data", dir, "--limit", "connections=10"}, exitWrongUse, "connections-per-address=1000"},
		{[]string{"--tls-cert", file}, exitWrongUse, "each needs the other"},
		{[]string{"--tls-cert", file, "--tls-key", file, "--acme", "go.example"}, exitWrongUse, "only one of them"},
		{[]string{"--port", "0", "--data", dir, "--tls-cert", file, "--tls-key", settings},
			exitFailed, "certificate " + file + " with key " + settings},
		{[]string{"--redirect", "127.0.0.1:0"}, exitWrongUse, "--redirect needs"},
		{[]string{"--redirect", "80", "--acme", "go.example"}, exitWrongUse, `redirect "80"`},
		{[]string{"--acme-email", "ada@go.example"}, exitWrongUse, "need --acme"},
		{[]string{"--port", "0", "--data", dir, "--acme", "localhost"}, exitWrongUse, `host "localhost"`},
		{[]string{"--proxy-header", "via"}, exitWrongUse, "proxy-header"},
		{[]string{"--port", "0", "--data", dir, "--smtp", "smtp://mail.example"}, exitWrongUse, "--site"},
		{[]string{"--port", "0", "--data", dir, "--site", "https://go.example", "--smtp", "smtp://mail.example"}, exitWrongUse, "sender of mail"},
		{[]string{"--port", "0", "--data", dir, "--openid-issuer", "http://club.example"}, exitWrongUse, "without https"},
	} {
		var out, stderr strings.Builder
		code := run(append([]string{"serve"}, c.args...), &out, &stderr)
		last := stderr.String()[strings.LastIndex(strings.TrimSpace(stderr.String()), "\n")+1:]
		if code != c.code || !strings.Contains(last, c.words) || out.Len() > 0 && code == exitFailed {
			t.Errorf("%v: code %d, out %q, error %q; want %d, %q", c.args, code, &out, &stderr, c.code, c.words)
		}
	}
}

// TestServeSettings takes the port from the file, unless the environment or a
// flag says otherwise.
func TestServeSettings(t *testing.T) {
	testenv.LongUnderRace(t)
	settings := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(settings, []byte(`{"port": 70001}`), 0o600); err != nil {
		t.Fatal(err)
	}
	try := func(want string, args ...string) {
		t.Helper()
		var out, stderr strings.Builder
		run(append([]string{"serve", "--config", settings}, args...), &out, &stderr)
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%v: %q, want %q", args, &stderr, want)
		}
	}
	try("port 70001")
	t.Setenv("MOYO_PORT", "70002")
	try("port 70002")
	try("port 70003", "--port", "70003")
	for file, want := range map[string]string{
		`{"log-level": "loud"}`:             "log-level must be one of",
		`{"log_level": "loud"}`:             "log-level must be one of",
		`{"logLevel": "loud"}`:              "log-level must be one of",
		`{"port": 0, "prot": 8081}`:         `unknown name "prot"`,
		`{"config": "another"}`:             `unknown name "config"`,
		`{"board": "grid:9"}`:               `unknown name "board"`, // a flag of another command
		`{"data": "", "port": 0, "role": 7`: "settings: ",
	} {
		if err := os.WriteFile(settings, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		try(want)
	}
}

// TestUnread: a typing error in the environment is reported.
func TestUnread(t *testing.T) {
	flags := []*kong.Flag{{}, {Envs: []string{"MOYO_PORT"}}, {Envs: []string{"MOYO_ELSE", "MOYO_DATA"}}}
	got := unread(flags, []string{"MOYO_PORT=1", "MOYO_PROT=secret", "HOME=/", "MOYO_DATA", "OTHER_MOYO_X=1", "MOYO_"})
	if want := []string{"MOYO_PROT", "MOYO_"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestGreeting: the first line names the page; for a node without a page it names the health check.
func TestGreeting(t *testing.T) {
	at := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	for want, c := range map[string]*serveCmd{
		"moyo is at http://localhost:8080": {
			Host: "127.0.0.1", Work: workFlags{Role: "all"},
		},
		"moyo is at http://localhost:8080, for people at https://go.example": {
			Host: "0.0.0.0", Work: workFlags{Role: "gateway"}, People: peopleFlags{Site: "https://go.example"},
		},
		"moyo has games for the gateways; its health is at http://localhost:8080/healthz/ready": {
			Host: "0.0.0.0", Work: workFlags{Role: "game"}, People: peopleFlags{Site: "https://go.example"},
		},
	} {
		if line := c.greeting(at); line != want {
			t.Errorf("%q, want %q", line, want)
		}
	}
}

// TestPlace: messages name the database, but never its password.
func TestPlace(t *testing.T) {
	for want, f := range map[string]storeFlags{
		"in /var/lib/moyo":         {Data: "/var/lib/moyo"},
		"moyo at db.example:5432":  {Data: "/var/lib/moyo", DB: "postgres://ada:secret@db.example:5432/moyo"},
		"games at /run/postgresql": {DB: "postgres://ada:secret@/games?host=/run/postgresql"},
		"games at this machine":    {DB: "postgresql:///games"},
		"in PostgreSQL":            {DB: "postgres://ada:%zz@db.example/moyo"},
	} {
		if text := f.place(); text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
}
