// Sends the messages of every job `event,key,depth` to a host, and prints what the client reports.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/segmentio/analytics-go/v3"
)

type report struct {
	event string
	left  chan struct{}
}

func (r report) Success(analytics.Message) { r.left <- struct{}{} }
func (r report) Failure(_ analytics.Message, err error) {
	fmt.Printf("%s: %s\n", r.event, err)
	r.left <- struct{}{}
}

func nested(depth int) interface{} {
	if depth == 0 {
		return "deep"
	}
	return map[string]interface{}{"in": nested(depth - 1)}
}

func main() {
	jobs := os.Args[2:]
	for index, job := range jobs {
		parts := strings.Split(job, ",")
		depth, _ := strconv.Atoi(parts[2])
		run(os.Args[1], parts[0], parts[1], depth, pauseOf(index == len(jobs)-1))
	}
}

// The client retries ten times whatever the response, so only the last job, which waits for the server, pauses long.
func pauseOf(isLast bool) time.Duration {
	if isLast {
		return 3 * time.Second
	}
	return time.Second / 5
}

func run(host, event, key string, depth int, pause time.Duration) {
	properties := analytics.NewProperties().Set("amount", 12.5).Set("nested", nested(depth))
	messages := []analytics.Message{
		analytics.Identify{UserId: "u1", Traits: analytics.NewTraits().SetName("小明")},
		analytics.Track{UserId: "u1", Event: event, Properties: properties},
		analytics.Page{UserId: "u1", Name: "Home"},
		analytics.Group{UserId: "u1", GroupId: "g1"},
		analytics.Alias{UserId: "u2", PreviousId: "u1"},
	}
	left := make(chan struct{}, len(messages))
	client, err := analytics.NewWithConfig(key, analytics.Config{
		Endpoint:   host,
		BatchSize:  len(messages),
		Callback:   report{event, left},
		Logger:     analytics.StdLogger(log.New(os.Stdout, event+": ", 0)),
		RetryAfter: func(int) time.Duration { return pause },
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, message := range messages {
		if err := client.Enqueue(message); err != nil {
			log.Fatal(err)
		}
	}
	// Closing the client aborts its retries.
	for range messages {
		<-left
	}
	client.Close()
}
