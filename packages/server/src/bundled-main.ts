// What the bundle starts with: the log then names the lines of the sources. From the sources, `main.ts` alone does.
process.setSourceMapsEnabled(true)
await import('./main.ts')
