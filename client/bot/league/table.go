package league

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"moyo/contest/arena"
	"moyo/contest/arena/chart"
)

// The limits of what is counted and shown.
const (
	mostRated = 100 // players: those with the most games
	lastGames = 50  // that are listed
	mostMarks = 60  // points of a rating history
)

// table is all games of an event that count.
type table struct {
	names []string       // by player
	index map[string]int // players by name
	games []played
	plays []int // games, by player

	collected map[string]map[int]bool // numbers of known games, by tournament
	last      []Game                  // without moves, the newest last
	openings  *openings
	marks     map[int]mark // by games
}

// played is a game that counts. It is small, since 100,000 of them must fit into memory.
type played struct {
	black, white int32
	out          outcome
}

// mark is the ratings after some games, by player.
type mark map[int]float64

func newTable(o *openings) *table {
	return &table{index: map[string]int{}, collected: map[string]map[int]bool{}, openings: o, marks: map[int]mark{}}
}

// has reports whether a game is known.
func (t *table) has(tournament string, number int) bool { return t.collected[tournament][number] }

// add counts a game, unless it is known.
func (t *table) add(g Game) {
	if t.has(g.Tournament, g.Number) {
		return
	}
	if t.collected[g.Tournament] == nil {
		t.collected[g.Tournament] = map[int]bool{}
	}
	t.collected[g.Tournament][g.Number] = true
	out := g.outcome()
	if out == void {
		return
	}
	black, white := t.player(g.Black), t.player(g.White)
	t.plays[black]++
	t.plays[white]++
	t.games = append(t.games, played{int32(black), int32(white), out})
	t.openings.add(g.Moves, out)
	g.Moves = nil
	if t.last = append(t.last, g); len(t.last) >= 2*lastGames {
		t.last = slices.Clone(t.last[len(t.last)-lastGames:])
	}
}

// player returns the number of the player with a name.
func (t *table) player(name string) int {
	i, ok := t.index[name]
	if !ok {
		i = len(t.names)
		t.index[strings.Clone(name)] = i
		t.names = append(t.names, name)
		t.plays = append(t.plays, 0)
	}
	return i
}

// tally is the result of one player against another.
type tally struct{ wins, draws, losses int }

func (a tally) games() int { return a.wins + a.draws + a.losses }

// pairs returns the results of some games by pairs of players, the lower number first.
func pairs(games []played) map[[2]int]tally {
	all := map[[2]int]tally{}
	for _, g := range games {
		count(all, g)
	}
	return all
}

// count adds a game to the results.
func count(all map[[2]int]tally, g played) {
	a, b, won := int(g.black), int(g.white), blackWins
	if a > b {
		a, b, won = b, a, whiteWins
	}
	p := all[[2]int{a, b}]
	switch g.out {
	case draw:
		p.draws++
	case won:
		p.wins++
	default:
		p.losses++
	}
	all[[2]int{a, b}] = p
}

// rate returns the ratings of the players with the most games, best first, from their games with
// each other; players without such a game are omitted. It also returns the players in this order.
func (t *table) rate(all map[[2]int]tally) (list []arena.Rating, players []int) {
	plays := map[int]int{}
	for p, tally := range all {
		plays[p[0]] += tally.games()
		plays[p[1]] += tally.games()
	}
	rated := slices.SortedFunc(maps.Keys(plays), func(a, b int) int { return cmp.Or(cmp.Compare(plays[b], plays[a]), cmp.Compare(a, b)) })
	rated = rated[:min(len(rated), mostRated)]
	place := map[int]int{}
	names := make([]string, len(rated))
	for i, p := range rated {
		place[p], names[i] = i, t.names[p]
	}
	var outcomes []arena.Outcome
	for i, p := range rated { // in a fixed order, so that sums are reproducible
		for k, q := range rated {
			if tally, ok := all[[2]int{p, q}]; ok {
				outcomes = append(outcomes, outcomesOf(tally, i, k)...)
			}
		}
	}
	list = arena.Rate(names, outcomes)
	for _, r := range list {
		players = append(players, t.index[r.Name])
	}
	return list, players
}

// outcomesOf returns the results of two players as independent games.
func outcomesOf(a tally, i, k int) (list []arena.Outcome) {
	for _, o := range []struct {
		points float64
		times  int
	}{{1, a.wins}, {0.5, a.draws}, {0, a.losses}} {
		if o.times > 0 {
			list = append(list, arena.Outcome{Players: [2]int{i, k}, Points: o.points, Games: 1, Times: o.times})
		}
	}
	return list
}

// courses returns the rating histories of some players. Their points are after multiples of a power
// of two games, so they stay valid when games are added, and most are known from before.
func (t *table) courses(players []int) []chart.Course {
	step := 1
	for len(t.games)/step > mostMarks {
		step *= 2
	}
	maps.DeleteFunc(t.marks, func(n int, _ mark) bool { return n%step != 0 })
	t.fillMarks(step)
	list := make([]chart.Course, len(players))
	for i, p := range players {
		list[i].Name = t.names[p]
		for _, n := range slices.Sorted(maps.Keys(t.marks)) {
			if elo, ok := t.marks[n][p]; ok {
				list[i].Elo = append(list[i].Elo, [2]float64{float64(n), elo})
			}
		}
	}
	return list
}

// fillMarks rates the missing points of the histories.
func (t *table) fillMarks(step int) {
	if len(t.marks) == len(t.games)/step {
		return
	}
	all := map[[2]int]tally{}
	for i, g := range t.games {
		count(all, g)
		n := i + 1
		if n%step != 0 || t.marks[n] != nil {
			continue
		}
		m := mark{}
		ratings, players := t.rate(all)
		for k, r := range ratings {
			m[players[k]] = r.Elo
		}
		t.marks[n] = m
	}
}
