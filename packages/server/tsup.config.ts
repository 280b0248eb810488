import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

const OUT = 'dist'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const LARGE_PACKAGES = ['fastify', '@fastify/static', '@fastify/multipart', 'ajv/dist/2020.js', 'kysely']

export default defineConfig({
  // Images are decoded in a child process, and users are read in threads, each with its own entry.
  entry: {
    main: 'src/bundled-main.ts',
    'image-worker': 'src/modules/images/image-worker.ts',
    'sqlite-reader': 'src/db/readers/sqlite-reader.ts',
  },
  outDir: OUT,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Splits off commands, the gateway and whatever the first response does not need.
  splitting: true,
  // Tells `npm run pack` which files this build wrote, and what they import.
  metafile: true,
  // `node:sqlite`, for one, exists only with the prefix.
  removeNodeProtocol: false,
  // Bundles all packages except those with native parts, with files of their own to start, or rarely needed.
  noExternal: [/^(?!(?:better-sqlite3|sharp|pg|nodemailer|tinypool)$)/],
  // Lets CommonJS dependencies call `require`.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  sourcemap: true,
  esbuildOptions(options) {
    // Halves the size to read at a start; names stay, for stack traces.
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.sourcesContent = false
    // Drops glob, which @fastify/static loads at every start, and only needs to list folders.
    options.alias = { glob: 'node:fs' }
    // As entries, large packages get chunks without our code.
    const packages = LARGE_PACKAGES.map((name) => [`package-${name.replaceAll(/\W/g, '-')}`, name])
    Object.assign(options.entryPoints ?? {}, Object.fromEntries(packages))
  },
  async onSuccess() {
    // A running server may still load chunks of its older build.
    for (const file of readdirSync(OUT)) {
      const path = join(OUT, file)
      if (Date.now() - statSync(path).mtimeMs > WEEK_MS) rmSync(path)
      else if (path.endsWith('.js')) dropMapOfDependencies(path)
    }
  },
})

/** Node scans every chunk with a source map at the start; lines of dependencies are never looked up. */
function dropMapOfDependencies(path: string): void {
  const code = readFileSync(path, 'utf8')
  const [comment] = /^\/\/# sourceMappingURL=.*/m.exec(code) ?? []
  if (comment === undefined) return
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
  if (sources.every((source) => source.includes('/node_modules/'))) writeFileSync(path, code.replace(comment, ''))
}
