// Package wire has the JSON messages between the page and the server that several features or programs in client use:
// all messages of a game's WebSocket, in both directions, and common bodies of the HTTP API. The messages of one
// feature are in wire.go of its folder. The TypeScript types of the page are generated from all of them (go generate
// ./server/base/wire).
//
// A client opens /api/games/{id}/ws and sends a [ClientMessage] of type "hello" with the last version it knows (0 for
// none). It receives a "snapshot", or the "event"s it missed. After that, every change of the game arrives as one
// "event" with the next version. A command has an id that the client chooses. The same person must never use it for
// another command in that game, not even after reloading the page; a repeated id gets the same answer again. A
// command is answered by "ack", after it is on disk, or by "error".
//
// # Seats and colours
//
// A seat, "black" or "white", is named after the colour with which its player started: the seat "black" begins the
// game. It keeps that name although an opening such as swap2 may let the players change colours: [State] has the seat
// of the black stones. Where a message names a player, it names the seat.
//
// # Quick pairing
//
// A client that opens /api/pairing/ws sends a [PairingRequest] for a game now, and gets [PairingReply] messages until
// an opponent is found. Closing the connection ends the request.
package wire

//go:generate go run ./gen ../../.. ../../../web/src/wire.ts ../../../web/src/text/en
