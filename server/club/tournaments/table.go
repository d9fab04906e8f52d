package tournaments

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"moyo/contest/tournament"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/wire"
)

// export is a file format for a table.
type export struct {
	kind, name string // media type; suffix of the file name
	write      func(*wire.Tournament) []byte
}

// exports are all formats, by their names in URLs.
var exports = map[string]export{
	"json":    {"application/json", ".json", writeJSON},
	"csv":     {"text/csv; charset=utf-8", ".csv", writeCSV},
	"egf":     {"text/plain; charset=utf-8", ".h9", writeEGF},
	"results": {"text/plain; charset=utf-8", ".txt", writeResults},
}

// Table answers with the table of a tournament as a file.
func (s *Service) Table(w http.ResponseWriter, r *http.Request) {
	format, ok := exports[r.PathValue("format")]
	if !ok {
		apierror.Write(w, apierror.Say(apierror.NotFound, "server.nothing", "There is nothing at this address."))
		return
	}
	if err := s.Rates.Allow(r.Context(), "tournament", s.Limits.Lists); err != nil {
		apierror.Write(w, err)
		return
	}
	v, err := s.view(r.Context(), r.PathValue("id"))
	if err != nil {
		apierror.Write(w, err)
		return
	}
	w.Header().Set("Content-Type", format.kind)
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "tournament-"+v.Head.ID+format.name))
	_, _ = w.Write(format.write(v)) // the client may have disconnected
}

func writeJSON(v *wire.Tournament) []byte {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // plain data
	}
	return data
}

// number returns a score without trailing zeros.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// writeCSV writes a line for each player, the best first.
func writeCSV(v *wire.Tournament) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	header := append([]string{"place", "name", "rank", "score"}, v.Setup.TieBreaks...)
	_ = w.Write(append(header, "games", "wins")) // writes to a buffer do not fail
	for _, l := range v.Standings {
		p := v.Players[l.Player]
		row := []string{strconv.Itoa(l.Place), convert.Cell(p.Name), p.Rank, number(l.Score)}
		for _, tie := range l.Ties {
			row = append(row, number(tie))
		}
		_ = w.Write(append(row, strconv.Itoa(l.Games), strconv.Itoa(l.Wins)))
	}
	w.Flush()
	return out.Bytes()
}

// cells returns each player's results by round, as in Go crosstables: the place
// of the opponent and + for a win, - for a loss, = for a draw, with a ! after a forfeit;
// 0+ for a bye and 0- for a missed round. sides adds /b or /w.
func cells(v *wire.Tournament, sides bool) [][]string {
	line := make([]int, len(v.Players)) // place in the table, from 1, by player
	for i, l := range v.Standings {
		line[l.Player] = i + 1
	}
	all := make([][]string, len(v.Players))
	for _, r := range v.Rounds {
		round := make([]string, len(v.Players))
		for p := range round {
			round[p] = "0-"
		}
		for _, p := range r.Byes {
			round[p] = "0+"
		}
		for _, g := range r.Games {
			black, white := signs(g.Result)
			if sides {
				black, white = black+"/b", white+"/w"
			}
			round[g.Black], round[g.White] = strconv.Itoa(line[g.White])+black, strconv.Itoa(line[g.Black])+white
		}
		for p, cell := range round {
			all[p] = append(all[p], cell)
		}
	}
	return all
}

// signs returns the signs of a result for Black and White.
func signs(result string) (black, white string) {
	switch tournament.Result(result) {
	case tournament.BlackWins:
		return "+", "-"
	case tournament.WhiteWins:
		return "-", "+"
	case tournament.Draw:
		return "=", "="
	case tournament.BlackForfeit:
		return "+!", "-!"
	case tournament.WhiteForfeit:
		return "-!", "+!"
	case tournament.BothAbsent:
		return "-!", "-!"
	}
	return "?", "?"
}

// grade returns a grade as Go players write it.
func grade(n int) string {
	if n >= 1 {
		return fmt.Sprintf("%dD", n)
	}
	return fmt.Sprintf("%dK", 1-n)
}

// writeEGF writes the table in the result format of the European Go Database (.h9 files), as
// programs such as OpenGotha write it. Comment lines begin with ";". A player's line begins
// with the place; then come name, grade, country, club, score, tie-breaks and one cell for
// each round. The server does not know countries and clubs.
func writeEGF(v *wire.Tournament) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "; CL[D]\n; EV[%s]\n; PC[moyo]\n; CM[%s]\n;\n", field(v.Head.Title), field(v.Head.Format))
	fmt.Fprintf(&out, "; Pl Name Rk Co Club Score %s\n", strings.Join(v.Setup.TieBreaks, " "))
	rounds := cells(v, true)
	for i, l := range v.Standings {
		p := v.Players[l.Player]
		name := cmp.Or(strings.Join(strings.Fields(p.Name), "_"), "deleted")
		fmt.Fprintf(&out, "%4d %-24s %4s -- ---- %6s", i+1, name+" -", grade(p.Grade), number(l.Score))
		for _, tie := range l.Ties {
			fmt.Fprintf(&out, " %6s", number(tie))
		}
		for _, cell := range rounds[l.Player] {
			fmt.Fprintf(&out, " %6s", cell)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// field removes the characters that would end a field of a comment.
func field(text string) string {
	return strings.NewReplacer("[", "(", "]", ")", "\n", " ").Replace(text)
}

// writeResults writes a cross table as engine tournaments do: a row and a column for each
// player by place, points over games in a cell, and the sums.
func writeResults(v *wire.Tournament) []byte {
	type pair struct{ points, games float64 }
	all := map[[2]int]pair{}
	add := func(a, b int, points float64) {
		p := all[[2]int{a, b}]
		all[[2]int{a, b}] = pair{p.points + points, p.games + 1}
	}
	for _, r := range v.Rounds {
		for _, g := range r.Games {
			black, white := signs(g.Result)
			if black == "?" {
				continue
			}
			points := map[byte]float64{'+': 1, '=': 0.5}
			add(g.Black, g.White, points[black[0]])
			add(g.White, g.Black, points[white[0]])
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%4s %-24s %7s", "#", "Name", "Points")
	for i := range v.Standings {
		fmt.Fprintf(&out, " %7d", i+1)
	}
	out.WriteByte('\n')
	for i, l := range v.Standings {
		var row strings.Builder
		var sum pair
		for _, other := range v.Standings {
			cell := "-"
			if p, ok := all[[2]int{l.Player, other.Player}]; ok {
				cell = number(p.points) + "/" + number(p.games)
				sum = pair{sum.points + p.points, sum.games + p.games}
			}
			fmt.Fprintf(&row, " %7s", cell)
		}
		fmt.Fprintf(&out, "%4d %-24s %7s%s\n",
			i+1, cmp.Or(v.Players[l.Player].Name, "deleted"), number(sum.points)+"/"+number(sum.games), row.String())
	}
	return out.Bytes()
}
