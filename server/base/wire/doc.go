// Package wire has the JSON messages between the page and the server that several
// features use, or programs in client: everything that travels over a game's
// WebSocket, in both directions, and what bodies of the HTTP API share. The messages
// of one feature stand in wire.go of its folder. The TypeScript types of the page are
// generated from all of them (go generate ./server/base/wire).
//
// A client opens /api/games/{id}/ws, sends a [ClientMessage] of type "hello"
// with the last version it knows (0 for none) and receives a "snapshot", or the
// "event"s it missed. After that every change of the game arrives as one
// "event" with the next version. Commands carry an id of the client's choice,
// which the same person must never use again in that game for anything else,
// not even after reloading the page; a repeat of an id gets the same answer
// again. A command is answered by "ack", after it is on disk, or by "error".
//
// # Seats and colours
//
// A seat, "black" or "white", is named after the colour that its player sat down
// with: the seat "black" begins the game. It keeps that name although an opening
// such as swap2 may let the players change colours: [State] tells whose stones
// are whose. Wherever a message says who did something, it names the seat.
//
// # Quick pairing
//
// A client that opens /api/pairing/ws sends a [PairingRequest] for a game at once,
// and gets [PairingReply] messages until somebody wants the same. Closing the
// connection ends it.
package wire

//go:generate go run ./gen ../../.. ../../../web/src/wire.ts ../../../web/src/text/en
