package preview

import (
	"strings"
	"testing"
)

// TestTags checks the tags of a page with special characters in its title, and that there are no addresses if the site has none.
func TestTags(t *testing.T) {
	w := Words{Title: `Ada & <Bo> "x"` + "\xff", Text: "A draw", picture: "/card/game.png", path: "/game/g", site: "https://go.example"}
	tags := w.Tags()
	for _, want := range []string{
		`<meta property="og:title" content="Ada &amp; &lt;Bo&gt; &#34;x&#34;" />`,
		`<meta property="og:description" content="A draw" />`,
		`<meta property="og:url" content="https://go.example/game/g" />`,
		`<meta property="og:image" content="https://go.example/card/game.png" />`,
		`<meta property="og:image:alt" content="Ada &amp; &lt;Bo&gt; &#34;x&#34;: A draw" />`,
		`<meta name="twitter:card" content="summary_large_image" />`,
	} {
		if !strings.Contains(tags, want+"\n") {
			t.Errorf("%s\n lacks %s", tags, want)
		}
	}
	if strings.Contains(tags, "oembed") {
		t.Errorf("%s\n can be embedded", tags)
	}
	if w.embeds = true; !strings.Contains(w.Tags(), "oembed") {
		t.Errorf("%s\n cannot be embedded", w.Tags())
	}
	if w.site = ""; w.Tags() != "" {
		t.Errorf("without a site: %s", w.Tags())
	}
}
