// Verifies webhooks with the Standard Webhooks library for Go: one JSON object a line, and "ok" or the error for each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var sent delivery
		if err := json.Unmarshal(lines.Bytes(), &sent); err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range sent.Headers {
			headers.Set(name, value)
		}
		webhook, err := standardwebhooks.NewWebhook(sent.Secret)
		if err == nil {
			err = webhook.Verify([]byte(sent.Body), headers)
		}
		if err == nil {
			fmt.Println("ok")
		} else {
			fmt.Println(err)
		}
	}
}
