package viewer

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"moyo/catalog"
	"moyo/server/share/boards"
	"moyo/server/store/sqlite/sqlitetest"
)

// FuzzOpen opens random files and replays their first games.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{
		"(;SZ[5];B[aa];W[bb](;B[ab])(;AB[cc]AE[aa]PL[W];B[cc];W[];B[];W[]))",
		"(;GM[4]SZ[9]RI[gomoku:opening=swap];B[aa];W[bb];B[cc];OC[black];W[dd])(;GM[2])",
		"(;GM[0]BD[torus:5x5]RI[weiqi];B[A1];W[zz])",
		"(;GM[0]RI[weiqi]BJ[{\"points\":2,\"edges\":\\[\\[0,1\\]\\]}];B[1];W[2])",
		"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n",
	} {
		f.Add([]byte(text))
	}
	s := &routes{Config{Boards: boards.NewCache(sqlitetest.New(f)), Rules: catalog.Rules}}
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		out, err := s.open(ctx, data, 0)
		if ctx.Err() != nil {
			t.Fatalf("%d bytes take %v", len(data), ctx.Err())
		}
		if err != nil || out.Game == nil {
			return
		}
		if _, err := json.Marshal(out); err != nil {
			t.Fatal(err)
		}
		if len(out.Game.Nodes) != out.Games[0].Nodes {
			t.Fatalf("%d of %d nodes", len(out.Game.Nodes), out.Games[0].Nodes)
		}
		for i, n := range out.Game.Nodes {
			if n.Parent >= i || n.Parent < 0 != (i == 0) {
				t.Fatal(fmt.Sprint("node ", i, " hangs under ", n.Parent))
			}
			for _, c := range n.Changes {
				if c[0] < 0 || c[0] >= len(out.Game.Board.Names) || c[1] < 0 || c[1] > 2 {
					t.Fatalf("node %d changes %v", i, c)
				}
			}
		}
	})
}
