# Builds moyo and runs its server on port 8080 with its data in /data.
FROM golang:1.26-bookworm AS source
WORKDIR /src
ENV CGO_ENABLED=0 GOFLAGS=-trimpath
COPY go.mod go.sum ./
RUN go mod download
COPY . .

FROM source AS words
RUN go generate ./server/base/wire

FROM node:20-bookworm-slim AS page
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY --from=words /src/web ./
RUN npm run build

FROM source AS binary
COPY --from=page /src/web/dist ./web/dist
RUN go build -ldflags='-s -w' -o /moyo ./cmd/moyo && mkdir /data

FROM scratch
COPY --from=binary /moyo /moyo
COPY --from=binary --chown=65532:65532 /data /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/moyo", "serve", "--host", "0.0.0.0", "--port", "8080", "--data", "/data"]
