import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

const OUT = 'dist'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const LARGE_PACKAGES = ['fastify', '@fastify/static', '@fastify/multipart', 'ajv/dist/2020.js', 'kysely']

export default defineConfig({
  // Drawing an image is a process of its own, and reading users a thread.
  entry: {
    main: 'src/bundled-main.ts',
    'draw-image': 'src/modules/images/draw-image.ts',
    'sqlite-reader': 'src/db/readers/sqlite-reader.ts',
  },
  outDir: OUT,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // In chunks of their own: commands, the gateway and whatever else the first answer does not need.
  splitting: true,
  // All but what has native parts, starts a file of its own or is needed by few, which stays in node_modules.
  noExternal: [/^(?!(?:better-sqlite3|sharp|pg|nodemailer|tinypool)$)/],
  // For the CommonJS among the dependencies.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);",
  },
  sourcemap: true,
  esbuildOptions(options) {
    // Half the size to read at a start; names stay, for stacks and errors.
    options.minifyWhitespace = true
    options.minifySyntax = true
    options.sourcesContent = false
    // For listing folders, which the console's files do without: @fastify/static would load it at every start.
    options.alias = { glob: 'node:fs' }
    // As entries they get chunks without code of ours.
    const packages = LARGE_PACKAGES.map((name) => [`package-${name.replaceAll(/\W/g, '-')}`, name])
    Object.assign(options.entryPoints ?? {}, Object.fromEntries(packages))
  },
  async onSuccess() {
    // A server that still runs may yet load chunks of the build it was started from.
    for (const file of readdirSync(OUT)) {
      const path = join(OUT, file)
      if (Date.now() - statSync(path).mtimeMs > WEEK_MS) rmSync(path)
      else if (path.endsWith('.js')) dropMapOfDependencies(path)
    }
  },
})

/** At the start Node counts the letters of every chunk that names a map; of the dependencies, no lines are looked up. */
function dropMapOfDependencies(path: string): void {
  const code = readFileSync(path, 'utf8')
  const [comment] = /^\/\/# sourceMappingURL=.*/m.exec(code) ?? []
  if (comment === undefined) return
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(`${path}.map`, 'utf8'))
  if (sources.every((source) => source.includes('/node_modules/'))) writeFileSync(path, code.replace(comment, ''))
}
