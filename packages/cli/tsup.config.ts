import { writeFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/bin.ts'],
  outDir: 'dist',
  clean: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Commands and Ink get their own chunks, so that a command loads only what it uses.
  splitting: true,
  minify: true,
  noExternal: [/^(?!react-devtools-core$)/],
  external: ['react-devtools-core'],
  env: { NODE_ENV: 'production' },
  // Provides `require` to CommonJS dependencies.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);const __filename = import.meta.filename;",
  },
  async onSuccess() {
    const { buildProgram, version } = await import('./src/program.ts')
    let help = ''
    const collect = new Writable({
      write(chunk, _encoding, done) {
        help += String(chunk)
        done()
      },
    })
    buildProgram({ stdout: collect, stderr: collect, env: {} }, () => Promise.resolve()).outputHelp()
    writeFileSync('dist/help.cjs', `module.exports = ${JSON.stringify({ version, help })}\n`)
  },
})
