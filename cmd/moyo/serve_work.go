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

// workFlags are the settings of `moyo serve` about other machines. Secrets belong in the
// environment, since other programs can read command lines.
type workFlags struct {
	Role            string `default:"all" env:"MOYO_ROLE" help:"Role of this process: all, a complete server; gateway or game, parts of a server with several processes, for connections or for games; or worker, for engine searches only."`
	NATS            string `name:"nats" placeholder:"URL" env:"MOYO_NATS" help:"NATS server for the processes, such as nats://host:4222 or tls://host:4222; separate several by commas."`
	NATSKey         string `name:"nats-key" placeholder:"SECRET" env:"MOYO_NATS_KEY" help:"Key for that server or, with --nats-listen, for other nodes; 16 characters or more."`
	NATSListen      string `name:"nats-listen" placeholder:"ADDR" env:"MOYO_NATS_LISTEN" help:"Run a built-in NATS server for workers at this address, such as 0.0.0.0:4222."`
	NATSWorkerKey   string `name:"nats-worker-key" placeholder:"SECRET" env:"MOYO_NATS_WORKER_KEY" help:"With --nats-listen: key for workers, which allows only searches."`
	NATSCertificate string `name:"nats-certificate" placeholder:"FILE" env:"MOYO_NATS_CERTIFICATE" help:"With --nats-listen: certificate for TLS."`
	NATSPrivateKey  string `name:"nats-private-key" placeholder:"FILE" env:"MOYO_NATS_PRIVATE_KEY" help:"With --nats-listen: the certificate's key."`
	NATSAuthority   string `name:"nats-authority" placeholder:"FILE" env:"MOYO_NATS_AUTHORITY" help:"Certificates of the authority of a tls:// server, if this machine does not trust it."`
}

// roles are the roles of a process.
var roles = map[string]func(c *serveCmd, ctx context.Context, out io.Writer, log *slog.Logger) error{
	cluster.RoleAll:     (*serveCmd).all,
	cluster.RoleGateway: (*serveCmd).all,
	cluster.RoleGame:    (*serveCmd).all,
	workerRole:          (*serveCmd).work,
}

// workerRole is the role of a process that only runs searches.
const workerRole = "worker"

// check returns an error if the settings are not valid.
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
		return errors.New("a worker needs --nats: the address of the NATS server, such as nats://host:4222")
	case f.Role == workerRole && f.NATSListen != "":
		return errors.New("a worker does not listen: --nats-listen is for the server that it works for")
	case f.NATS != "" && f.NATSListen != "":
		return errors.New("use --nats for an existing NATS server, or --nats-listen to run one, but not both")
	case f.NATSListen != "" && !isAddress(f.NATSListen):
		return fmt.Errorf("nats-listen %q: want a host and a port, such as 0.0.0.0:4222", f.NATSListen)
	case f.NATS == "" && f.NATSListen == "" && f.NATSKey+f.NATSWorkerKey != "":
		return errors.New("a NATS key needs --nats or --nats-listen")
	}
	return nil
}

// messages returns the connection settings.
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
