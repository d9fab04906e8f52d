package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"moyo/catalog"
	"moyo/engine"
	"moyo/server"
	"moyo/server/base/cluster"
	"moyo/server/base/convert"
	"moyo/server/base/wire"
	"moyo/server/people/admin"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/web"
)

// serveCmd is `moyo serve`.
type serveCmd struct {
	Port     int             `default:"8080" env:"MOYO_PORT" help:"Port to listen on; 0 takes a free one."`
	Host     string          `default:"127.0.0.1" env:"MOYO_HOST" help:"Address to listen on; 0.0.0.0 for every network."`
	Store    storeFlags      `embed:""`
	Threads  int             `default:"0" env:"MOYO_THREADS" help:"Engine searches at the same time; 0 for one per processor."`
	Memory   int             `default:"512" env:"MOYO_MEMORY" help:"Memory of all engines together, in MiB."`
	Metrics  string          `placeholder:"ADDR" env:"MOYO_METRICS" help:"Private address for operators, such as 127.0.0.1:9090, with /metrics for Prometheus and profiles. Off by default."`
	Backups  backupFlags     `embed:""`
	People   peopleFlags     `embed:""`
	Proxy    proxyFlags      `embed:""`
	Limits   limitFlags      `embed:""`
	TLS      tlsFlags        `embed:""`
	Keep     keepFlags       `embed:""`
	Work     workFlags       `embed:""`
	LogLevel string          `default:"info" enum:"debug,info,warn,error" env:"MOYO_LOG_LEVEL" help:"Least level to log: debug, info, warn or error."`
	Config   kong.ConfigFlag `type:"existingfile" help:"JSON file with settings by flag name; flags and environment take precedence."`
}

// The times of the HTTP server.
const (
	headerTime   = 10 * time.Second
	readTime     = 2 * time.Minute
	writeTime    = 2 * time.Minute // WebSockets and event streams have their own timeouts
	idleTime     = 2 * time.Minute
	shutdownTime = 5 * time.Second
)

// counter is the engine that finds dead stones in games between people.
const counter = "mcts"

