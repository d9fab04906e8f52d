package libraries

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store/sqlite"
)

var benchGames = flag.Int("library-games", 2000, "games of BenchmarkLibrary; docs/library.md has it with 100000")

// manyGames returns n games of about 200 moves on 19×19, in files of a thousand. They share fifty openings.
func manyGames(b *testing.B, n int) (files []string, first game.Position) {
	const distinct = 1000
	texts, all := randomGames(b, rand.New(rand.NewPCG(1, 1)), min(n, distinct), 200, "grid:19")
	for len(files)*distinct < n {
		var file strings.Builder
		for _, text := range texts[:min(distinct, n-len(files)*distinct)] {
			// The same moves by another player on another day are another game.
			file.WriteString(strings.Replace(text, "PB[Black",
				"PB["+strings.Repeat("x", 1+len(files)%20)+time.Duration(len(files)).String()+" Black", 1))
		}
		files = append(files, file.String())
	}
	return files, all[0]
}

// BenchmarkLibrary imports games into a store on disk until all are indexed and merged, and then searches for positions.
func BenchmarkLibrary(b *testing.B) {
	files, first := manyGames(b, *benchGames)
	for b.Loop() {
		kept, err := sqlite.Open(b.Context(), b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		s, stop := newService(b, kept, time.Now())
		s.Now = time.Now
		began := time.Now()
		for _, file := range files {
			if report, err := s.bring(ada, []byte(file)); err != nil || report.Refused > 0 {
				b.Fatal(report, err)
			}
		}
		took := time.Since(began)
		have, err := s.kept.one(b.Context(), ada.owner)
		if err != nil || have.Games != *benchGames || have.Waiting > 0 {
			b.Fatal(have, err)
		}
		size, err := kept.Size(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(*benchGames)/took.Seconds(), "games/s")
		b.ReportMetric(float64(size)/float64(*benchGames), "bytes/game")
		b.ReportMetric(float64(have.Bytes)/float64(*benchGames), "charged/game")
		measureSearches(b, s, first)
		stop()
		if err := kept.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// measureSearches searches for positions early and late in a game, and for names.
func measureSearches(b *testing.B, s *Service, pos game.Position) {
	for name, ply := range map[string]int{"empty": 0, "early": 3, "late": 100} {
		in := LibraryPosition{Board: pos.Board().Spec(), Rules: "weiqi"}
		for _, t := range pos.Turns()[:ply] {
			in.Moves = append(in.Moves, game.Format(pos, t.Move))
		}
		worst := time.Duration(0)
		for range 5 {
			began := time.Now()
			if found, err := s.explored(b.Context(), ada, in); err != nil || found.Times == 0 || len(found.Games) == 0 {
				b.Fatal(found, err)
			}
			worst = max(worst, time.Since(began))
		}
		b.ReportMetric(worst.Seconds()*1000, name+"-ms")
	}
	began := time.Now()
	q, err := queryOf(ada.owner, LibrarySearch{Player: "unknown name"})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := s.filled(b.Context(), q, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(time.Since(began).Seconds()*1000, "name-ms")
}
