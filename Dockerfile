# The Annotary server: docker build -t annotary . && docker run -p 8080:8080 -v annotary:/data annotary
# It runs as a user without rights on a read-only file system; it writes to /data and /tmp alone.
ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
# The SQLite driver is compiled where no compiled one can be downloaded; the image has the headers of Node.js.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends g++ make python3 \
  && rm -rf /var/lib/apt/lists/*
ENV CI=true npm_config_nodedir=/usr/local
WORKDIR /src
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile --ignore-scripts \
  && npx -y pnpm@12 --filter @annotary/server --filter @annotary/console pack --pack-destination /tmp/packed \
  && npm install --global --prefix /installed --no-audit --no-fund /tmp/packed/annotary-*.tgz

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
  ANNOTARY_HOST=0.0.0.0 \
  ANNOTARY_DATA_DIR=/data
COPY --from=build /installed /usr/local
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
VOLUME /data
WORKDIR /data
USER 1000:1000
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ANNOTARY_PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["annotary"]
CMD ["serve"]
