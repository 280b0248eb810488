# syntax=docker/dockerfile:1

# The console and the server, as `npm run build` makes them.
FROM node:24-bookworm-slim AS built
WORKDIR /rapport
COPY . .
RUN npm run build

# What the server imports, and nothing that only builds or tests.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /rapport
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY packages/core/package.json packages/core/
COPY packages/server/package.json packages/server/
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --prod --filter "@rapport/server..."

FROM node:24-bookworm-slim
WORKDIR /rapport
COPY --from=dependencies /rapport ./
COPY packages/core packages/core
COPY packages/server packages/server
COPY --from=built /rapport/packages/web/dist packages/web/dist
COPY --from=built /rapport/packages/server/dist packages/server/dist
RUN ln -s /rapport/packages/server/bin/rapport-server.cjs /usr/local/bin/rapport-server \
  && install -d -o node -g node -m 0700 /data
# The server runs in 512 MB (docs/operating.md, "Memory").
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 RAPPORT_DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["rapport-server"]
CMD ["start"]
