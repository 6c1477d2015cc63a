# Frogy with everything it needs: Node, the built app and its packages. One volume, /data. See docs/operating.md.
#
# BUILD_IMAGE builds: it needs any Node from 20.19 and npm 10. BASE_IMAGE runs: a Debian without Node, because Node comes
# from the packages of bin/runtime. `packaging/make-base` makes both where no registry can be reached.
ARG BUILD_IMAGE=node:26.10.0-bookworm-slim
ARG BASE_IMAGE=debian:12.12-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY bin/runtime/package.json bin/runtime/package-lock.json bin/runtime/
COPY bin/frogy.mjs bin/env-file.js bin/
COPY package.json package-lock.json .npmrc ./
# Packages change rarely, so they are a layer of their own. Node 26 itself is enough to build, but the image needs its file.
RUN npm ci --omit=dev --ignore-scripts \
  && node bin/frogy.mjs runtime \
  && (test -e bin/runtime/node_modules || npm ci --prefix bin/runtime --ignore-scripts)
COPY bin bin
COPY core core
COPY server server
COPY simulator simulator
COPY web web
COPY packaging/systemd packaging/systemd
COPY tsconfig.json vite.config.ts .env.example CHANGELOG.md LICENSE README.md ./
RUN npm run release -- --staged-only && cp -L bin/runtime/node_modules/.bin/node dist/node

FROM ${BASE_IMAGE}
# Node needs libatomic, which slim images lack.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*
COPY --from=build /build/dist/node /usr/local/bin/node
COPY --from=build /build/dist/release /opt/frogy
RUN ln -s /opt/frogy/bin/frogy.mjs /usr/local/bin/frogy \
  && useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin frogy \
  && install --directory --owner=frogy --group=frogy --mode=0700 /data
USER 10001:10001
WORKDIR /data
VOLUME /data
# A container is reached from outside itself. Publish the port on 127.0.0.1, or put a proxy in front.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["node", "/opt/frogy/bin/health-check.js"]
ENTRYPOINT ["node", "/opt/frogy/bin/frogy.mjs"]
CMD ["serve"]
