package record_test

import (
	"strings"
	"testing"

	"moyo/game/record"
	"moyo/game/record/sgf"
)

// TestNotes names what a record says about its rules and moyo does not play.
func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"(;SZ[9]RU[house])":                            `the rules "house" are unknown; the game is read with area scoring`,
		"(;SZ[9]RU[竹规则])":                              `the rules "竹规则" are unknown`,
		"(;SZ[9]RU[aga-button])":                       `the rules "aga-button" are played without parts of them: a button`,
		"(;SZ[9]RU[koSIMPLEscoreAREAtaxALLsui0])":      `tax ALL, a tax on every group`,
		"(;SZ[9]RU[koSPIGHTscoreAREAtaxALLsui0])":      `ko SPIGHT; tax ALL, a tax on every group`,
		"(;SZ[9]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]": `tax SEKI: points in a seki count here`,
		"(;SZ[9]HA[3]RU[koSIMPLEscoreAREAsui0whbN])":   `White's points for handicap stones`,
		"(;SZ[9]HA[0]RU[koSIMPLEscoreAREAsui0whbN])":   "",
		"(;SZ[9]HA[3]RU[Chinese])":                     "",
		"(;SZ[9]RU[Japanese, without ko])":             `of the rules "Japanese, without ko" the words "without ko" are not understood`,
		"(;SZ[9]KM[7.3])":                              `the komi 7.3 is no multiple of half a point`,
		"(;SZ[9]KM[lots])":                             `the komi "lots" is not understood`,
		"(;SZ[19]EV[分先:黑贴7目半]KM[])":                    `the komi 7.5 is from the text of the record's head`,
		"(;SZ[9]RU[Japanese]KM[6.5])":                  "",
		"(;SZ[9]RU[Chinese]KM[375])":                   "",
		"(;SZ[9]RU[koPOSITIONALscoreAREAtaxNONEsui1])": "",
		"(;SZ[9]KM[])":                                 "",
		"(;SZ[9])":                                     "",
		"(;SZ[9]KO[6目半])":                              "",
		"(;GM[4]SZ[15]RU[house])":                      "",
		"(;SZ[9]RU[house]RI[weiqi])":                   "",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(record.Notes(games[0]), "\n"); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestKomiMeant reads the komi of records from properties and words.
func TestKomiMeant(t *testing.T) {
	for text, want := range map[string]float64{
		"(;KM[6.5])": 6.5, "(;KM[六目半])": 6.5, "(;KM[３．７５])": 7.5, "(;KM[3又3/4子])": 7.5, "(;KO[黒6目半])": 6.5, "(;KM[]KO[5.5])": 5.5,
		"(;EV[分先:黑贴7目半]KM[])": 7.5, "(;RU[中国规则 黑贴3又3/4子])": 7.5, "(;RU[koSIMPLEscoreAREAkomi5.5])": 5.5, "(;KM[덤 6집반])": 6.5,
		"(;KM[-5.5])": -5.5, "(;RI[weiqi:komi=4]KM[3.75])": 3.75, "(;KM[50]HA[2]AP[foxwq])": 0.5, "(;KM[50])": 50,
		"(;KM[375]AP[GNU Go:3.8]AP[foxwq])": 7.5, "(;RI[weiqi:komi=3])": 3, "(;RI[weiqi:komi=-2]KM[])": -2,
		"(;RI[weiqi:komi=3]EV[黑贴7目半])": 3, "(;RI[weiqi:komi=3]KO[5.5])": 5.5,
		"(;KM[0]EV[黑贴7目半])": 0, "(;KM[none])": 0, "(;EV[第3局])": -1, "(;KM[互先])": -1, "(;GN[コミ6目半の一局])": 6.5,
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := record.Komi(games[0]); ok != (want != -1) || ok && got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, ok, want)
		}
	}
}

// TestNotesOnHandicaps names handicaps of which no stones are placed.
func TestNotesOnHandicaps(t *testing.T) {
	const none = "the handicap of HA[%] has no usual places on this board: no stones are placed"
	for text, want := range map[string]string{
		"(;SZ[9]HA[100];W[ee])": "100", "(;SZ[10]HA[5];W[ee])": "5", "(;SZ[10]HA[4];W[ee])": "", "(;SZ[9]HA[9];W[aa])": "",
		"(;SZ[9]HA[100]AB[cc];W[ee])": "", "(;SZ[9]HA[100];B[ee])": "", "(;SZ[10]HA[5]RI[weiqi];W[ee])": "", "(;GM[4]SZ[15]HA[20];W[ee])": "",
	} {
		games, err := sgf.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if want != "" {
			want = strings.Replace(none, "%", want, 1)
		}
		if got := record.Repairs(t.Context(), games[0], opener); strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
		if _, err := record.Load(games[0], opener); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestNotesAmongRepairs: notes are listed with the repairs, and are no faults.
func TestNotesAmongRepairs(t *testing.T) {
	games, err := sgf.Parse("(;SZ[9]RU[house];B[ee])")
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Repairs(t.Context(), games[0], opener); len(got) != 1 || !strings.Contains(got[0], `"house" are unknown`) {
		t.Errorf("%q", got)
	}
	if _, err := record.Load(games[0], opener); err != nil {
		t.Error(err)
	}
}
