# docker build --tag encryption-backup-harness .      Run: see docs/how-to/kubernetes.md
# Both images are pinned by digest; a mirror of yours is a build argument away.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG K6_IMAGE=docker.io/grafana/k6:2.2.0@sha256:9bd01d6941fca969cb61bb57d2da5ee9b385fe2aa8881df3798c196564d6ace6

FROM ${K6_IMAGE} AS k6

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp \
    && npm install --global --prefix /app --omit=dev --no-audit --no-fund /tmp/encryption-backup-harness-*.tgz

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="encryption-backup-harness" \
      org.opencontainers.image.description="Release gate for the Encryption and Backup Service Interface, on k6" \
      org.opencontainers.image.licenses="MIT"
RUN apt-get update \
    && apt-get install --yes --no-install-recommends tini=0.19.0-1* \
    && rm -rf /var/lib/apt/lists/* \
    && install --directory --owner=10001 --group=10001 /results
COPY --from=k6 /usr/bin/k6 /usr/local/bin/k6
COPY --from=build /app /app
# /tmp is all that it writes besides /results: the root can be read-only.
ENV NODE_ENV=production HOME=/tmp K6_BIN=/usr/local/bin/k6 PATH=/app/bin:/usr/local/bin:/usr/bin:/bin
USER 10001:10001
# Run folders go to results/, here /results.
WORKDIR /
VOLUME /results
ENTRYPOINT ["tini", "--", "encryption-backup-harness"]
CMD ["gate"]
