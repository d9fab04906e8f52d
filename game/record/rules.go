package record

import (
	"slices"
	"strconv"
	"strings"

	"moyo/game/record/headtext"
	"moyo/game/record/ruletext"
	"moyo/game/record/sgf"
)

// ruleset is a set of Go rules with a name in RU.
type ruleset struct {
	name    string
	options []string // of a rules id
	bonus   bool     // White gets a point for (nearly) each handicap stone
}

// rulesets are the sets whose names are written. The first that fits is.
var rulesets = []ruleset{
	{"Tromp-Taylor", []string{"score=area", "ko=positional", "suicide=yes"}, false},
	{"NZ", []string{"score=area", "ko=situational", "suicide=yes"}, false},
	{"AGA", []string{"score=area", "ko=situational", "suicide=no"}, true},
	{"Chinese", []string{"score=area", "ko=positional", "suicide=no"}, true},
	{"Chinese", []string{"score=area", "ko=simple", "suicide=no"}, true},
	{"Japanese", []string{"score=territory", "ko=simple", "suicide=no"}, false},
	{"Japanese", []string{"score=territory", "ko=positional", "suicide=no"}, false},
}

// NamedRules returns the options in the id of the Go rules with that name in records, such as
// "Japanese": scoring, ko and suicide. It returns nil for unknown names; see [ruletext.Read].
func NamedRules(name string) []string {
	t, err := ruletext.ReadServers(name)
	if err != nil {
		return nil
	}
	return t.Options()
}

// SetRules writes the rules of an id: completely as RI, and for other programs, in a game of Go,
// the komi, the handicap, and the name of the rules if one fits. Rules that give White points for
// handicap stones do not fit if moyo's give none. free is the number of these stones that the
// players placed, or 0 if the rules did.
func SetRules(g *sgf.Game, id string, free int) {
	g.Root.Set("RI", sgf.Escape(id))
	name, text, _ := strings.Cut(id, ":")
	if name != named[sgf.Go] {
		return
	}
	options := strings.Split(text, ",")
	if komi, ok := option(options, "komi"); ok {
		g.Root.Set("KM", komi)
	}
	stones, handicap := option(options, "handicap")
	if free > 0 {
		stones, handicap = strconv.Itoa(free), true
	}
	if handicap {
		g.Root.Set("HA", stones)
	}
	fits := slices.DeleteFunc(slices.Clone(rulesets), func(r ruleset) bool { return !r.among(options) })
	if word := wordFor(options); len(fits) == 0 && word != "" {
		g.Root.Set("RU", word)
	}
	for _, r := range fits {
		if !(r.bonus && handicap) {
			g.Root.Set("RU", r.name)
			return
		}
	}
}

// wordFor returns KataGo's word for rules without a name, "" if it has none.
func wordFor(options []string) string {
	parts := map[string]string{}
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		parts[key] = strings.ToUpper(value)
	}
	if ko := parts["ko"]; ko != ruletext.Simple && ko != ruletext.Positional && ko != ruletext.Situational {
		return ""
	}
	r := ruletext.Rules{
		Ko: parts["ko"], Scoring: parts["score"], Tax: ruletext.NoTax, Suicide: parts["suicide"] == "YES", HandicapBonus: "0",
		FriendlyPassOk: true,
	}
	return r.Word()
}

// among reports whether all options of r are in an id.
func (r ruleset) among(options []string) bool {
	return !slices.ContainsFunc(r.options, func(o string) bool { return !slices.Contains(options, o) })
}

// option returns the value of an option, "" if it is 0.
func option(options []string, key string) (value string, ok bool) {
	for _, o := range options {
		if value, ok = strings.CutPrefix(o, key+"="); ok {
			return value, value != "0" || key == "komi"
		}
	}
	return "", false
}

// goRules returns ids of Go for RU, KM and HA, the most exact one first: records of other programs
// may have a komi or a handicap that moyo does not support.
func goRules(g *sgf.Game) []string {
	options := NamedRules(g.Root.SimpleText("RU"))
	komi, stones := []string{""}, []string{""} // each with the exact value first
	if n := stonesMeant(g); n > 0 {
		stones = []string{"handicap=" + strconv.Itoa(n), ""}
	}
	if points, ok := Komi(g); ok {
		komi = []string{"komi=" + strconv.FormatFloat(points, 'f', -1, 64), ""}
	}
	var ids []string
	for _, h := range stones {
		for _, k := range komi {
			all := slices.Concat([]string{k}, options, []string{h})
			ids = append(ids, goID(slices.DeleteFunc(all, func(o string) bool { return o == "" })))
		}
	}
	return ids
}

// komiStated returns the points of KM or, as Oro writes it, of KO. Servers of East Asia write stones and hundredths, as in
// KM[3.75] and KM[650]; see [headtext.Komi].
func komiStated(g *sgf.Game) (points float64, ok bool) {
	for _, id := range []string{"KM", "KO"} {
		if points, ok = headtext.Komi(g.Root.SimpleText(id)); ok {
			if fox := slices.Contains(g.Root.Values("AP"), "foxwq"); fox && points >= 20 {
				points /= 100 // KM[50] is half a point
			}
			return points, true
		}
	}
	return 0, false
}

// komiMeant returns the points that the record states, else those that RU, EV, GN or RO say.
func komiMeant(g *sgf.Game) (points float64, ok bool) {
	if points, ok = komiStated(g); ok {
		return points, true
	}
	if t, err := ruletext.Read(g.Root.SimpleText("RU")); err == nil && t.Komi != "" {
		return headtext.Komi(t.Komi)
	}
	for _, id := range []string{"RU", "EV", "GN", "RO"} {
		if points, ok = headtext.KomiIn(g.Root.SimpleText(id)); ok {
			return points, true
		}
	}
	return 0, false
}

// stonesMeant returns the handicap of a record with HA but without stones, as servers such as Fox
// write it. White begins, and the stones are in their usual places.
func stonesMeant(g *sgf.Game) int {
	if n := stonesWanted(g); n <= 9 {
		return n
	}
	return 0
}

// stonesWanted is [stonesMeant] for any number of stones, also where they have no usual places.
func stonesWanted(g *sgf.Game) int {
	n, _ := g.Root.Number("HA")
	if n < 2 {
		return 0
	}
	for at := range g.MainLine() {
		switch {
		case at.Has("AB") || at.Has("AW") || at.Has("B"):
			return 0
		case at.Has("W"):
			return n
		}
	}
	return 0
}

// rowRules returns ids of a game with rows, for RU.
func rowRules(g *sgf.Game, id string) []string {
	switch rule := strings.ToLower(g.Root.SimpleText("RU")); rule {
	case "freestyle", "standard", "renju":
		return []string{id + ":rule=" + rule}
	case "caro":
		return []string{id + ":rule=caro8"}
	}
	return []string{id}
}

// goID returns the id of Go with the given options.
func goID(options []string) string {
	if len(options) == 0 {
		return named[sgf.Go]
	}
	return named[sgf.Go] + ":" + strings.Join(options, ",")
}
