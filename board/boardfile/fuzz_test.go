package boardfile_test

import (
	"bytes"
	"errors"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/board/boardtest"
)

// fromDraft checks everything that can be made of the draft of a fuzzed file.
func fromDraft(t *testing.T, d *boardfile.Draft) {
	r := d.Report()
	points, edges := 0, 0
	for _, c := range r.Components {
		points, edges = points+c.Points, edges+c.Edges
	}
	if points != r.Points || edges != r.Edges || r.Points > board.MaxPoints || r.Edges > board.MaxEdges {
		t.Fatalf("report %+v", r)
	}
	if r.Points > 500 {
		return // the rest takes too long
	}
	if r := d.Merge().Report(); r.Coincident != 0 && r.Edges > 0 && r.Points > 1 {
		// Merging changes the mean length of the edges, and so which points coincide. It must still end.
		if again := d.Merge().Merge().Report(); again.Points >= r.Points {
			t.Fatalf("merging leaves %+v", again)
		}
	}
	if len(r.Components) > 1 {
		if _, err := d.Board(""); err == nil {
			t.Fatal("a board of several parts was made")
		}
		part, err := d.Component(len(r.Components) - 1)
		if err != nil {
			t.Fatal(err)
		}
		d = part
	}
	b, err := d.Board("")
	if err != nil {
		t.Fatal(err)
	}
	boardtest.Custom(t, b)
	again, err := boardfile.Read("again.json", bytes.NewReader(boardfile.JSON(b)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := again.Board("")
	if err != nil {
		t.Fatal(err)
	}
	if c.Spec() != b.Spec() {
		t.Fatalf("spec changes:\n%s\n%s", boardfile.JSON(b), boardfile.JSON(c))
	}
}

func FuzzOBJ(f *testing.F) {
	f.Add("v 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\n")
	f.Add("v 0 0 0\r\nv 1 0 0 1\r\nv 1 1 0\r\nf 1/1/1 2//2 -1\r\n")
	f.Add("v 0 0 \\\n0\nv 1e9 -1e-9 .5\nl -1 -2 # x\no a\n")
	f.Add("v 0 0 0\nv 0 0 0\nv 1 0 0\nv 1 0 0\nl 1 3\nl 2 4")
	f.Add("v 0 nan 0\nl 1 1\nf 1 2\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := boardfile.Read("x.obj", bytes.NewReader([]byte(text)))
		if err == nil {
			fromDraft(t, d)
		} else if !errors.As(err, new(*boardfile.Error)) || len(err.Error()) > 400 {
			t.Fatalf("error %v", err)
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"points":3,"edges":[[0,1],[1,2]],"names":["a","b","c"],"title":"T"}`)
	f.Add(`{"coordinates":[[0,0],[1,0,2],[0,1e9]],"edges":[[0,1],[1,2],[2,0]],"faces":[[0,1,2]]}`)
	f.Add(`{"type":"custom","coordinates":[[0,0],[1,1]],"adjacencyList":[[1],[0]]}`)
	f.Add(`{"points":4,"edges":[[0,1],[1,2],[2,3],[3,0]],"lines":[{"points":[0,1,2,3],"closed":true},{"points":[0,2],"diagonal":true}]}`)
	f.Add(`{"points":5,"edges":[[0,1]],"x":{"y":[1,{"z":null}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := boardfile.ReadJSON("x.json", bytes.NewReader([]byte(text)))
		if err == nil {
			fromDraft(t, d)
		} else if !errors.As(err, new(*boardfile.Error)) || len(err.Error()) > 400 {
			t.Fatalf("error %v", err)
		}
	})
}
