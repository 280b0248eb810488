# syntax=docker/dockerfile:1

# The tarball of the server, as `npm run pack` makes it.
FROM node:24-bookworm-slim AS packed
WORKDIR /rapport
COPY . .
RUN npm run pack

FROM node:24-bookworm-slim
RUN --mount=type=bind,from=packed,source=/rapport/dist,target=/packed --mount=type=tmpfs,target=/root/.npm \
  npm install --global --no-audit --no-fund /packed/rapport-server-*.tgz \
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
