// The entry of the bundle: with source maps, the log names lines of the sources.
process.setSourceMapsEnabled(true)
await import('./main.ts')
