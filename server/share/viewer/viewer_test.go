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

// TestOfServers opens games in the formats of servers.
func TestOfServers(t *testing.T) {
	s := &routes{Config{Boards: boards.NewCache(sqlitetest.New(t)), Rules: catalog.Rules}}
	for format, data := range map[string]string{
		"gib": "\\HS\n\\[GAMEBLACKNAME=ada (5K)\\]\n\\[GAMERESULT=백 불계승\\]\n\\HE\n\\GS\nINI 0 1 2\nSTO 0 2 2 3 3\n\\GE\n",
		"ngf": "x\n19\nw 1D\nada 5K\ns\n2\n0\n0\n20170316\n5\nWhite wins by resign!\n1\nPMABWEEEE\n",
		"ugf": "[Header]\nHdcp=2,0\nPlayerB=ada,5k\nWinner=W,R\n[Data]\nDP,W1,1,0\n",
	} {
		out, err := s.open(t.Context(), []byte(data), 0)
		if err != nil || out.Format != format || out.Game == nil {
			t.Errorf("%s: %+v, %v", format, out, err)
			continue
		}
		root, move := out.Game.Nodes[0], out.Game.Nodes[1]
		h := out.Game.Head
		if h.Black != "ada" || h.Result != "W+R" || h.Moves != 1 || len(root.Changes) != 2 || root.ToPlay != "white" || move.Refused != "" {
			t.Errorf("%s: %+v, %+v, %+v", format, h, root, move)
		}
	}
}

// FuzzOpen opens random files and replays their first games.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{
		"(;SZ[5];B[aa];W[bb](;B[ab])(;AB[cc]AE[aa]PL[W];B[cc];W[];B[];W[]))",
		"(;GM[4]SZ[9]RI[gomoku:opening=swap];B[aa];W[bb];B[cc];OC[black];W[dd])(;GM[2])",
		"(;GM[0]BD[torus:5x5]RI[weiqi];B[A1];W[zz])",
		"(;GM[0]RI[weiqi]BJ[{\"points\":2,\"edges\":\\[\\[0,1\\]\\]}];B[1];W[2])",
		"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n",
		"\\HS\n\\[GAMERESULT=W+R\\]\n\\HE\n\\GS\nINI 0 1 2\nSTO 0 2 2 15 3\nSKI 0 3\n\\GE\n",
		"x\n9\nw\nb\ns\n2\n0\n0\n20170316\n5\n\n1\nPMABWCCCC\n",
		"[Header]\nSize=9\nHdcp=2,0\n[Data]\nAA,W1,1,0\n[ReviewNode]\nNODE,1,0,0,0\nVARIATION,\nNODE,3,2,1,1\n",
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
