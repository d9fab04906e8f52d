// Package pgtest starts a separate PostgreSQL for tests: one for each test program, on a
// socket in a temporary folder, with a new database for each test.
package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Cluster is a PostgreSQL server that runs until it is stopped.
type Cluster struct {
	dir    string // folder of all its files
	bin    string // folder of its programs
	server *exec.Cmd
	output bytes.Buffer
	ended  chan struct{}
	made   atomic.Int64
	mu     sync.Mutex
	ready  map[string]bool // existing templates
}

// programs are the folders in which to look for initdb, after PATH.
const programs = "/usr/lib/postgresql/*/bin/initdb"

// find returns the folder of PostgreSQL's programs, "" if it is not installed.
func find() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob(programs)
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

// Start creates and starts a PostgreSQL. It returns nil without an error if none is
// installed.
func Start() (*Cluster, error) {
	bin := find()
	if bin == "" {
		return nil, nil
	}
	dir, err := os.MkdirTemp("", "moyo-postgres-*")
	if err != nil {
		return nil, err
	}
	c := &Cluster{dir: dir, bin: bin, ready: map[string]bool{}}
	if err := c.init(); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	if err := c.Run(); err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	return c, nil
}

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

func (c *Cluster) init() error {
	if _, uid, gid := servant(); uid >= 0 {
		if err := os.Chown(c.dir, uid, gid); err != nil {
			return err
		}
	}
	cmd := c.command("initdb", "--pgdata", c.data(), "--username", "moyo", "--auth", "trust",
		"--encoding", "UTF8", "--locale", "C.UTF-8", "--no-instructions", "--no-sync")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	return nil
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	cmd.SysProcAttr, _, _ = servant()
	return cmd
}

// Run starts PostgreSQL again after Stop or Kill.
func (c *Cluster) Run() error {
	_ = os.Remove(filepath.Join(c.data(), "postmaster.pid")) // left by a killed server
	c.output.Reset()
	c.server = c.command("postgres", "-D", c.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories="+c.dir,
		"-c", "max_connections=200", "-c", "max_wal_size=256MB", "-c", "log_min_messages=fatal")
	c.server.Stdout, c.server.Stderr = &c.output, &c.output
	if err := c.server.Start(); err != nil {
		return err
	}
	c.ended = make(chan struct{})
	go func(server *exec.Cmd, ended chan struct{}) {
		_ = server.Wait()
		close(ended)
	}(c.server, c.ended)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.URL("postgres"))
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-c.ended:
			return fmt.Errorf("postgres has ended: %s", c.output.String())
		case <-ctx.Done():
			return fmt.Errorf("postgres does not answer: %w", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (c *Cluster) signal(s syscall.Signal) error { return c.server.Process.Signal(s) }

// Restart stops the server immediately, as an operator would, and starts it again.
func (c *Cluster) Restart() error {
	if err := c.signal(syscall.SIGINT); err != nil {
		return err
	}
	<-c.ended
	return c.Run()
}

// Crash kills the server in the middle of its work; connections are cut.
func (c *Cluster) Crash() error {
	if err := c.signal(syscall.SIGQUIT); err != nil {
		return err
	}
	<-c.ended
	return nil
}

// Stop ends the server and removes all its files.
func (c *Cluster) Stop() error {
	_ = c.signal(syscall.SIGQUIT)
	<-c.ended
	return os.RemoveAll(c.dir)
}

// URL returns the address of a database.
func (c *Cluster) URL(database string) string {
	return "postgres:///" + database + "?" + url.Values{"host": {c.dir}, "user": {"moyo"}}.Encode()
}

// Database creates a new database and returns its address. prepare, unless nil,
// creates the tables, once: later databases are copies.
func (c *Cluster) Database(ctx context.Context, prepare func(ctx context.Context, url string) error) (string, error) {
	template := "template1"
	c.mu.Lock()
	defer c.mu.Unlock()
	if prepare != nil {
		template = "prepared"
		if !c.ready[template] {
			if err := c.create(ctx, template, "template1"); err != nil {
				return "", err
			}
			if err := prepare(ctx, c.URL(template)); err != nil {
				return "", err
			}
			c.ready[template] = true
		}
	}
	name := fmt.Sprint("test", c.made.Add(1))
	return c.URL(name), c.create(ctx, name, template)
}

func (c *Cluster) create(ctx context.Context, name, template string) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template)
	return err
}

// shared is the test program's server.
var shared struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

// Shared returns the test program's PostgreSQL, and skips the test if none is
// installed.
func Shared(t testing.TB) *Cluster {
	t.Helper()
	shared.once.Do(func() { shared.cluster, shared.err = Start() })
	switch {
	case shared.err != nil:
		t.Fatal(shared.err)
	case shared.cluster == nil:
		t.Skip("PostgreSQL is not installed: no initdb in PATH or in /usr/lib/postgresql")
	}
	return shared.cluster
}

// Main is the TestMain of packages whose tests use Shared.
func Main(m *testing.M) {
	code := m.Run()
	if shared.cluster != nil {
		_ = shared.cluster.Stop()
	}
	os.Exit(code)
}
