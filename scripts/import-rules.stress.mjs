/** Every import rule of .dependency-cruiser.mjs finds a violation made for it, and lets the intended imports pass. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { afterAll, expect, test } from 'vitest'
import config from '../.dependency-cruiser.mjs'

const LIBRARIES = ['ink', 'react', 'kysely', 'fastify']

/** A package's files by what they import. The names of the other packages resolve through node_modules. */
const ALLOWED = {
  'core/src/entities/users/user.ts': ['../../generated/schema.ts'],
  'core/src/generated/schema.ts': [],
  'core/src/generated/openapi.json': [],
  'core/src/entities/users/user.test.ts': ['node:fs', './user.ts'],
  'web/src/main.tsx': ['#web/app/router.tsx'],
  'web/src/app/router.tsx': ['#web/features/users/users.route.ts'],
  'web/src/features/users/users.route.ts': ['#web/ui/table.tsx', '@rapport/core/entities/users/user.ts'],
  'web/src/features/roles/roles.route.ts': [],
  'web/src/ui/table.tsx': ['react', '#web/platform/theme.ts'],
  'web/src/platform/theme.ts': [],
  'web/src/data/api.ts': ['#web/platform/theme.ts'],
  'web/src/ui/cell.tsx': ['./table.tsx'],
  'web/src/ui/table.test.tsx': ['@rapport/server/testing/start.ts'],
  'web/src/testing/backend.ts': ['@rapport/server/testing/start.ts'],
  'cli/src/main.ts': ['#cli/commands/users/list.ts'],
  'cli/src/commands/users/list.ts': ['node:fs', 'import:#cli/tui/screen.tsx', '@rapport/core/entities/users/user.ts'],
  'cli/src/tui/screen.tsx': ['ink', 'react'],
  'cli/src/io/output.ts': [],
  'server/src/app.ts': ['fastify', '#server/modules/users/users.routes.ts', '@rapport/core/generated/openapi.json'],
  'server/src/modules/users/users.routes.ts': ['fastify', './users.service.ts'],
  'server/src/modules/users/users.service.ts': ['./users.repo.ts', '#server/db/client.ts'],
  'server/src/modules/users/users.repo.ts': ['kysely'],
  'server/src/http/guards.ts': ['fastify'],
  'server/src/db/client.ts': ['kysely'],
  'server/src/testing/start.ts': ['#server/app.ts'],
}

/** For each rule the imports it has to refuse, each added to ALLOWED on its own. */
const REFUSED = {
  'no-cycles': [['web/src/ui/table.tsx', './cell.tsx']],
  'core-is-a-leaf': [['core/src/entities/users/user.ts', '@rapport/web/ui/table.tsx']],
  'no-node-in-the-browser': [
    ['core/src/entities/users/user.ts', 'node:fs'],
    ['web/src/ui/table.tsx', 'node:path'],
  ],
  'apps-only-use-core': [
    ['web/src/ui/table.tsx', '@rapport/server/db/client.ts'],
    ['cli/src/main.ts', '@rapport/web/ui/table.tsx'],
    ['server/src/app.ts', '@rapport/cli/io/output.ts'],
  ],
  'tests-use-server-testing': [['web/src/ui/table.test.tsx', '@rapport/server/db/client.ts']],
  'packages-by-name': [['web/src/ui/table.tsx', '../../../core/src/entities/users/user.ts']],
  'generated-behind-core-api': [['web/src/ui/table.tsx', '@rapport/core/generated/schema.ts']],
  'contract-document-in-the-server': [['cli/src/main.ts', '@rapport/core/generated/openapi.json']],
  'no-cross-feature': [['web/src/features/users/users.route.ts', '#web/features/roles/roles.route.ts']],
  'shared-below-features': [
    ['web/src/ui/table.tsx', '#web/features/roles/roles.route.ts'],
    ['web/src/data/api.ts', '#web/features/roles/roles.route.ts'],
    ['cli/src/io/output.ts', '#cli/commands/users/list.ts'],
    ['server/src/db/client.ts', '#server/modules/users/users.service.ts'],
  ],
  'ui-without-data': [
    ['web/src/ui/table.tsx', '#web/data/api.ts'],
    ['web/src/platform/theme.ts', '#web/data/api.ts'],
  ],
  'features-below-app': [
    ['web/src/features/roles/roles.route.ts', '#web/app/router.tsx'],
    ['server/src/modules/users/users.service.ts', '#server/app.ts'],
  ],
  'ink-only-in-tui': [['cli/src/commands/users/list.ts', 'ink']],
  'tui-by-dynamic-import': [['cli/src/io/output.ts', '#cli/tui/screen.tsx']],
  'sql-only-in-repo': [['server/src/modules/users/users.service.ts', 'kysely']],
  'fastify-only-at-the-edge': [['server/src/modules/users/users.service.ts', 'fastify']],
  'services-without-http': [['server/src/modules/users/users.service.ts', '#server/http/guards.ts']],
  'routes-not-to-repo': [['server/src/modules/users/users.routes.ts', './users.repo.ts']],
  'no-import-of-tests': [['web/src/ui/table.tsx', '#web/testing/backend.ts']],
  'no-test-from-test': [['web/src/testing/backend.ts', '#web/ui/table.test.tsx']],
  'not-to-unresolvable': [['web/src/ui/table.tsx', '@rapport/core/entities/users/missing.ts']],
}

const folders = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function source(specifiers) {
  const lines = specifiers.map((specifier) =>
    specifier.startsWith('import:') ? `await import('${specifier.slice(7)}')` : `import '${specifier}'`,
  )
  return `${lines.join('\n')}\nexport {}\n`
}

/** Lays out `files` like the repository and resolves with what the rules refuse, as `rule: from -> to`. */
async function violationsIn(files) {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'))
  folders.push(root)
  mkdirSync(join(root, 'node_modules/@rapport'), { recursive: true })
  for (const name of ['core', 'web', 'cli', 'server']) {
    const manifest = { name: `@rapport/${name}`, imports: { [`#${name}/*`]: './src/*' }, exports: { './*': './src/*' } }
    write(join(root, 'packages', name, 'package.json'), JSON.stringify(manifest))
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@rapport', name))
  }
  for (const name of LIBRARIES) {
    write(join(root, 'node_modules', name, 'package.json'), JSON.stringify({ name, main: 'index.js' }))
    write(join(root, 'node_modules', name, 'index.js'), '')
  }
  for (const [file, specifiers] of Object.entries(files)) {
    write(join(root, 'packages', file), file.endsWith('.json') ? '{}' : source(specifiers))
  }
  const { options, forbidden } = config
  const { enhancedResolveOptions, ...cruiseOptions } = options
  const how = { ...cruiseOptions, baseDir: root, validate: true, ruleSet: { forbidden } }
  const { output } = await cruise(['packages'], how, enhancedResolveOptions)
  return output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

test('the imports the architecture intends are allowed', async () => {
  expect(await violationsIn(ALLOWED)).toEqual([])
})

test('every rule is tested here', () => {
  expect(Object.keys(REFUSED)).toEqual(config.forbidden.map((rule) => rule.name))
})

for (const [rule, imports] of Object.entries(REFUSED)) {
  for (const [from, specifier] of imports) {
    test(`${rule} refuses ${specifier} in ${from}`, async () => {
      const violations = await violationsIn({ ...ALLOWED, [from]: [...ALLOWED[from], specifier] })
      expect(violations).toContainEqual(expect.stringMatching(`^${rule}: .*packages/${from}`))
    })
  }
}
