package gtp

import (
	"strings"
	"testing"

	engineweiqi "moyo/engine/weiqi"
)

// TestTrompTaylor counts stones that the engine knows to be dead as they stand.
func TestTrompTaylor(t *testing.T) {
	const moves = "boardsize 5\nkomi 0.5\nplay b C1\nplay w E3\nplay b C2\nplay w A1\nplay b C3\nplay w pass\nplay b C4\nplay w pass\n" +
		"play b C5\nplay w pass\nplay b B2\nplay w pass\nplay b D3\nplay w pass\nplay b pass\n"
	for rules, want := range map[string]string{"tromp-taylor": "B+4.5", "chinese": "B+24.5", "new-zealand": "B+24.5"} {
		got := serve(t, testConfig(engineweiqi.New(engineweiqi.Options{Memory: 8 << 20})), "kata-set-rules "+rules+"\n"+moves+"final_score\ngogui-rules_final_result\n")
		if !strings.HasSuffix(got, strings.Repeat("= "+want+"\n\n", 2)) {
			t.Errorf("%s: %q, want %s", rules, got, want)
		}
	}
}
