# syntax=docker/dockerfile:1
# Shuju as a container: runs as an unprivileged user, and writes only to /data and /tmp.
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN --mount=type=cache,target=/root/.npm npm run build

FROM ${NODE_IMAGE} AS packages
WORKDIR /opt/shuju
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Shuju" \
      org.opencontainers.image.description="A self-hosted data dashboard product, in Chinese and English" \
      org.opencontainers.image.licenses="Apache-2.0"
# npm's cache is in /tmp, so that commands such as `npm run restore` work on a read-only file system.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    SHUJU_DATA=/data \
    npm_config_cache=/tmp/.npm \
    npm_config_update_notifier=false
WORKDIR /opt/shuju
COPY --from=packages /opt/shuju ./
COPY --from=build /build/dist dist
COPY server/database/migrations server/database/migrations
COPY scripts/run.js scripts/run.js
COPY LICENSE ./
# A new volume takes the owner of this directory.
RUN install --directory --owner=node --group=node --mode=0700 /data
# Numeric, because Kubernetes cannot check whether a user name is root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
