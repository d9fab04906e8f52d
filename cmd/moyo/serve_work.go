package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"moyo/catalog"
	"moyo/engine"
	"moyo/server/base/cluster"
	"moyo/server/machines/messages"
	"moyo/server/machines/work"
)

// workFlags are the settings of `moyo serve` about other machines. Secrets are better
// given in the environment, since other programs see command lines.
type workFlags struct {
	Role            string `default:"all" env:"MOYO_ROLE" help:"What this process is: all of a server; of one with several, a gateway that lets people in or a node that has their games; or a worker that only thinks."`
	NATS            string `name:"nats" placeholder:"URL" env:"MOYO_NATS" help:"NATS server that processes meet at, such as nats://host:4222 or tls://host:4222; several with commas."`
	NATSKey         string `name:"nats-key" placeholder:"SECRET" env:"MOYO_NATS_KEY" help:"Key at that server, or with --nats-listen that of other nodes; 16 characters or more."`
	NATSListen      string `name:"nats-listen" placeholder:"ADDR" env:"MOYO_NATS_LISTEN" help:"Be a NATS server for workers, at such an address as 0.0.0.0:4222, without another program."`
	NATSWorkerKey   string `name:"nats-worker-key" placeholder:"SECRET" env:"MOYO_NATS_WORKER_KEY" help:"With --nats-listen: key of workers, which may do no more than work."`
	NATSCertificate string `name:"nats-certificate" placeholder:"FILE" env:"MOYO_NATS_CERTIFICATE" help:"With --nats-listen: certificate for TLS."`
	NATSPrivateKey  string `name:"nats-private-key" placeholder:"FILE" env:"MOYO_NATS_PRIVATE_KEY" help:"With --nats-listen: the certificate's key."`
	NATSAuthority   string `name:"nats-authority" placeholder:"FILE" env:"MOYO_NATS_AUTHORITY" help:"Certificates by which a tls:// server is known, where this machine knows none."`
}

// roles are what a process can be.
var roles = map[string]func(c *serveCmd, ctx context.Context, out io.Writer, log *slog.Logger) error{
	cluster.RoleAll:     (*serveCmd).all,
	cluster.RoleGateway: (*serveCmd).all,
	cluster.RoleGame:    (*serveCmd).all,
	workerRole:          (*serveCmd).work,
}

// workerRole is the role of a process that only thinks.
const workerRole = "worker"

// check says what is wrong with the settings.
func (f workFlags) check() error {
	switch {
	case roles[f.Role] == nil:
		names := make([]string, 0, len(roles))
		for name := range roles {
			names = append(names, name)
		}
		slices.Sort(names)
		return fmt.Errorf("role %q: want one of %s", f.Role, strings.Join(names, ", "))
	case f.Role == workerRole && f.NATS == "":
		return errors.New("a worker needs --nats: the address at which it finds work, such as nats://host:4222")
	case f.Role == workerRole && f.NATSListen != "":
		return errors.New("a worker does not listen: --nats-listen is for the server that it works for")
	case f.NATS != "" && f.NATSListen != "":
		return errors.New("want --nats, for a NATS server that is there, or --nats-listen, to be one, not both")
	case f.NATSListen != "" && !isAddress(f.NATSListen):
		return fmt.Errorf("nats-listen %q: want a host and a port, such as 0.0.0.0:4222", f.NATSListen)
	case f.NATS == "" && f.NATSListen == "" && f.NATSKey+f.NATSWorkerKey != "":
		return errors.New("a key of NATS is of no use without --nats or --nats-listen")
	}
	return nil
}

// messages returns how to connect.
func (f workFlags) messages(folder string, log *slog.Logger) messages.Config {
	send, hear := work.Subjects()
	host, _ := os.Hostname() // only a name for people
	return messages.Config{
		URL: f.NATS, Key: f.NATSKey, Worker: f.Role == workerRole, Authority: f.NATSAuthority,
		Name: "moyo " + f.Role + " " + host, Listen: f.NATSListen, WorkerKey: f.NATSWorkerKey,
		WorkerMay:   messages.Subjects{Send: send, Hear: hear},
		Certificate: f.NATSCertificate, PrivateKey: f.NATSPrivateKey,
		Folder: filepath.Join(folder, "nats"), Log: log,
	}
}

// work is the role of a worker: no page, no database.
func (c *serveCmd) work(ctx context.Context, out io.Writer, log *slog.Logger) error {
	cfg := c.Work.messages(c.Store.Data, log)
	cfg.Inbox = work.Inbox
	m, err := messages.Open(ctx, cfg)
	if err != nil {
		return err
	}
	defer m.Close()
	threads := cmp.Or(c.Threads, runtime.GOMAXPROCS(0))
	worker, err := work.NewWorker(work.WorkerConfig{
		Conn: m.Conn(), Version: version(), Slots: threads, Memory: c.Memory, Believed: m.User() != messages.Worker, Log: log,
		NewEngine: func(id string) (engine.Engine, error) {
			return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: max(1, c.Memory/threads), Threads: 1})
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "moyo works for %s\n", m.Conn().ConnectedUrlRedacted())
	return worker.Run(ctx)
}
