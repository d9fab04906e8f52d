package tables

import (
	"database/sql"
	"testing"

	"moyo/server/store/group"
)

// MostCalled exports mostCalled for tests on databases.
const MostCalled = mostCalled

// Job is a call's write.
type Job = job

// Held returns a store like s whose calls only pass their jobs to the channel, in order.
func Held(t *testing.T, s *Store) (held *Store, jobs <-chan *Job) {
	held = &Store{dialect: s.dialect, readers: s.readers, queue: group.New[*job](false)}
	out := make(chan *Job)
	go held.queue.Run(func(group []*job) {
		for _, j := range group {
			select {
			case out <- j:
			case <-t.Context().Done():
			}
		}
	})
	return held, out
}

// Committer returns a function that commits groups of jobs as s does, on its own connection.
func Committer(t *testing.T, s *Store, db *sql.DB) func(...*Job) {
	c := &committer{dialect: s.dialect, db: db}
	t.Cleanup(c.end)
	return func(group ...*Job) { c.commit(group) }
}

// SchemaColumns returns the columns of archives as table.column.
func SchemaColumns() (all []string) {
	for _, t := range schema {
		for _, c := range t.columns {
			all = append(all, t.name+"."+c.Name)
		}
	}
	return all
}
