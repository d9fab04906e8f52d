package main

import (
	"errors"
	"fmt"
	"net/netip"

	"moyo/server"
	"moyo/server/base/proxy"
)

// proxyFlags are the settings of `moyo serve` about proxies in front of it.
type proxyFlags struct {
	Proxies       []string `env:"MOYO_PROXIES" help:"Addresses or networks of trusted proxies in front of the server, such as 127.0.0.1. Without it, all clients behind a proxy share its limits."`
	ProxyHeader   string   `default:"x-forwarded-for" enum:"x-forwarded-for,forwarded" env:"MOYO_PROXY_HEADER" help:"The header with the client's address: x-forwarded-for (with x-forwarded-proto and x-forwarded-host), or forwarded (RFC 7239). The other one is ignored."`
	ProxyProtocol bool     `env:"MOYO_PROXY_PROTOCOL" help:"The proxies send the client's address by the PROXY protocol, version 1 or 2."`
}

// apply completes a server's configuration.
func (f proxyFlags) apply(cfg *server.Config) error {
	cfg.Proxies = proxy.Config{Standard: f.ProxyHeader == "forwarded"}
	for _, text := range f.Proxies {
		network, err := network(text)
		if err != nil {
			return err
		}
		cfg.Proxies.Networks = append(cfg.Proxies.Networks, network)
	}
	if f.ProxyProtocol && len(f.Proxies) == 0 {
		return errors.New("--proxy-protocol needs --proxies: otherwise any client could forge its address")
	}
	cfg.Introduced = f.ProxyProtocol
	return nil
}

// network reads a network, or an address as a network of its own.
func network(text string) (netip.Prefix, error) {
	if one, err := netip.ParseAddr(text); err == nil && one.Zone() == "" {
		return one.Unmap().Prefix(one.Unmap().BitLen())
	}
	n, err := netip.ParsePrefix(text)
	if err != nil {
		return n, fmt.Errorf("proxy %q: want an address or a network, such as 127.0.0.1 or 10.0.0.0/8", text)
	}
	return n.Masked(), nil
}
