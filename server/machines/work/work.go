// Package work gives searches to workers on other machines.
//
// A node that lacks a processor puts a [Job] into a work queue of NATS (JetStream), from
// which a [Worker] pulls what it can do. Everything about a job can be derived again
// from its game, so that nothing here is kept on a disk: a job that nobody takes in a
// moment, that three workers have failed at or that fell silent is done by the node
// itself. What a worker thinks comes back over core NATS. docs/workers.md says what is
// believed of it.
package work

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// The subjects of work, all of which begin with "moyo.work.".
const (
	hereSubject  = "moyo.work.here"  // what workers say of themselves, every second
	aliveSubject = "moyo.work.alive" // what nodes say of themselves, every second
	stopSubject  = "moyo.work.stop." // and a job's id: it shall answer now
	jobsSubject  = "moyo.work.jobs." // and the version of moyo and a class of jobs
	sureJobs     = "moyo.work.asks." // the same of jobs for workers that are believed
	saidSubject  = "moyo.work.said." // and a node's id and a job's: an answer
	sureSubject  = "moyo.work.sure." // the same of a worker that is believed
	stream       = "moyo-work"
	sureStream   = "moyo-asks"
	// Inbox is how subjects begin to which NATS answers workers.
	Inbox = "_INBOX_work"
)

// Subjects returns those that a worker may send to and hear of, at most. Who may send to
// moyo.work.sure too is believed what it has proved.
func Subjects() (send, hear []string) {
	return []string{
			hereSubject, saidSubject + ">", "$JS.ACK." + stream + ".>",
			"$JS.API.CONSUMER.INFO." + stream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + stream + ".*",
		},
		[]string{aliveSubject, stopSubject + "*", Inbox + ".>"}
}

// Times are how long things take; the zero value of each field is what it says.
type Times struct {
	Announce time.Duration // between signs of life, of workers, nodes and jobs; 1 s
	Gone     time.Duration // after which somebody without any is gone; 3 s
	Take     time.Duration // in which a worker must have taken a job; 300 ms
	Stop     time.Duration // in which a worker must have answered once it shall; 300 ms
	Retry    time.Duration // between tries to reach JetStream; 1 s
}

// WithDefaults returns the times with every zero field set to its default.
func (t Times) WithDefaults() Times {
	set := func(field *time.Duration, otherwise time.Duration) {
		if *field == 0 {
			*field = otherwise
		}
	}
	set(&t.Announce, time.Second)
	set(&t.Gone, 3*time.Second)
	set(&t.Take, 300*time.Millisecond)
	set(&t.Stop, 300*time.Millisecond)
	set(&t.Retry, time.Second)
	return t
}

// tries is how often a job is given to a worker at most.
const tries = 3

// class is the jobs that workers with so much memory can do.
type class struct {
	name   string
	points int  // of the board, at most
	memory int  // MiB that a worker needs for each of them
	sure   bool // only workers that are believed get them
}

// classes are all classes of jobs, the smallest first. Another program than moyo, or
// another version of it, never gets any: searches differ between versions.
var classes = []class{{"small", 400, 16, false}, {"large", 10_000, 128, false}, {"problems", 10_000, 64, true}}

// classOf returns the class of jobs of a kind on a board of so many points.
func classOf(k kind, points int) class {
	for _, c := range classes {
		if c.sure == (k == solve) && points <= c.points {
			return c
		}
	}
	panic("work: no board has as many points")
}

// stream returns the queue that jobs of the class wait in.
func (c class) stream() string {
	if c.sure {
		return sureStream
	}
	return stream
}

// root returns how the jobs' subjects begin.
func (c class) root() string {
	if c.sure {
		return sureJobs
	}
	return jobsSubject
}

// consumer returns the name of what hands out the jobs of a class to workers of a
// version, which is also the end of the jobs' subject.
func (c class) consumer(version string) string { return tag(version) + "-" + c.name }

// subject returns where the jobs of a class for a version go.
func (c class) subject(version string) string { return c.root() + c.consumer(version) }

// tag returns a version as part of a subject, where dots mean something.
func tag(version string) string {
	sum := sha256.Sum256([]byte(version))
	return hex.EncodeToString(sum[:6])
}
