# The bot as an image with nothing else in it: no shell, no packages, not root.
#
#   docker build -t othellobot --build-arg COMMIT=$(git rev-parse HEAD) .
#   docker run --env-file .env --volume othello:/data --read-only --tmpfs /tmp \
#     --cap-drop ALL --security-opt no-new-privileges --stop-timeout 15 othellobot
FROM --platform=$BUILDPLATFORM golang:1.26.8 AS build
ARG TARGETOS TARGETARCH
# For -version: the image is built without .git.
ARG COMMIT
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN GOOS=$TARGETOS GOARCH=$TARGETARCH CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -w -buildid= -X othellobot/internal/app.commit=$COMMIT" -o /out/bot ./cmd/bot
# The last stage has nothing to make folders with.
RUN mkdir /out/data /out/tmp

# The images of a release take the rest of this file as their settings: lab/image.
FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 --chmod=0700 /out/data /data
COPY --from=build --chown=65532:65532 --chmod=0700 /out/tmp /tmp
COPY --from=build /out/bot /bot
ARG COMMIT VERSION=unreleased
LABEL org.opencontainers.image.title=othellobot org.opencontainers.image.licenses=MIT \
	org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$COMMIT
ENV DATABASE_URL=sqlite:/data/othello.db ADMIN_ADDR=127.0.0.1:9090
USER 65532:65532
WORKDIR /
VOLUME ["/data"]
# Only platforms that send their requests by HTTP need it.
EXPOSE 8080
# To stop may take the bot 10 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["/bot", "healthcheck"]
ENTRYPOINT ["/bot"]
