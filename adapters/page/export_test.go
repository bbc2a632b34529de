package page

import (
	"net/http"
	"net/netip"
)

// AddressOf returns the address that the hub counts a client under.
func AddressOf(peer string, forwarded []string) netip.Prefix {
	return addressOf(&http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": forwarded}})
}
