package proxy

import (
	"net/netip"
	"strings"
)

// standard reads the header Forwarded of RFC 7239, such as
//
//	for=192.0.2.7;proto=https, for="[2001:db8::1]:4711";host=go.example
//
// from the right, because the client controls the left part: a quote that it never closes must not swallow what the
// proxies state. A client that is called unknown, or by a name of the proxy's own ("_gazonk"), gets the address of
// the proxy that hides it, because the name may differ for every request.
func (c Config) standard(from netip.Addr, header string) client {
	said := client{address: from}
	for range maxHops {
		element, rest, ok := lastElement(header)
		if !ok {
			return said
		}
		before, ok := address(element["for"])
		if !ok {
			return said
		}
		said.address, said.protocol = before, element["proto"]
		if said.host = ""; validHost(element["host"]) {
			said.host = element["host"]
		}
		if header = rest; rest == "" || !c.Networks.Has(before) {
			return said
		}
	}
	return said
}

// lastElement parses the last element of the header, with names in lower case, and returns the part before it. ok is
// false if there is no element or a name occurs twice.
func lastElement(header string) (element map[string]string, rest string, ok bool) {
	element = map[string]string{}
	for {
		var name, value string
		name, value, header, ok = lastPair(header)
		if _, twice := element[name]; !ok || twice {
			return nil, "", false
		}
		element[name] = value
		header = strings.TrimRight(header, " \t")
		switch {
		case header == "":
			return element, "", true
		case header[len(header)-1] == ',':
			return element, header[:len(header)-1], true
		case header[len(header)-1] != ';':
			return nil, "", false
		}
		header = header[:len(header)-1]
	}
}

// lastPair parses the last name=value of the header; the value may be quoted.
func lastPair(header string) (name, value, rest string, ok bool) {
	header = strings.TrimRight(header, " \t")
	if quoted, is := strings.CutSuffix(header, `"`); is {
		if value, header, ok = lastQuoted(quoted); !ok {
			return "", "", "", false
		}
	} else {
		value, header = lastToken(header)
	}
	header, ok = strings.CutSuffix(header, "=")
	name, rest = lastToken(header)
	return strings.ToLower(name), value, rest, ok && name != ""
}

// lastQuoted parses backwards from a closing quote to the opening one, the next quote without an odd number of
// backslashes before it.
func lastQuoted(header string) (value, rest string, ok bool) {
	for at := len(header); ; {
		at = strings.LastIndexByte(header[:at], '"')
		if at < 0 {
			return "", "", false
		}
		before := strings.TrimRight(header[:at], `\`)
		if (at-len(before))%2 == 0 {
			return unescape(header[at+1:]), header[:at], true
		}
	}
}

// unescape returns the content of a quoted string, in which a backslash quotes the next character.
func unescape(quoted string) string {
	var text strings.Builder
	for i := 0; i < len(quoted); i++ {
		if quoted[i] == '\\' && i+1 < len(quoted) {
			i++
		}
		text.WriteByte(quoted[i])
	}
	return text.String()
}

// lastToken parses backwards over the characters that need no quotes. Some proxies also omit the quotes of IPv6
// addresses.
func lastToken(header string) (token, rest string) {
	i := len(header)
	for i > 0 && isToken(header[i-1]) {
		i--
	}
	return header[i:], header[:i]
}

// isToken reports whether a character belongs to a token of HTTP (RFC 9110) or an address with its port.
func isToken(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~:[]", c) >= 0
}
