package main

// adminCmd looks after the data of a server.
type adminCmd struct {
	Rate adminRateCmd `cmd:"" help:"Make all ratings again from the logs of the games."`
}
