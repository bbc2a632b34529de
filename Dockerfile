FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/bot ./cmd/bot
RUN mkdir /out/data /out/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp
COPY --from=build /out/bot /bot
USER 65532:65532
# Data go into the volume; this version keeps none.
WORKDIR /
VOLUME ["/data"]
# Only DISCORD_MODE=http listens here. Where ADMIN_ADDR is set, or in that mode,
# "/bot healthcheck" says whether the bot is ready. To stop may take it 10 s, so
# give it more: docker run --stop-timeout 15.
EXPOSE 8080
ENTRYPOINT ["/bot"]
