package server

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"moyo/server/base/cluster"
	"moyo/server/machines/messages"
	"moyo/server/store/postgres"
)

// childNode is the environment variable with the settings of a node, as JSON, and childNATS
// the one with the folder of a NATS server.
const (
	childNode = "MOYO_TEST_NODE"
	childNATS = "MOYO_TEST_NATS"
)

// nodeSettings are the settings of a node in a separate process.
type nodeSettings struct{ DB, NATS, Role string }

// nodeIdle is how long games without connections stay in a node's memory.
const nodeIdle = 2 * time.Second

// serveNode runs a node like `moyo serve`, until SIGTERM.
func serveNode(text string) error {
	var in nodeSettings
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return err
	}
	go endWithParent()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	db, err := postgres.Open(ctx, in.DB)
	if err != nil {
		return err
	}
	defer db.Close()
	m, err := messages.Open(ctx, messages.Config{URL: in.NATS, Key: siteKey, Log: log})
	if err != nil {
		return err
	}
	defer m.Close()
	apart, err := m.Apart(ctx)
	if err != nil {
		return err
	}
	defer apart.Close()
	c := cluster.New(cluster.Config{Conn: apart.Conn(), Leases: db, Role: in.Role, Version: "test", Log: log})
	defer c.Close()
	cfg := testConfig(db)
	cfg.Cluster, cfg.Log, cfg.Limits.IdleRoom, cfg.Closed = c, log, nodeIdle, in.Role == cluster.RoleGame
	s := New(cfg)
	defer s.Close()
	if err := c.Start(ctx); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	both := http.NewServeMux()
	both.Handle("/debug/", s.Insides()) // a separate server, outside of tests
	both.Handle("/", s)
	web := &http.Server{Handler: both}
	go func() { _ = web.Serve(l) }()
	fmt.Printf("http://%s\n", l.Addr())
	<-ctx.Done()
	s.Close()
	wait, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if web.Shutdown(wait) != nil {
		return web.Close()
	}
	return nil
}

// serveNATS runs a NATS server until it is killed.
func serveNATS(folder string) error {
	go endWithParent()
	m, err := messages.Open(context.Background(), messages.Config{Listen: "127.0.0.1:0", Key: siteKey, Folder: folder})
	if err != nil {
		return err
	}
	fmt.Println(m.Address())
	select {}
}

// endWithParent ends the process when its parent has ended.
func endWithParent() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

// process is a child of the test.
type process struct {
	cmd   *exec.Cmd
	said  string // its first line
	ended chan struct{}
	meant atomic.Bool // whether its end is intended
}

// startSelf starts this program as a child, whose errors are logged to a file.
func startSelf(t *testing.T, variable, text string, log io.Writer) *process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: exec.Command(exe), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), variable+"="+text)
	p.cmd.Stderr = log
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	go func() {
		defer close(p.ended)
		if err := p.cmd.Wait(); !p.meant.Load() {
			t.Errorf("a process has ended by itself: %v", err)
		}
	}()
	t.Cleanup(p.kill)
	if err != nil {
		t.Fatalf("a process does not say its address: %v", err)
	}
	p.said = strings.TrimSpace(line)
	return p
}

// kill kills the process and waits for its end.
func (p *process) kill() {
	p.meant.Store(true)
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// relay is between a process and a service, and can be cut: then it holds data until it is
// restored, as networks do while connections stay open.
type relay struct {
	address string
	whole   sync.RWMutex // locked while it is cut
	mu      sync.Mutex
	network string
	target  string
}

func newRelay(t *testing.T, network, target string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	r := &relay{address: l.Addr().String(), network: network, target: target}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go r.carry(c)
		}
	}()
	return r
}

// aim redirects new connections.
func (r *relay) aim(target string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.target = target
}

func (r *relay) passes() {
	r.whole.RLock()
	defer r.whole.RUnlock()
}

func (r *relay) carry(client net.Conn) {
	defer client.Close()
	r.passes()
	r.mu.Lock()
	network, target := r.network, r.target
	r.mu.Unlock()
	server, err := net.Dial(network, target)
	if err != nil {
		return
	}
	defer server.Close()
	done := make(chan struct{}, 2)
	pass := func(to io.Writer, from io.Reader) {
		defer func() { done <- struct{}{} }()
		piece := make([]byte, 32<<10)
		for {
			n, err := from.Read(piece)
			r.passes()
			if err != nil {
				return
			}
			if _, err := to.Write(piece[:n]); err != nil {
				return
			}
		}
	}
	go pass(server, client)
	go pass(client, server)
	<-done
}
