package server

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// unhurried is a response recorder without write deadlines.
type unhurried struct{ *httptest.ResponseRecorder }

func (unhurried) SetWriteDeadline(time.Time) error { return nil }

// moments are times in an archive.
var moments = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[0-9:.]+Z"`)

// TestArchiveStaysTheSame compares the archive of a player with data of every kind, file by file in
// order, with testdata/archive.txt. Times of the test itself are left out.
func TestArchiveStaysTheSame(t *testing.T) {
	t.Parallel()
	const ada = "adaadaadaadaadaadaadaadaadaada00"
	began := store.Milli(time.Now())
	cfg := testConfig(newStore(t))
	storetest.Everything(t, cfg.Store, ada, "Ada Lovelace", "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0")
	for _, subscriber := range store.Subscribers() {
		if err := cfg.Store.Heard(t.Context(), subscriber, 99); err != nil { // ended games are not reported again
			t.Fatal(err)
		}
	}
	s, _ := assemble(cfg) // and no background work changes anything
	t.Cleanup(s.Close)
	answer := unhurried{httptest.NewRecorder()}
	r := httptest.NewRequestWithContext(identity.With(t.Context(), identity.Who{Player: ada, Role: store.Member}), "GET", "/", nil)
	s.accounts.Archive(answer, r)
	z, err := zip.NewReader(bytes.NewReader(answer.Body.Bytes()), int64(answer.Body.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "== %s\n%s\n", f.Name, moments.ReplaceAllFunc(text, func(moment []byte) []byte {
			if at, err := time.Parse(`"`+time.RFC3339Nano+`"`, string(moment)); err != nil || at.Before(began) {
				return moment
			}
			return []byte(`"now"`)
		}))
	}
	const golden = "testdata/archive.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("the archive differs from %s, which -update rewrites:\n%s", golden, got.Bytes())
	}
}
