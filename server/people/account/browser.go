package account

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"moyo/server/base/identity"
)

// Browser describes the program that sends a request.
type Browser struct {
	Agent  string // the header "User-Agent", simplified by device
	Host   string // host name of the server in the request
	Safe   bool   // whether the connection is encrypted
	Device string // token of a browser that has signed in before, or ""
}

// Resolve implements huma.Resolver.
func (b *Browser) Resolve(ctx huma.Context) []error {
	b.Agent, b.Host, b.Safe = device(ctx.Header("User-Agent")), ctx.Host(), identity.Safe(ctx.Context())
	if cookies, err := http.ParseCookie(ctx.Header("Cookie")); err == nil {
		for _, c := range cookies {
			if c.Name == deviceCookieName(b.Safe) && len(c.Value) == tokenLength {
				b.Device = c.Value
			}
		}
	}
	return nil
}

// tokenLength is the length of a token in characters.
const tokenLength = 32

// deviceCookieName returns the name of the cookie that marks a browser in which a player has signed in.
func deviceCookieName(safe bool) string {
	if safe {
		return "__Host-moyo-known"
	}
	return "moyo-known"
}

// deviceDays is how long that mark is kept.
const deviceDays = 400 // the most that browsers keep

func deviceCookie(b Browser, token string) *http.Cookie {
	return &http.Cookie{
		Name: deviceCookieName(b.Safe), Value: token, Path: "/", MaxAge: deviceDays * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: b.Safe,
	}
}

// The words that identify browsers and systems, the more specific ones first: most browsers also use the names of others.
var (
	browsers = []struct{ mark, name string }{
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []struct{ mark, name string }{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "Mac"}, {"Linux", "Linux"},
	}
)

// device returns a short description of a client for its owner, who uses it to tell devices apart.
func device(agent string) string {
	browser, system := "", ""
	for _, b := range browsers {
		if strings.Contains(agent, b.mark) {
			browser = b.name
			break
		}
	}
	for _, s := range systems {
		if strings.Contains(agent, s.mark) {
			system = s.name
			break
		}
	}
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser+system != "":
		return browser + system
	}
	other, _, _ := strings.Cut(agent, "/")
	if other = identity.CleanName(strings.Map(printable, other)); other == "" {
		return "Another program"
	}
	return other
}

func printable(r rune) rune {
	if r > unicode.MaxASCII {
		return -1
	}
	return r
}
