module othellobot

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/joho/godotenv v1.5.1
	go.uber.org/goleak v1.3.0
	golang.org/x/image v0.47.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.43.0
	golang.org/x/time v0.16.0
)

require golang.org/x/sys v0.49.0 // indirect
