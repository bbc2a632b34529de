package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	const stage = "FROM golang AS build\nRUN mkdir /out\n\nFROM scratch\nARG COMMIT\n"
	s, copies, err := parse(stage+`# A comment.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65533 --chmod=0700 /out/data /data
ENV A=1 B=2
LABEL commit=$COMMIT \
	version=1
USER 65532:65532
VOLUME ["/data"]
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/bot", "healthcheck"]
ENTRYPOINT ["/bot"]
`, map[string]string{"COMMIT": "abc"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(settings{
		User: "65532:65532", Env: []string{"A=1", "B=2"}, Entrypoint: []string{"/bot"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		Labels:      map[string]string{"commit": "abc", "version": "1"},
		Healthcheck: healthcheck{[]string{"CMD", "/bot", "healthcheck"}, 30 * time.Second, 5 * time.Second, time.Minute, 3},
	}, s); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]copied{
		{source: "/etc/ssl/certs/ca-certificates.crt", target: "/etc/ssl/certs/ca-certificates.crt"},
		{"/out/data", "/data", 65532, 65533, 0o700},
	}, copies, cmp.AllowUnexported(copied{})); diff != "" {
		t.Error(diff)
	}
	for _, line := range []string{
		"FROM debian", "RUN mkdir /a", "CMD []", `LABEL a="b c"`, "ENTRYPOINT /bot", "VOLUME /data", "COPY /a /b",
		"COPY --from=build --chmod=0700 /a /b", "HEALTHCHECK NONE", "HEALTHCHECK --interval=1m CMD []",
	} {
		if _, _, err := parse(stage+line, nil); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%s: error %v", line, err)
		}
	}
	if _, err := write(stage+"COPY --from=build /out/other /", "", "", "", map[string][]byte{"linux/amd64": nil}); err == nil {
		t.Error("it copies an unknown file")
	}
}
