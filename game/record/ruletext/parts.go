package ruletext

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// part is one part of the rules.
type part struct {
	keys   []string // as in a word, longer ones first
	json   []string // as in an object
	values []string // longer ones first
	set    func(r *Rules, value string)
}

var parts = []part{
	{[]string{"ko"}, []string{"ko"}, []string{Situational, Positional, Simple, Spight}, func(r *Rules, v string) { r.Ko = v }},
	{[]string{"scoring", "score"}, []string{"scoring", "score"}, []string{Territory, Area}, func(r *Rules, v string) { r.Scoring = v }},
	{[]string{"tax"}, []string{"tax"}, []string{NoTax, SekiTax, GroupTax}, func(r *Rules, v string) { r.Tax = v }},
	{[]string{"suicide", "sui"}, []string{"suicide"}, flags, func(r *Rules, v string) { r.Suicide = isSet(v) }},
	{[]string{"hasbutton", "button"}, []string{"hasButton"}, flags, func(r *Rules, v string) { r.HasButton = isSet(v) }},
	{
		[]string{"whitehandicapbonus", "whb"}, []string{"whiteHandicapBonus"}, []string{"N-1", "N", "0"},
		func(r *Rules, v string) { r.HandicapBonus = v },
	},
	{[]string{"friendlypassok", "fpok"}, []string{"friendlyPassOk"}, flags, func(r *Rules, v string) { r.FriendlyPassOk = isSet(v) }},
}

var flags = []string{"FALSE", "TRUE", "0", "1"}

func isSet(flag string) bool { return flag == "TRUE" || flag == "1" }

// unset are the rules before their parts are read.
func unset() Rules {
	r := sets["tromp-taylor"]
	r.Tax = ""
	return r
}

// finish fills in the tax that is usual for the scoring, if none is given.
func (r *Rules) finish() {
	switch {
	case r.Tax != "":
	case r.Scoring == Territory:
		r.Tax = SekiTax
	default:
		r.Tax = NoTax
	}
}

// readWord reads the parts in one word, in any order. ok is false if the text is no such word.
func readWord(text string) (t Text, ok bool) {
	t.Rules = unset()
	for text = afterSigns(text); text != ""; text = afterSigns(text) {
		if m := komiPart.FindStringSubmatch(text); m != nil {
			if !isKomi(m[1]) {
				return t, false
			}
			t.Komi, text, ok = m[1], text[len(m[0]):], true
			continue
		}
		rest, found := t.Rules.readPart(text)
		if !found {
			return t, false
		}
		text, ok = rest, true
	}
	t.finish()
	return t, ok
}

var komiPart = regexp.MustCompile(`^(?i)komi[ =:]*(-?[0-9]{1,4}(?:\.[0-9]{1,8})?)`)

// isKomi reports whether a text is a finite number.
func isKomi(text string) bool {
	komi, err := strconv.ParseFloat(text, 64)
	return err == nil && !math.IsNaN(komi) && !math.IsInf(komi, 0)
}

// afterSigns returns the text after spaces and separators.
func afterSigns(text string) string { return strings.TrimLeft(text, " \t\r\n,;:=_/|") }

// readPart sets the part at the beginning of a text, and returns what follows.
func (r *Rules) readPart(text string) (rest string, ok bool) {
	for _, p := range parts {
		key, found := firstOf(text, p.keys)
		if !found {
			continue
		}
		after := afterSigns(text[len(key):])
		if value, found := firstOf(after, p.values); found {
			p.set(r, value)
			return after[len(value):], true
		}
	}
	return text, false
}

// firstOf returns the word of a list that a text begins with, in capital or small letters.
func firstOf(text string, words []string) (word string, ok bool) {
	i := slices.IndexFunc(words, func(w string) bool { return len(text) >= len(w) && strings.EqualFold(text[:len(w)], w) })
	if i < 0 {
		return "", false
	}
	return words[i], true
}

// readJSON reads a JSON object.
func readJSON(text string) (Text, error) {
	t := Text{Rules: unset()}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		return t, fmt.Errorf("rules: %w", err)
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := string(object[key])
		if value[0] == '"' {
			if err := json.Unmarshal(object[key], &value); err != nil {
				return t, fmt.Errorf("rules: %w", err)
			}
		}
		if err := t.Set(key, value); err != nil {
			return t, err
		}
	}
	t.finish()
	return t, nil
}

// Set sets a part of the rules by its name in JSON. Values can be in capital or small letters.
func (t *Text) Set(key, value string) error {
	if key == "komi" {
		if !isKomi(value) {
			return fmt.Errorf("komi %.20q is not a number", value)
		}
		t.Komi = value
		return nil
	}
	for _, p := range parts {
		if !slices.Contains(p.json, key) {
			continue
		}
		i := slices.IndexFunc(p.values, func(v string) bool { return strings.EqualFold(v, value) })
		if i < 0 {
			return fmt.Errorf("%s %.20q is unknown: want %s", key, value, strings.Join(p.values, ", "))
		}
		p.set(&t.Rules, p.values[i])
		return nil
	}
	return fmt.Errorf("unknown rule %.40q", key)
}

// Word returns the rules in KataGo's form for records, such as "koSIMPLEscoreAREAtaxNONEsui0". Parts that are as in
// Tromp-Taylor's rules are left out, from the button on.
func (r Rules) Word() string {
	digit := func(b bool) string {
		if b {
			return "1"
		}
		return "0"
	}
	word := "ko" + r.Ko + "score" + r.Scoring + "tax" + r.Tax + "sui" + digit(r.Suicide)
	if r.HasButton {
		word += "button1"
	}
	if r.HandicapBonus != "0" {
		word += "whb" + r.HandicapBonus
	}
	if r.FriendlyPassOk {
		word += "fpok1"
	}
	return word
}
