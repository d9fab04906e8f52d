package headtext

import (
	"strings"
	"testing"
)

// TestResult reads results as servers, programs and federations write them.
func TestResult(t *testing.T) {
	const r, m, f, c, u = Resignation, Time, Forfeit, Count, Unstated
	for want, texts := range map[Result][]string{
		{Black, r, 0, ""}: {
			"B+R", "B+Resign", "b+resign", "Black+Resign", "黑中盘胜", "黑中盤勝", "黒中押し勝ち", "黒の中押し勝ち", "黒番中押し勝", "흑 불계승", "흑불계승",
			"Black wins by resignation", "White resigns", "White resigned by choice, Black wins", "W resigns", "白认输", "白投了", "黑不計勝",
			"白中盘负", "黑胜（白认输）", "Black won, white gave up", "黑棋中盘胜", "黑方中盘胜", "B+res", "B + R", "Ｂ＋Ｒ", "B+R (counted B+3.5)", "B+R (not counted)",
			"257手完, 黒中押し勝ち", "共213手 黑中盘胜", "win by resignation for Black", "黑中盘", "白：认输", "백 기권",
		},
		{White, r, 0, ""}: {
			"W+R", "W+Resign", "白中盘胜", "白中盤勝", "白中押し勝ち", "白番中押し勝ち", "백 불계승", "백불계승", "白不计胜", "黑投子认负", "黒投了", "黑中盘负",
			"White by resignation", "Black resigns.", "Weiß gewinnt durch Aufgabe", "186手完 白中押し勝ち", "백 불계", "W+Resignation",
		},
		{Black, m, 0, ""}: {
			"B+T", "B+Time", "Black wins on time", "White lost on time", "白超时负", "黑超时胜", "白超时", "白方超时，黑胜", "黒時間切れ勝ち", "白時間切れ負け",
			"흑 시간승", "백 시간패", "B+timeout", "White timed out", "黑逾時勝", "White ran out of time",
		},
		{White, m, 0, ""}: {"W+T", "W+Time", "White on time", "黑超时负", "白時間勝ち", "백 시간승", "黑方超時", "白 时间胜"},
		{Black, f, 0, ""}: {"B+F", "B+Forfeit", "Black wins by forfeit", "黒反則勝ち", "白反則負け", "黑不战胜", "白弃权", "흑 부전승", "흑 기권승", "白掉线",
			"白犯规负"},
		{White, f, 0, ""}: {"W+F", "W+Forfeit", "W+illegal", "White by default", "Black forfeits", "白不戦勝", "백 반칙승", "黑棄權"},
		{Black, c, 0.5, ""}: {
			"B+0.5", "B+0,5", "黑胜半目", "黒半目勝ち", "黒の半目勝", "흑 반집승", "Black wins by half a point 0.5", "黑胜1/4子", "B+½", "黑四分之一子胜", "흑반집승",
			"Black by half a point", "half-point win for Black",
			"B+0.25",
		},
		{White, c, 3.5, ""}: {
			"W+3.5", "白胜3目半", "白胜3.5目", "白３目半勝ち", "白三目半勝ち", "白の三目半勝ち", "백 3집반승", "백 세집반 승", "白胜1又3/4子", "白勝1¾子", "W+1.75",
			"White wins by 3.5", "White wins by 3.5 points", "White won by 3.5 pts", "白胜一又四分之三子", "白3目半胜", "白1.75子勝", "White 3.5",
			"Ｗ＋３．５", "백 3.5집 승",
			"白勝 3 点半", "白+3.5", "W+3.50", "Weiss gewinnt mit 3,5 Punkten", "Black loses by 3.5", "黑负3目半", "黑负1又3/4子",
		},
		{White, c, 4.5, ""}:  {"257手完, 白四目半勝ち", "白の四目半勝ち", "白 2.25子", "白2又1/4子胜", "W+2 1/4"},
		{White, c, 43.5, ""}: {"白胜43.5目", "白四十三目半勝ち", "白胜21又3/4子"},
		{Black, c, 1.5, ""}:  {"黑胜3/4子", "黑四分之三子胜", "黑胜四分之三子", "黑胜0.75子", "B+3/4", "共128手，黑四分之三子胜", "흑 한집반승", "黑勝¾子"},
		{Black, c, 12.5, ""}: {"Black wins by 12.5", "black+12.5", "黒十二目半勝ち", "흑 12집반승", "黑胜12目半", "흑 열두집반 승"},
		{Black, c, 5, ""}:    {"B+5", "黒5目勝", "黑胜五目", "黑胜2.5子", "黑胜2子半", "黑二子半胜", "흑 5집승"},
		{Black, c, 105, ""}:  {"B+105", "黑胜一百零五目", "黒百五目勝ち"},
		{Black, c, 0, ""}:    {"黑胜185子", "黑185又1/4子胜"},
		{Neither, c, 0, ""}: {
			"0", "Draw", "draw", "Jigo", "jigo", "持碁", "持棋", "和棋", "和局", "平局", "ジゴ", "引き分け", "무승부", "빅", "Tie", "０", "Remis",
		},
		{Neither, NoResult, 0, ""}: {"Void", "void", "No result", "無勝負", "无胜负", "無效", "무효", "annulled", "三劫无胜负", "Both lose"},
		{Black, u, 0, ""}: {"B+", "Black wins", "黑胜", "黒勝ち", "흑승", "흑 승", "Winner: Black", "B", "Black", "黑", "white lost",
			"黑勝", "胜者：黑"},
		{White, u, 0, ""}: {"W+", "White wins", "白胜", "白勝ち", "백승", "W", "победа: белые", "Le blanc gagne", "winner=W"},
		{Unknown, u, 0, ""}: {
			"", "?", "unknown", "Unfinished", "打掛", "封棋", "未完", "黑先活", "White to play and kill", "42", "胜", "black or white", "一力遼",
			"adjourned",
			"R+B",
			"Black did not win", "White didn't lose", "Black has not won by resignation", "B+2 or W+1", "W+R B+R",
			"Alice", "黑先白死", "Black to move", "+", "第16题 黑先",
		},
	} {
		for _, text := range texts {
			got := ReadResult(text)
			if got.Text != text {
				t.Errorf("%q keeps the text %q", text, got.Text)
			}
			back := ReadResult(got.FF4())
			if got.Text = ""; got != want || back.Winner != want.Winner || back.Points != want.Points {
				t.Errorf("%q: %+v, want %+v; comes back as %+v", text, got, want, back)
			}
		}
	}
}

