// Who may import whom: one rule per sentence of docs/architecture.md. `comment` is what a developer sees when it fires.
const TEST = '[.](test|stress|spec)[.](tsx?|mjs)$|^packages/[^/]+/(test|stress|e2e|bench|src/testing)/'
const deny = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

export default {
  forbidden: [
    deny('no-cycles', 'Two files import each other: move the shared part down a layer.', {}, { circular: true }),
    deny(
      'core-is-a-leaf',
      'core runs in browser, Node and CI: no sibling packages.',
      { path: '^packages/core/' },
      { path: '^packages/(web|cli|server)/' },
    ),
    deny(
      'no-node-in-the-browser',
      'core and web run in the browser.',
      { path: '^packages/(core|web)/src/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    deny(
      'apps-only-use-core',
      'web, cli and server meet only through core and HTTP.',
      { path: '^packages/(web|cli|server)/src/', pathNot: TEST },
      { path: '^packages/(web|cli|server)/', pathNot: '^packages/$1/' },
    ),
    deny(
      'tests-use-server-testing',
      'Tests may start the reference server, through @rapport/server/testing only.',
      { path: '^packages/(web|cli)/.*(' + TEST + ')' },
      { path: '^packages/server/', pathNot: '^packages/server/src/testing/' },
    ),
    deny(
      'packages-by-name',
      'Import another package by its name: a relative path gets around what it exports.',
      { path: '^packages/([^/]+)/' },
      { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    ),
    deny(
      'relative-inside-a-folder',
      'Inside a top folder, import by a relative path: an alias means another folder.',
      { path: '^packages/(cli|server)/src/([^/]+)/', pathNot: TEST },
      { path: '^packages/$1/src/$2/', dependencyTypes: ['aliased-subpath-import'] },
    ),
    deny(
      'generated-behind-core-api',
      'Import types from @rapport/core/entities/<entity>, not from generated files.',
      { pathNot: '^packages/core/src/' },
      { path: '^packages/core/src/generated/', pathNot: '/openapi[.]json$' },
    ),
    deny(
      'contract-document-in-the-server',
      'The bundled contract is large: only the server reads it.',
      { pathNot: ['^packages/(core|server)/', TEST] },
      { path: '^packages/core/src/generated/openapi[.]json$' },
    ),
    deny(
      'no-cross-feature',
      'Features do not know each other: compose them in app/, share through the folders beside features/.',
      { path: '^packages/(web/src/features|cli/src/commands|server/src/modules)/([^/]+)/' },
      { path: '^packages/$1/', pathNot: '^packages/$1/$2/' },
    ),
    deny(
      'shared-below-features',
      'Shared code must not know features.',
      {
        path: '^packages/(web/src/(ui|crud|forms|record-history|data|session|platform)|cli/src/(tui|io|output|config|auth|api|entities|catalogue)|server/src/(domain|capacity|security|http|db|records|mail))/',
        pathNot: TEST,
      },
      { path: '^packages/(web/src/(features|app)/|cli/src/(commands/|program[.])|server/src/(modules/|boot/|app[.]))' },
    ),
    deny(
      'ui-without-data',
      'What draws gets its data from the feature that uses it.',
      { path: '^packages/web/src/(ui|platform)/', pathNot: TEST },
      { path: '^packages/web/src/(crud|forms|record-history|data|session)/' },
    ),
    deny(
      'features-below-app',
      'Features must not reach up to the composition root.',
      { path: '^packages/(web/src/features|cli/src/commands|server/src/modules)/', pathNot: TEST },
      { path: '^packages/(web/src/app/|cli/src/(main|program)[.]|server/src/(boot/|(main|app)[.]))' },
    ),
    deny(
      'server-starts-app',
      'The app must not know how it is started.',
      { path: '^packages/server/src/app[.]ts$' },
      { path: '^packages/server/src/(boot|commands)/' },
    ),
    deny(
      'ink-only-in-tui',
      'Only cli/src/tui draws; commands return data.',
      { path: '^packages/cli/src/', pathNot: ['^packages/cli/src/tui/', TEST] },
      { path: 'node_modules/(ink|@inkjs/ui|react)/' },
    ),
    deny(
      'tui-by-dynamic-import',
      'Ink takes a quarter of a second to load: reach cli/src/tui by import() where something moves.',
      { path: '^packages/cli/src/', pathNot: ['^packages/cli/src/tui/', TEST] },
      { path: '^packages/cli/src/tui/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    deny(
      'sql-only-in-repo',
      'SQL lives in *.repo.ts and db/.',
      { path: '^packages/server/src/', pathNot: ['[.]repo[.]ts$', '^packages/server/src/db/', TEST] },
      { path: '(node_modules/(kysely|pg|better-sqlite3)/|^packages/server/src/db/compiled-query[.]ts$)' },
    ),
    deny(
      'fastify-only-at-the-edge',
      'Fastify is for *.routes.ts, http/ and app.ts.',
      {
        path: '^packages/server/src/',
        pathNot: ['[.]routes[.]ts$', '^packages/server/src/(http/|app[.]ts$)', TEST],
      },
      { path: 'node_modules/(fastify|@fastify/[^/]+)/' },
    ),
    deny(
      'services-without-http',
      'Services and repositories must not see HTTP.',
      { path: '[.](service|repo)[.]ts$' },
      { path: '^packages/server/src/http/' },
    ),
    deny('routes-not-to-repo', 'routes -> service -> repo.', { path: '[.]routes[.]ts$' }, { path: '[.]repo[.]ts$' }),
    deny('no-import-of-tests', 'What ships does not import test code.', { pathNot: TEST }, { path: TEST }),
    deny('no-test-from-test', 'No test imports another.', { path: TEST }, { path: '[.](test|stress|spec)[.]tsx?$' }),
    deny(
      'not-to-unresolvable',
      'The import does not resolve (often a deep import that package exports forbid).',
      {},
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
    },
  },
}
