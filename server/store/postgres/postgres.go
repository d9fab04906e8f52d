// Package postgres stores games in a PostgreSQL database, which several nodes may share.
//
// Package tables describes what is stored and how. This package has the connections, the
// migrations, Append (nearly all writes), and ownership.
// Acknowledged writes are on PostgreSQL's disk (synchronous_commit is on).
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"moyo/server/store"
	"moyo/server/store/tables"
)

// The connections of one store.
const (
	readers   = 8
	appenders = 4 // for moves, each for a share of the games
	others    = 4 // for ownership
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a store in a PostgreSQL database.
type Store struct {
	*tables.Store
	appends *appends
	pool    *pgxpool.Pool
	writer  *sql.DB // one connection, for writes other than moves
	readers *sql.DB
}

var (
	_ store.Store  = (*Store)(nil)
	_ store.Leases = (*Store)(nil)
)

// Open opens the database at a postgres:// address and migrates its tables. It refuses
// a database that a newer version of the program wrote.
func Open(ctx context.Context, address string) (*Store, error) {
	config, err := configOf(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, config)
}

// open is Open with a configuration, whose connections a test may replace.
func open(ctx context.Context, config *pgxpool.Config) (_ *Store, err error) {
	named := func(err error) error {
		return fmt.Errorf("database %s at %s: %w", config.ConnConfig.Database, config.ConnConfig.Host, err)
	}
	if err := migrate(ctx, *config.ConnConfig); err != nil {
		return nil, named(err)
	}
	reads := limited(config.ConnConfig, reading)
	config.ConnConfig = limited(config.ConnConfig, writing)
	s := &Store{}
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, named(err)
	}
	s.writer, s.readers = openDB(*config.ConnConfig, 1), openDB(*reads, readers)
	if s.Store, err = tables.Open(ctx, dialect, s.writer, s.readers, s.free); err != nil {
		return nil, errors.Join(named(err), s.free())
	}
	s.appends = newAppends(s.pool, s.Store)
	return s, nil
}

// Ready implements store.Store: PostgreSQL writes, which is what moves need. What is not a
// move may wait for another node meanwhile, one that hangs for instance.
func (s *Store) Ready(ctx context.Context, at time.Time) error {
	batch := &pgx.Batch{} // which waits for no lock on the row
	batch.Queue(`INSERT INTO ready (id, at) SELECT 1, $1 WHERE NOT EXISTS (SELECT 1 FROM ready) ON CONFLICT DO NOTHING`, at.UnixMilli())
	batch.Queue(`UPDATE ready SET at = $1 WHERE id IN (SELECT id FROM ready FOR UPDATE SKIP LOCKED)`, at.UnixMilli())
	return s.orClosed(s.pool.SendBatch(ctx, batch).Close())
}

// configOf parses an address.
func configOf(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil { // the error may quote the password
		return nil, errors.New("the address of the database must look like postgres://user:password@host:5432/database")
	}
	config.MaxConns = max(config.MaxConns, appenders+others)
	config.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "moyo"
	}
	return config, nil
}

func openDB(config pgx.ConnConfig, conns int) *sql.DB {
	db := stdlib.OpenDB(config)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db
}

// dialect describes PostgreSQL. Of all nodes, one transaction at a time writes what is not a
// move. So what it has read stays valid until its end, and the numbers of chat lines and
// others become visible in order, as in SQLite.
var dialect = tables.Dialect{
	Place:   place,
	Begin:   "BEGIN; SELECT pg_advisory_xact_lock(hashtext('moyo'), 0)",
	Commit:  commit,
	Reading: &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	Unique:  func(err error) bool { return code(err) == uniqueViolation },
	Full:    func(err error) bool { return code(err) == diskFull },
	Aborts:  true,
	Again:   again,
	Lock:    ` FOR UPDATE`,
	Said:    func(text string) any { return []byte(text) },
	Guard:   guard,
	Public:  `NOT private`,
	Find:    `strpos`,

	Size:     `SELECT pg_database_size(current_database())`,
	Greatest: `greatest`,
	Within:   `position(convert_to(TEXT, 'UTF8') in body) > 0`,
	Drawn:    `position('\x22626f617264223a2269643a'::bytea in body) > 0`,
	Owned: `SELECT EXISTS (SELECT 1 FROM owners o JOIN nodes n ON n.id = o.node
		WHERE o.kind = 'game' AND o.id = ?1 AND n.until > clock_timestamp() AND NOT (o.node = ?2 AND o.epoch = ?3))`,
	Disown: `DELETE FROM owners WHERE kind = 'game' AND id = ?`,

	Counter: `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?1, ?2)::regclass), 0)`,
	Count: func(ctx context.Context, conn *sql.Conn, table, column string, last int64) error {
		_, err := conn.ExecContext(ctx, `SELECT setval(pg_get_serial_sequence($1, $2), $3)`, table, column, last)
		return err
	},
	NoTimeout: `SET LOCAL statement_timeout = 0`,

	WithName: `jsonb_set(SEAT, '{name}', to_jsonb(CAST(?1 AS TEXT)))`,
	WithRank: `SEAT || jsonb_build_object('name', CAST(?1 AS TEXT), 'rank', 'RANK')`,
}

