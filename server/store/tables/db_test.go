package tables_test

import (
	"database/sql"
	"testing"

	"moyo/server/store"
	"moyo/server/store/tables"
)

// TestMoment checks that a consistent view does not include concurrent writes.
func TestMoment(t *testing.T) {
	onBoth(t, func(t *testing.T, s *tables.Store, _ *sql.DB) {
		count := func(db store.Reader) (n int) {
			n, err := store.One(t.Context(), db, store.Value[int], `SELECT count(*) FROM boards`)
			if err != nil {
				t.Error(err)
			}
			return n
		}
		if err := s.Moment(t.Context(), func(db store.Reader) error {
			before := count(db)
			err := s.SaveBoard(t.Context(), "ada", store.Board{Hash: "a", JSON: []byte("{}")})
			if after, now := count(db), count(s); before != 0 || after != 0 || now != 1 {
				t.Errorf("%d boards, at the same moment %d, and now %d", before, after, now)
			}
			return err
		}); err != nil {
			t.Error(err)
		}
	})
}
