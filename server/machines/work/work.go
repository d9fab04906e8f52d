// Package work gives searches to workers on other machines.
//
// A node without a free processor puts a [job] into a work queue of NATS (JetStream), from which a [Worker] pulls
// jobs that it can do. A job can always be derived again from its game, so nothing is stored on a disk. The node does
// a job itself if no worker takes it within a moment, if three workers have failed, or if its worker is silent.
// Results come back over core NATS. docs/workers.md explains which of them a node trusts.
package work

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Subjects of work, all of which begin with "moyo.work.".
const (
	workerSubject = "moyo.work.here"  // signs of life of workers, every second
	nodeSubject   = "moyo.work.alive" // signs of life of nodes, every second
	stopSubject   = "moyo.work.stop." // and a job's id: it must answer now
	jobsSubject   = "moyo.work.jobs." // and the version of moyo and a class of jobs
	sureJobs      = "moyo.work.asks." // the same for jobs for trusted workers
	saidSubject   = "moyo.work.said." // and a node's id and a job's: an answer
	sureSubject   = "moyo.work.sure." // the same from a trusted worker
	stream        = "moyo-work"
	sureStream    = "moyo-asks"
	// Inbox is the prefix of the subjects on which NATS answers workers.
	Inbox = "_INBOX_work"
)

// Subjects returns the subjects to which a worker may publish and subscribe. A worker that may also publish to
// moyo.work.sure is trusted with proofs.
func Subjects() (send, hear []string) {
	return []string{
			workerSubject, saidSubject + ">", "$JS.ACK." + stream + ".>",
			"$JS.API.CONSUMER.INFO." + stream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + stream + ".*",
		},
		[]string{nodeSubject, stopSubject + "*", Inbox + ".>"}
}

// Times are intervals and timeouts. Each zero field means its default.
type Times struct {
	Announce time.Duration // between signs of life of workers, nodes and jobs; 1 s
	Gone     time.Duration // until a silent worker, node or job counts as lost; 3 s
	Take     time.Duration // for a worker to take a job; 300 ms
	Stop     time.Duration // for a worker to answer after a stop; 300 ms
	Retry    time.Duration // between attempts to reach JetStream; 1 s
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

// tries is the maximum number of attempts of workers at a job.
const tries = 3

// class is a class of jobs by the memory that they need.
type class struct {
	name   string
	points int  // of the largest board
	memory int  // MiB for each job
	sure   bool // only for trusted workers
}

// classes are all classes of jobs, the smallest first. Jobs go only to workers of the same version of moyo, because
// searches differ between versions.
var classes = []class{{"small", 400, 16, false}, {"large", 10_000, 128, false}, {"problems", 10_000, 64, true}}

// classOf returns the class of jobs of a kind on a board with a number of points.
func classOf(k kind, points int) class {
	for _, c := range classes {
		if c.sure == (k == solve) && points <= c.points {
			return c
		}
	}
	panic("work: no board has that many points")
}

// stream returns the name of the class's queue.
func (c class) stream() string {
	if c.sure {
		return sureStream
	}
	return stream
}

// root returns the prefix of the jobs' subjects.
func (c class) root() string {
	if c.sure {
		return sureJobs
	}
	return jobsSubject
}

// consumer returns the name of the consumer of a class for workers of a version. It is also the end of the jobs'
// subject.
func (c class) consumer(version string) string { return tag(version) + "-" + c.name }

// subject returns the subject of the jobs of a class for a version.
func (c class) subject(version string) string { return c.root() + c.consumer(version) }

// tag returns a version as part of a subject, in which dots are separators.
func tag(version string) string {
	sum := sha256.Sum256([]byte(version))
	return hex.EncodeToString(sum[:6])
}