// TestKomi reads komi with units, in words, and without.
func TestKomi(t *testing.T) {
	for want, texts := range map[float64][]string{
		6.5: {
			"6.5", "6,5", "6.50", "650", "325", "3.25", "6目半", "六目半", "6.5目", "黒6目半", "コミ6目半", "6目半コミ出し", "コミ出し 6目半", "6집반", "덤 6집반",
			"덤6집반", "여섯집반", "3又1/4子", "3¼子", "6.5 points", "komi 6.5", "６．５", "６目半", "黑贴3又1/4子", "六目半コミ出し", "6 目半", "コミ: 6目半",
			"Komi: 6.5 points", "6½", "6.5目（黑贴）", "덤6집 반", "黑贴 3.25 子", "흑 6집반 공제", "+6.5", "6 1/2",
		},
		7.5: {"7.5", "375", "3.75", "7目半", "黑贴7目半", "3又3/4子", "黑贴3又3/4子", "贴3.75子", "三又四分之三子", "3 3/4子", "黑贴还3又3/4子", "750", "덤 7집반",
			"7半"},
		5.5:  {"2又3/4子", "5目半", "五目半", "2.75", "5집반", "黑贴2又3/4子", "550", "275"},
		4.5:  {"先相先 コミ4目半", "四目半", "4½"},
		8:    {"8", "4子", "8点", "黑贴8点", "应氏8点", "800"},
		0.5:  {"0.5", "半目", "반집", "half a point", "half 0.5"},
		0:    {"0", "none", "no komi", "なし", "コミなし", "免贴", "无贴目", "ノーコミ", "无", "不贴目", "없음", "定先", "让先", "0目", "덤 없음"},
		-5.5: {"-5.5", "逆コミ5目半", "倒贴5目半", "reverse komi 5.5", "역덤 5집반", "−5.5", "反贴2又3/4子", "白貼5目半"},
		3.5:  {"3目半", "三目半"},
	} {
		for _, text := range texts {
			if got, ok := Komi(text); !ok || got != want {
				t.Errorf("%q: %v, %v, want %v", text, got, ok, want)
			}
		}
	}
	for _, text := range []string{"", "互先", "分先", "even", "?", "standard", "0x10", "inf", "NaN", "9段", "257手", "1e5", "1000000000"} {
		if got, ok := Komi(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for text, want := range map[string]float64{
		"分先:黑贴7目半": 7.5, "第16届杯赛 黑贴3又3/4子": 7.5, "コミ6目半 第五十期名人戦": 6.5, "第5局 互先 6目半コミ出し": 6.5, "제5국 호선 덤 6집반": 6.5,
		"Round 3, komi 6.5": 6.5,
		"Final 2024":        -100, "第3局": -100, "7.5": -100, "甲级联赛": -100, "Komi Cup 2019": -100, "贴目杯 2019": -100, "komi 2019": -100,
		"Komi open, round 3": -100, "3 コミ": -100,
	} {
		if got, ok := KomiIn(text); ok != (want != -100) || ok && got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, ok, want)
		}
	}
}

// TestWords: every word of the table has one meaning, in the form in which it is looked up.
func TestWords(t *testing.T) {
	seen := map[string]kind{}
	for k, list := range lists {
		for _, word := range fields(list) {
			if k2, ok := seen[word]; ok {
				t.Errorf("%q is of the kinds %d and %d", word, k, k2)
			}
			seen[word] = k
			if got, n := lookUp(word); fold(word) != word || n != len(word) || got != k {
				t.Errorf("%q is found as %d in %d bytes, want %d", word, got, n, k)
			}
		}
	}
}

// TestBounds reads long texts in time that grows with their length only up to a limit.
func TestBounds(t *testing.T) {
	for _, text := range []string{"黑", "一", "b ", "1/", "열", "半", "w+", "no ", "\xff", "9"} {
		long := strings.Repeat(text, 1<<20)
		ReadResult(long)
		Komi(long)
		KomiIn(long)
	}
}

func FuzzResult(f *testing.F) {
	for _, text := range []string{"黑胜1又3/4子", "W+3.5", "257手完, 白四目半勝ち", "흑 열두집반 승", "Black wins by 3 1/2 points", "四分之三", "０", "9/0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := ReadResult(text)
		if r.Text != text || r.Points < 0 || r.Points > 1e7 || r.Winner == Unknown && r.Reason != Unstated {
			t.Errorf("%q: %+v", text, r)
		}
		if k, ok := Komi(text); ok && !(k > -1e7 && k < 1e7) {
			t.Errorf("%q: komi %v", text, k)
		}
		KomiIn(text)
	})
}