func (c *serveCmd) Run(ctx context.Context, call *kong.Context, out io.Writer) error {
	if err := c.check(); err != nil {
		return wrongUse(err)
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return wrongUse(err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	for _, name := range unread(call.Selected().Flags, os.Environ()) {
		log.Warn("unknown environment variable; moyo serve --help lists the names", "variable", name)
	}
	return roles[c.Work.Role](c, ctx, out, log)
}

// all is the role of a complete server.
func (c *serveCmd) all(ctx context.Context, out io.Writer, log *slog.Logger) error {
	encrypted, err := c.TLS.open(c.Store.Data, log)
	if err != nil {
		return err
	}
	listener, err := listen(ctx, c.Host, c.Port)
	if err != nil {
		return err
	}
	defer listener.Close()
	if c.Store.DB != "" { // moyo admin finds the server in the folder
		if err := os.MkdirAll(c.Store.Data, 0o700); err != nil {
			return fmt.Errorf("data folder: %w", err)
		}
	}
	store, err := c.Store.open(ctx)
	if damaged, ok := errors.AsType[*sqlite.DamagedFile](err); ok {
		log.Error("only intact data is shown, and nothing is stored: " + damaged.Error())
		c.Backups.Backups = "" // a copy would be incomplete
		store, err = sqlite.OpenReadOnly(ctx, c.Store.Data)
	}
	if err != nil {
		return err
	}
	defer store.Close()
	if warning := warningOf(store); warning != "" {
		log.Error(warning)
	}
	cfg := c.serverConfig(store, log)
	for _, group := range []interface{ apply(*server.Config) error }{c.People, c.Proxy, c.Limits} {
		if err := group.apply(&cfg); err != nil {
			return wrongUse(err)
		}
	}
	cfg.NewEngine = c.newEngine(cfg.Limits)
	c.Keep.apply(&cfg)
	others, err := c.join(ctx, store, log)
	if err != nil {
		return err
	}
	defer others.leave()
	cfg.Workers, cfg.Cluster, cfg.Closed = others.foreman, others.cluster, c.Work.Role == cluster.RoleGame
	s := server.New(cfg)
	defer s.Close()
	if err := others.cluster.Start(ctx); err != nil {
		return fmt.Errorf("this node cannot join the others: %w", err)
	}
	defer administer(ctx, c.Store.Data, s, log)()
	end, err := c.showInsides(ctx, s, log)
	if err != nil {
		return err
	}
	defer end()
	defer c.keepBackups(ctx, log)()
	endTLS, err := c.TLS.begin(ctx, encrypted, s, c.People.httpsPort(listener.Addr()), log)
	if err != nil {
		return err
	}
	defer endTLS()
	fmt.Fprintln(out, c.greeting(listener.Addr()))
	return serve(ctx, s.Listener(listener), s, encrypted.config, log)
}

// greeting returns the server's address in words. A node that only runs games has no page, but its
// health can be checked.
func (c *serveCmd) greeting(listening net.Addr) string {
	here := address(c.TLS.scheme(), c.Host, listening)
	switch {
	case c.Work.Role == cluster.RoleGame:
		return "moyo has games for the gateways; its health is at " + here + "/healthz/ready"
	case c.People.Site != "":
		return "moyo is at " + here + ", for people at " + c.People.Site
	}
	return "moyo is at " + here
}

// administer accepts requests of `moyo admin` until the returned function is called. A server also
// works without it.
func administer(ctx context.Context, dir string, s *server.Server, log *slog.Logger) (end func()) {
	l, err := admin.Listen(ctx, dir)
	if err != nil {
		log.Warn("moyo admin cannot reach this server while it runs", "err", err)
		return func() {}
	}
	go func() {
		if err := s.Admin().Serve(l); err != nil {
			log.Error("moyo admin can no longer reach this server", "err", err)
		}
	}()
	return func() { _ = l.Close() }
}

// showInsides serves metrics and profiles if configured, until the returned function is called.
func (c *serveCmd) showInsides(ctx context.Context, s *server.Server, log *slog.Logger) (end func(), err error) {
	if c.Metrics == "" {
		return func() {}, nil
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Metrics)
	if err != nil {
		return nil, fmt.Errorf("metrics cannot be served at %s: %w", c.Metrics, err)
	}
	log.Info("serving metrics and profiles for operators", "address", l.Addr().String())
	inside := &http.Server{Handler: s.Insides(), ReadHeaderTimeout: headerTime, IdleTimeout: idleTime}
	go func() {
		if err := inside.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics server failed", "err", err)
		}
	}()
	return func() { _ = inside.Close() }, nil
}

// keepBackups makes copies of the database if configured, until the returned function is called.
func (c *serveCmd) keepBackups(ctx context.Context, log *slog.Logger) (end func()) {
	if c.Backups.Backups == "" {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var making sync.WaitGroup
	making.Go(func() { c.Backups.run(ctx, c.Store.Data, log, time.Now) })
	return func() {
		cancel()
		making.Wait()
	}
}

// check returns an error if the settings are not valid.
func (c *serveCmd) check() error {
	switch {
	case c.Port < 0 || c.Port > 65535:
		return fmt.Errorf("port %d: want a number from 0 to 65535", c.Port)
	case c.Threads < 0 || c.Threads > 1024:
		return fmt.Errorf("threads %d: want a number from 0 to 1024", c.Threads)
	case c.Store.check() != nil:
		return c.Store.check()
	case c.Backups.check() != nil:
		return c.Backups.check()
	case c.Keep.check() != nil:
		return c.Keep.check()
	case c.Backups.Backups != "" && c.Store.DB != "":
		return c.Store.fileOnly("--backups")
	case c.TLS.check() != nil:
		return c.TLS.check()
	case c.Metrics != "" && !isAddress(c.Metrics):
		return fmt.Errorf("metrics %q: want a host and a port, such as 127.0.0.1:9090", c.Metrics)
	case c.Work.check() != nil:
		return c.Work.check()
	case c.Store.DB == "" && (c.Work.Role == cluster.RoleGateway || c.Work.Role == cluster.RoleGame):
		return fmt.Errorf("role %s: several processes need --db, a database that all of them can reach", c.Work.Role)
	case c.Memory < 16:
		return fmt.Errorf("memory %d: the engines need at least 16 MiB", c.Memory)
	}
	return nil
}

// isAddress reports whether text is a host and a port.
func isAddress(text string) bool {
	_, port, err := net.SplitHostPort(text)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// listen opens the port; its errors are for people.
func listen(ctx context.Context, host string, port int) (net.Listener, error) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("port %d on %s is in use by another program; choose another with --port", port, host)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("you do not have permission to use port %d on %s; choose one above 1023 with --port", port, host)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on port %d of %q: %w", port, host, err)
	}
	return l, nil
}

// serverConfig returns the server's configuration.
func (c *serveCmd) serverConfig(store store.Store, log *slog.Logger) server.Config {
	cfg := server.Config{
		Store: store, Page: web.Files(), Pages: web.Pages(), Version: version(), Log: log, Engines: []wire.EngineEntry{},
		Limits: server.Limits{Searches: c.Threads}.WithDefaults(), Counter: counter,
		Analysts: catalog.Analysts(),
	}
	for _, e := range catalog.Engines() {
		cfg.Engines = append(cfg.Engines, convert.Engine(e))
	}
	return cfg
}

// newEngine returns a function that opens engines within their common memory limit.
func (c *serveCmd) newEngine(l server.Limits) func(id string) (engine.Engine, error) {
	each := max(1, c.Memory/(l.Searches+l.Analyses))
	return func(id string) (engine.Engine, error) {
		return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: each, Threads: 1})
	}
}

// address returns the address of the server for a browser on this machine or, if possible, on
// another one.
func address(scheme, host string, addr net.Addr) string {
	_, port, _ := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); host == "" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		host = "localhost"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// serve serves until ctx ends, then waits a moment for running requests. encrypted is nil without
// encryption.
func serve(ctx context.Context, l net.Listener, s *server.Server, encrypted *tls.Config, log *slog.Logger) error {
	web := &http.Server{
		Handler: s, TLSConfig: encrypted, ReadHeaderTimeout: headerTime, ReadTimeout: readTime,
		WriteTimeout: writeTime, IdleTimeout: idleTime,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() {
		if encrypted != nil {
			failed <- web.ServeTLS(l, "", "")
		} else {
			failed <- web.Serve(l)
		}
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("shutting down")
	s.Close() // ends WebSockets and event streams, which Shutdown does not
	wait, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if err := web.Shutdown(wait); err != nil {
		return web.Close()
	}
	return nil
}
