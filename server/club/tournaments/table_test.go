package tournaments

import (
	"encoding/json"
	"reflect"
	"testing"

	"moyo/server/base/wire"
)

// small is a tournament of three with a bye, a forfeit, a draw and an unfinished game.
func small() *wire.Tournament {
	return &wire.Tournament{
		Head: wire.TournamentHead{Title: "Cup [2026]", Format: "swiss"}, Setup: wire.TournamentSetup{TieBreaks: []string{"sos", "sodos"}},
		Players: []wire.TournamentPlayer{{Name: "=Ada", Grade: 2, Rank: "2d"}, {Name: "Bo van Oslo", Grade: -3}, {Name: "", Grade: 0}},
		Standings: []wire.TournamentStanding{
			{Player: 1, Place: 1, Score: 1.5, Ties: []float64{2, 0.25}, Games: 1, Wins: 1},
			{Player: 0, Place: 2, Score: 1, Ties: []float64{1, 0}}, {Player: 2, Place: 2, Score: 0.5, Ties: []float64{1, 0}},
		},
		Rounds: []wire.TournamentRound{
			{Games: []wire.TournamentGame{{Number: 1, ID: "c-1", Black: 1, White: 2, Result: "black-forfeit"}}, Byes: []int{0}, Closed: true},
			{Games: []wire.TournamentGame{{Number: 2, ID: "c-2", Black: 2, White: 1, Result: "draw"}}, Byes: []int{}},
			{Games: []wire.TournamentGame{{Number: 3, ID: "c-3", Black: 0, White: 1, Result: ""}}, Byes: []int{}},
		},
	}
}

func TestTables(t *testing.T) {
	for name, want := range map[string]string{
		"csv": "place,name,rank,score,sos,sodos,games,wins\n1,Bo van Oslo,,1.5,2,0.25,1,1\n2,'=Ada,2d,1,1,0,0,0\n2,,,0.5,1,0,0,0\n",
		"egf": `; CL[D]
; EV[Cup (2026)]
; PC[moyo]
; CM[swiss]
;
; Pl Name Rk Co Club Score sos sodos
   1 Bo_van_Oslo -              4K -- ----    1.5      2   0.25  3+!/b   3=/w   2?/w
   2 =Ada -                     2D -- ----      1      1      0     0+     0-   1?/b
   3 deleted -                  1K -- ----    0.5      1      0  1-!/w   1=/b     0-
`,
		"results": `   # Name                      Points       1       2       3
   1 Bo van Oslo                1.5/2       -       -   1.5/2
   2 =Ada                         0/0       -       -       -
   3 deleted                    0.5/2   0.5/2       -       -
`,
	} {
		if got := string(exports[name].write(small())); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	var again wire.Tournament
	if err := json.Unmarshal(exports["json"].write(small()), &again); err != nil || !reflect.DeepEqual(&again, small()) {
		t.Errorf("json: %+v %v", again, err)
	}
}
