# The site with its own Node and PostgreSQL, without root rights. See docs/operating.md.
# Both base images can be replaced by ones that were built locally: npm run test:image does.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG RUNTIME_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /opt/corkboard
COPY package.json package-lock.json .npmrc ./
# A registry that needs credentials: --secret id=npmrc,src=$HOME/.npmrc
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --include=dev
COPY . .
# What a release consists of (scripts/release/archive.ts), with only the packages that it needs.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  node scripts/build.mjs && node scripts/run.mjs scripts/release/stage.ts /release && cd /release && npm ci

FROM ${RUNTIME_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 corkboard \
  && useradd --system --uid 10001 --gid corkboard --home-dir /data --shell /usr/sbin/nologin corkboard \
  && install -d -o corkboard -g corkboard -m 700 /data /backups /var/cache/corkboard \
  && ln -s /opt/corkboard/bin/corkboard /usr/local/bin/corkboard
WORKDIR /opt/corkboard
COPY --from=build /release ./
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  NODE_COMPILE_CACHE=/var/cache/corkboard \
  PATH=/opt/corkboard/node_modules/.bin:$PATH
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# tini collects processes whose parent is gone, such as backends of a killed PostgreSQL.
ENTRYPOINT ["tini", "--"]
CMD ["corkboard", "start"]
