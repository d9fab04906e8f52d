package identity_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"moyo/server/base/identity"
)

func TestCleanText(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                                    "hello",
		"  a \t\r\n b\u00a0\u3000c ":               "a b c",
		"<script>alert(1)</script> & \"x\"":        `<script>alert(1)</script> & "x"`, // plain text; the page escapes it
		"nul\x00 bell\x07 esc\x1b[31m del\x7f":     "nul bell esc[31m del",
		"\u202egnp.exe\u202c \u2066x\u2069\u061c":  "gnp.exe x",
		"z\u0300\u0301\u0302\u0303\u0304\u0489":    "z\u0300\u0301\u0302",
		"\u0300\u0301a \u0302b":                    "a b", // marks on no letter and on a space
		"ก็ Việt שָׁלוֹם नमस्ते":                   "ก็ Việt שָׁלוֹם नमस्ते",
		"👩\u200d👩\u200d👧 می\u200cخواهم":            "👩\u200d👩\u200d👧 می\u200cخواهم",
		"\u200d\u200da\u200d\u200d\u200cb\u200d":   "a\u200db",
		"\u200b\ufeff\u2060\u00ad\u034f\U000e0041": "",
		"\u3164\u115f\u1160\uffa0\u2800":           "",
		"\ue000\U000f0000\uffff\ufffd":             "",
		"\xff\xfe\xc0\x80":                         "",
		"❤\ufe0f 5\ufe0f\u20e3":                    "❤\ufe0f 5\ufe0f\u20e3",
		strings.Repeat("字", 9):                     strings.Repeat("字", 8),
		"1234567 9":                                "1234567",
		"12345678\u0301":                           "12345678",
		"12345678 \t":                              "12345678",
	} {
		most := 200
		if strings.HasPrefix(text, "字") || strings.HasPrefix(text, "1234") {
			most = 8
		}
		if got := identity.CleanText(text, most); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// FuzzCleanText checks that every cleaned text is one visible line, is not too long, has no piles of marks, and does
// not change when cleaned again.
func FuzzCleanText(f *testing.F) {
	for _, seed := range []string{"a", "\u202e\u200d", "z\u0300\u0301\u0302\u0303", "👩\u200d👧", "\xff", "a \u200c b", "\u200d \u0301"} {
		f.Add(seed, 5)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = 1 + (most%200+200)%200
		got := identity.CleanText(text, most)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > most || strings.TrimSpace(got) != got || strings.Contains(got, "  ") {
			t.Fatalf("%q becomes %q", text, got)
		}
		marks := 0
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u200b' || r == '\ufeff' {
				t.Fatalf("%q keeps %U", text, r)
			}
			if marks++; !unicode.Is(unicode.M, r) {
				marks = 0
			}
			if marks > 3 {
				t.Fatalf("%q keeps a pile of marks: %q", text, got)
			}
		}
		if again := identity.CleanText(got, most); again != got {
			t.Fatalf("%q becomes %q, and that %q", text, got, again)
		}
	})
}
