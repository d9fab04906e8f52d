// Package model computes how many people a server can handle, and at what cost, from measured costs (docs/scale.md says
// where and how) and from assumptions about people, which it prints. It is a calculation, not a test at that size.
package model

import (
	"math"
	"time"
)

// Rate is the cost of a move at a given rate of moves.
type Rate struct {
	Moves float64 // per second
	Cost  time.Duration
}

// Costs are measured costs.
type Costs struct {
	Moves  []Rate        // processor time of a durable move with its two WebSockets, by ascending rate
	Frame  time.Duration // processor time of one more message to a client or another node
	Read   time.Duration // processor time of a list or a profile
	Socket int64         // bytes of a silent WebSocket
	Seat   int64         // bytes of a player's WebSocket, with half the room
	Event  int64         // bytes of disk for a move, with its index
}

// Measured are the costs on the small machine of docs/scale.md.
var Measured = Costs{
	Moves: []Rate{
		{100, 1610 * time.Microsecond}, {400, 710 * time.Microsecond}, {1000, 610 * time.Microsecond}, {4475, 241 * time.Microsecond},
	},
	Frame: 40 * time.Microsecond, Read: 50 * time.Microsecond, Socket: 22 << 10, Seat: 30 << 10, Event: 340,
}

// Habits are assumptions about people, programs and prices.
type Habits struct {
	Playing, Watching, Reading float64       // shares of the people online
	Pace                       time.Duration // between two moves of a game
	Looks                      time.Duration // between two lists that a reader opens
	Computer                   float64       // share of the games that are against the computer
	Strong                     float64       // share of these against a level that searches
	Search, Every              time.Duration // how long such a level searches, and how often
	Busy                       float64       // largest share of processors and memory in use
	Heap                       float64       // memory for each byte in use, for the collector
	Price                      float64       // EUR a month for a processor, with its memory and disk
}

// Assumed are the habits of docs/scale.md.
var Assumed = Habits{
	Playing: 0.6, Watching: 0.25, Reading: 0.15, Pace: 10 * time.Second, Looks: 10 * time.Second,
	Computer: 0.1, Strong: 1.0 / 3, Search: time.Second, Every: 20 * time.Second, Busy: 0.5, Heap: 2, Price: 25,
}

// Machine is one machine of a server or a cluster.
type Machine struct {
	Processors float64
	Memory     int64 // bytes
}

// Need is what the given number of people online needs.
type Need struct {
	People, Games, Connections int
	Moves                      float64 // per second
	Processors                 float64 // in use, without searches
	Searches                   float64 // processors of the computer's searches, on workers
	Memory                     int64   // bytes
	Disk                       int64   // bytes a day
	Machines                   int     // for everything but searches
	Price                      float64 // EUR a month, with searches
	First                      string  // what runs out first: "processors", "memory" or "searches"
}

// costAt returns the cost of a move at a rate: it interpolates linearly between the logarithms of the measured rates,
// and never leaves the measured range.
func (c Costs) costAt(rate float64) time.Duration {
	last := c.Moves[0]
	for _, next := range c.Moves {
		if rate < next.Moves {
			if next == last {
				return last.Cost
			}
			part := math.Log(rate/last.Moves) / math.Log(next.Moves/last.Moves)
			return last.Cost + time.Duration(part*float64(next.Cost-last.Cost))
		}
		last = next
	}
	return last.Cost
}

// For returns what this number of people needs, on machines of this size.
func For(people int, c Costs, h Habits, m Machine) Need {
	n := Need{People: people, Games: int(float64(people) * h.Playing / 2), Connections: 2 * people}
	n.Moves = float64(n.Games) / h.Pace.Seconds()
	n.Searches = float64(n.Games) * h.Computer * h.Strong * h.Search.Seconds() / h.Every.Seconds()
	players := 2 * n.Games
	n.Memory = int64(h.Heap * float64(int64(players)*c.Seat+int64(n.Connections-players)*c.Socket))
	n.Disk = int64(n.Moves * 24 * 60 * 60 * float64(c.Event))
	for n.Machines = 1; ; n.Machines++ {
		n.Processors = processors(n, c, h)
		needed := max(n.Processors/m.Processors, float64(n.Memory)/float64(m.Memory)) / h.Busy
		if needed <= float64(n.Machines) {
			break
		}
		n.Machines = max(n.Machines, int(needed)-1) // just below: each further machine makes moves more expensive
	}
	n.Price = h.Price * (float64(n.Machines)*m.Processors + n.Searches/h.Busy)
	byProcessor, byMemory := n.Processors/m.Processors, float64(n.Memory)/float64(m.Memory)
	switch {
	case n.Searches > max(byProcessor, byMemory)*m.Processors:
		n.First = "searches"
	case byProcessor > byMemory:
		n.First = "processors"
	default:
		n.First = "memory"
	}
	return n
}

// processors returns how many processors the machines use without searches. With several machines each move travels to
// another machine and back, which adds four messages.
func processors(n Need, c Costs, h Habits) float64 {
	frames := n.Moves * h.Watching * float64(n.People) / float64(max(n.Games, 1)) // spectators receive each move
	if n.Machines > 1 {
		frames += 4 * n.Moves
	}
	reads := float64(n.People) * h.Reading / h.Looks.Seconds()
	move := c.costAt(n.Moves / float64(n.Machines))
	return n.Moves*move.Seconds() + frames*c.Frame.Seconds() + reads*c.Read.Seconds()
}

// Bears returns how many people one machine can handle without searches.
func Bears(c Costs, h Habits, m Machine) int {
	low, high := 0, 1
	for For(high, c, h, m).Machines == 1 {
		low, high = high, 2*high
	}
	for high-low > 1 {
		if mid := (low + high) / 2; For(mid, c, h, m).Machines == 1 {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
