package ruletext

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestNames reads names as programs, servers and people write them.
func TestNames(t *testing.T) {
	for want, texts := range map[string][]string{
		"tromp-taylor": {"tromp-taylor", "Tromp_Taylor", "TrompTaylor", "Tromp Taylor rules", "TT", "logical rules"},
		"chinese": {"chinese", "Chinese", "CHINESE RULES", "Chinese Rule", "CN", "Area Scoring", "中国规则",
			"中國規則", "中国", "中国ルール", "중국 룰", "중국룰", "중국 규칙", "数子法", "Chinese 2002", "中国规则 黑贴3又3/4子", "Ｃｈｉｎｅｓｅ", "Chinese rules, komi 7.5"},
		"chinese-ogs": {"chinese-ogs", "ChineseOGS", "chinese_ogs"},
		"chinese-kgs": {"chinese-kgs", "Chinese-KGS"},
		"japanese": {"japanese", "Japanese Rules", "JP", "jpn", "JPN0", "日本ルール", "日本规则",
			"日本囲碁規約", "日本棋院", "일본룰", "Territory", "数目法", "日韩规则", "Japanese 1989", "Japanese (6.5)", "the Japanese rules", "Nihon Ki-in"},
		"korean":            {"korean", "KR", "Korean Rule", "한국룰", "한국 규칙", "韩国规则", "韓國規則", "한국식 덤 6집반", "한국기원 룰"},
		"stone-scoring":     {"stone-scoring", "stonescoring", "Stone Scoring", "ancient-area", "Ancient_Area", "还棋头"},
		"ancient-territory": {"ancient-territory", "AncientTerritory"},
		"aga":               {"aga", "BGA", "French", "AGA rules", "FFG"},
		"aga-button":        {"aga-button", "AGAButton", "aga button"},
		"new-zealand":       {"new-zealand", "NZ", "New Zealand", "NewZealand", "new_zealand"},
		"ing":               {"ing", "GOE", "Ing's SST rules", "应氏规则", "應氏計點制"},
	} {
		for _, text := range texts {
			if got, err := Read(text); err != nil || got.Name != want || got.Rest != "" || got.Rules != sets[want] {
				t.Errorf("%q: %q and %q, %v; want %q", text, got.Name, got.Rest, err, want)
			}
		}
	}
	for _, text := range []string{"house", "", "  ", "chinesejapanese", "???", "rules", "7.5", "Go", "规则", "the",
		strings.Repeat("x", 3000)} {
		if got, err := Read(text); err == nil {
			t.Errorf("%.20q is read as %+v", text, got)
		}
	}
	if got, err := Read("Chinese, without superko"); err != nil || got.Name != "chinese" || got.Rest != "without superko" {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestSets pins the sets. They are KataGo's, except that rules with territory allow dead stones at the end (fpok1).
func TestSets(t *testing.T) {
	for name, want := range map[string]string{
		"tromp-taylor":      "koPOSITIONALscoreAREAtaxNONEsui1",
		"chinese":           "koSIMPLEscoreAREAtaxNONEsui0whbNfpok1",
		"chinese-ogs":       "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
		"chinese-kgs":       "koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1",
		"japanese":          "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1",
		"korean":            "koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1",
		"stone-scoring":     "koSIMPLEscoreAREAtaxALLsui0fpok1",
		"ancient-territory": "koSIMPLEscoreTERRITORYtaxALLsui0fpok1",
		"aga":               "koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1",
		"aga-button":        "koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1fpok1",
		"new-zealand":       "koSITUATIONALscoreAREAtaxNONEsui1fpok1",
		"ing":               "koPOSITIONALscoreAREAtaxNONEsui1fpok1",
	} {
		if got := sets[name].Word(); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestWords reads KataGo's words, with all parts, some, in any order and letters.
func TestWords(t *testing.T) {
	for text, want := range map[string]Rules{
		"koSIMPLEscoreTERRITORYtaxSEKIsui0":                         {Simple, Territory, SekiTax, false, false, "0", false},
		"koPOSITIONALscoreAREAtaxNONEsui1":                          {Positional, Area, NoTax, true, false, "0", false},
		"koSITUATIONALscoreAREAtaxALLsui0button1whbN-1fpok1":        {Situational, Area, GroupTax, false, true, "N-1", true},
		"koSIMPLEscoreAREAtaxNONEsui0button0whbNfpok1komi7.5":       {Simple, Area, NoTax, false, false, "N", true},
		"koSPIGHTscoreAREAtaxNONEsui0":                              {Spight, Area, NoTax, false, false, "0", false},
		"scoreTERRITORY":                                            {Positional, Territory, SekiTax, true, false, "0", false},
		"koSIMPLE":                                                  {Simple, Area, NoTax, true, false, "0", false},
		"sui0":                                                      {Positional, Area, NoTax, false, false, "0", false},
		"taxSEKI scoringAREA, ko:simple; suicide=false whb n":       {Simple, Area, SekiTax, false, false, "N", false},
		`{"ko":"SIMPLE"}`:                                           {Simple, Area, NoTax, true, false, "0", false},
		`{"scoring":"territory","ko":"simple"}`:                     {Simple, Territory, SekiTax, true, false, "0", false},
		`{"score":"TERRITORY","tax":"NONE","suicide":false}`:        {Positional, Territory, NoTax, false, false, "0", false},
		`{"hasButton":true,"whiteHandicapBonus":"N-1","komi":6}`:    {Positional, Area, NoTax, true, true, "N-1", false},
		` {"friendlyPassOk":true,"suicide":false,"tax":"ALL"} `:     {Positional, Area, GroupTax, false, false, "0", true},
		`{"whiteHandicapBonus":0,"ko":"SITUATIONAL","suicide":"0"}`: {Situational, Area, NoTax, false, false, "0", false},
	} {
		got, err := Read(text)
		if err != nil || got.Name != "" || got.Rules != want {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
		if back, err := Read(got.Word()); err != nil || back.Rules != want {
			t.Errorf("%s comes back by %s as %+v, %v", text, got.Word(), back.Rules, err)
		}
		object, err := json.Marshal(got.Rules)
		if back, err2 := Read(string(object)); err != nil || err2 != nil || back.Rules != want {
			t.Errorf("%s comes back by %s as %+v, %v", text, object, back.Rules, err2)
		}
	}
	for text, want := range map[string]string{"koSIMPLEkomi6.5": "6.5", "komi-5": "-5", `{"komi":7}`: "7", `{"komi":0.5}`: "0.5"} {
		if got, err := Read(text); err != nil || got.Komi != want {
			t.Errorf("%s: komi %q, %v", text, got.Komi, err)
		}
	}
	for _, text := range []string{
		"koSIMPLEx", "koWRONG", "scoreAREAtaxSOME", "sui2", "komi", "komi1e9", `{"ko":null}`, `{"ko":"MAYBE"}`, `{"rule":1}`,
		`{"ko":`, `{}{}`,
		`{"komi":"x"}`, `{"suicide":[]}`, "{", "ko", "simple", `["ko"]`,
	} {
		if got, err := Read(text); err == nil {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}

// TestUnplayed names the parts that moyo lacks, and gives the nearest options.
func TestUnplayed(t *testing.T) {
	for text, want := range map[string][]string{
		"chinese": nil, "japanese": nil, "koSIMPLEscoreAREAtaxSEKIsui0": nil,
		"aga-button":            {"a button"},
		"stone scoring":         {"tax ALL, a tax on every group"},
		"koSPIGHTtaxALLbutton1": {"ko SPIGHT", "tax ALL, a tax on every group", "a button"},
	} {
		if got, err := Read(text); err != nil || !slices.Equal(got.Unplayed(), want) {
			t.Errorf("%s: %q, %v; want %q", text, got.Unplayed(), err, want)
		}
	}
	for text, want := range map[string]string{
		"chinese": "score=area ko=simple suicide=no", "nz": "score=area ko=situational suicide=yes",
		"koSPIGHTscoreTERRITORYsui1": "score=territory ko=situational suicide=yes",
	} {
		got, err := Read(text)
		if options := strings.Join(got.Options(), " "); err != nil || options != want {
			t.Errorf("%s: %s, %v; want %s", text, options, err, want)
		}
	}
	for text, want := range map[string]string{"Chinese": "chinese-kgs", "chinese-ogs": "chinese-ogs", "Japanese": "japanese"} {
		if got, err := ReadServers(text); err != nil || got.Name != want || got.Rules != sets[want] {
			t.Errorf("%s on servers: %+v, %v", text, got, err)
		}
	}
}

// TestFolded: every name is in the form in which it is looked up, and only once.
func TestFolded(t *testing.T) {
	count := 0
	for set, names := range known {
		count += len(names)
		for _, name := range names {
			if fold(name) != name {
				t.Errorf("%s: %s is not folded", set, name)
			}
		}
	}
	if len(setOf) != count {
		t.Errorf("%d names are %d different ones", count, len(setOf))
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"Chinese rules, komi 7.5", "koSIMPLEscoreAREAtaxNONEsui0whbN-1fpok1",
		`{"ko":"SIMPLE","komi":6.5}`, "{\"\":{}}", "ko SPIGHT"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(text)
		if err != nil {
			return
		}
		back, err := Read(got.Word())
		if err != nil || back.Rules != got.Rules {
			t.Errorf("%q: %s comes back as %+v, %v", text, got.Word(), back.Rules, err)
		}
	})
}