// guard finds the row that a node owns a game with an epoch, and locks it.
const guard = `SELECT 1 FROM owners WHERE kind = 'game' AND id = ? AND node = ? AND epoch = ? FOR SHARE`

// Codes of PostgreSQL's errors.
const (
	uniqueViolation      = "23505"
	diskFull             = "53100"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	undefinedTable       = "42P01"
)

// code returns the code of an error from PostgreSQL, "" for other errors.
func code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// again reports whether a failed transaction may succeed when retried.
func again(err error) bool {
	c := code(err)
	return c == serializationFailure || c == deadlockDetected
}

// place returns a statement with $1 and so on for each ?, in order, or $7 for ?7.
func place(text string) string {
	var out strings.Builder
	number, quoted := 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\'' {
			quoted = !quoted
		}
		if c != '?' || quoted {
			out.WriteByte(c)
			continue
		}
		out.WriteByte('$')
		if i+1 < len(text) && '1' <= text[i+1] && text[i+1] <= '9' {
			continue // the digit follows
		}
		number++
		out.WriteString(strconv.Itoa(number))
	}
	return out.String()
}

// commit ends a transaction of the database/sql connection.
func commit(ctx context.Context, conn *sql.Conn) error {
	return conn.Raw(func(driver any) error {
		c, ok := driver.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("%T is not a connection to PostgreSQL", driver)
		}
		return commitOn(ctx, c.Conn())
	})
}

// commitOn ends a transaction. The error is store.ErrUnknown without an answer.
// pgconn.SafeToRetry cannot be used: it reports true if PostgreSQL was killed after the commit.
func commitOn(ctx context.Context, conn *pgx.Conn) error {
	if conn.IsClosed() {
		return errLost
	}
	tag, err := conn.Exec(ctx, "COMMIT")
	switch {
	case err == nil && tag.String() == "COMMIT":
		return nil
	case err == nil: // PostgreSQL treats a COMMIT of a failed transaction as ROLLBACK
		return fmt.Errorf("the transaction was rolled back: %s", tag)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && e.SeverityUnlocalized == "ERROR" { // during a shutdown it may be committed
		return err
	}
	return errors.Join(store.ErrUnknown, err)
}

// migrate brings the tables to the newest version. Nodes that start at the same time wait
// for each other.
func migrate(ctx context.Context, config pgx.ConnConfig) (err error) {
	db := openDB(config, 2)
	defer func() { err = errors.Join(err, db.Close()) }()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 60), lock.WithUnlockTimeout(1, 60)) // seconds, times
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	have, newest, err := p.GetVersions(ctx)
	if err != nil {
		return err
	}
	if have > newest {
		return fmt.Errorf("written by a newer moyo (its tables have version %d, "+
			"this program supports %d): use that version, or another database", have, newest)
	}
	if have == newest {
		return nil
	}
	_, err = p.Up(ctx)
	return err
}

// mostDamaged is how many damaged games Check names.
const mostDamaged = 20

// Check reports what is wrong with the database at an address: unknown tables, or games
// whose logs differ from what was written. Nodes may use the database meanwhile.
func Check(ctx context.Context, address string) (err error) {
	config, err := configOf(address)
	if err != nil {
		return err
	}
	db := openDB(*config.ConnConfig, 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, dialect.Reading)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	damaged, err := tables.Damaged(ctx, tx, mostDamaged)
	if code(err) == undefinedTable {
		return errors.New("the database has no moyo tables")
	}
	if err == nil {
		var headers []*store.Damaged
		headers, err = tables.DamagedHeaders(ctx, tx, mostDamaged)
		damaged = append(damaged, headers...)
	}
	for _, d := range damaged {
		err = errors.Join(err, d)
	}
	return err
}

// Close implements store.Store.
func (s *Store) Close() error {
	s.appends.close()
	return s.Store.Close()
}

// free closes the connections.
func (s *Store) free() error {
	s.pool.Close()
	return errors.Join(s.readers.Close(), s.writer.Close())
}
