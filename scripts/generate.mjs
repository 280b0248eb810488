// Generates docs/api.md from openapi/*.yaml, and the files that packages/core commits under src/generated:
//   openapi.json   the bundled document: routes and validation of the server
//   schema.ts      the types of every operation
//   operations.ts  method, path, security, extension and scopes of each operation, and the names of the extensions and of
//                  the kinds of records; small enough for every client
// `--check` writes nothing and fails when a committed file differs.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, createConfig, lint } from '@redocly/openapi-core'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { apiPage } from './api-page.mjs'

const root = join(import.meta.dirname, '..')
const contract = join(root, 'openapi/admin.yaml')
const target = 'packages/core/src/generated'
const banner = '// Generated from openapi/ by `npm run gen`. Do not edit.\n'

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

async function bundleContract() {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-4xx-response': 'off', 'no-server-example.com': 'off' },
  })
  const problems = await lint({ ref: contract, config })
  for (const problem of problems) {
    const location = problem.location[0]
    console.error(
      `${problem.severity}: ${problem.message} (${location?.source.absoluteRef} ${location?.pointer ?? ''})`,
    )
  }
  if (problems.length > 0) throw new Error(`The contract has ${problems.length} problems.`)
  const { bundle: document } = await bundle({ ref: contract, config, dereference: false })
  return document.parsed
}

function listOperations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method]
      const security = operation.security ?? document.security
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        security: Object.keys(security[0] ?? { none: [] })[0],
        extension: operation['x-rapport-extension'],
        scopes: operation['x-rapport-scopes'],
        isMultipart: operation.requestBody?.content['multipart/form-data'] !== undefined,
      }
    }),
  )
}

/** Returns every extension that an operation, parameter or header is marked with. */
function extensionsIn(value) {
  if (typeof value !== 'object' || value === null) return []
  const name = value['x-rapport-extension']
  return [...(name ? [name] : []), ...Object.values(value).flatMap(extensionsIn)]
}

const listOf = (names) => `[${names.map((name) => `'${name}'`).join(', ')}]`

function operationsModule(operations, document) {
  const lines = operations.map(({ id, method, path, security, extension, scopes, isMultipart }) => {
    const fields = [`method: '${method}'`, `path: '${path}'`, `security: '${security}'`]
    if (extension) fields.push(`extension: '${extension}'`)
    if (scopes) fields.push(`scopes: ${listOf(scopes)}`)
    if (isMultipart) fields.push('isMultipart: true')
    return `  ${id}: { ${fields.join(', ')} },`
  })
  const operationsText = `export const operations = {\n${lines.join('\n')}\n} as const\n`
  const extensions = `export const extensions = ${listOf([...new Set(extensionsIn(document))])} as const\n`
  const entities = `export const entities = ${listOf(document.components.schemas.Entity.enum)} as const\n`
  return banner + operationsText + extensions + entities
}

async function typesModule(document) {
  const binary = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypescript(structuredClone(document), {
    transform: (schema) => (schema.format === 'binary' ? binary : undefined),
    defaultNonNullable: false,
  })
  return banner + astToString(nodes)
}

const document = await bundleContract()
const operations = listOperations(document)
const files = {
  'docs/api.md': apiPage(document),
  [`${target}/openapi.json`]: `${JSON.stringify(document, null, 2)}\n`,
  [`${target}/schema.ts`]: await typesModule(document),
  [`${target}/operations.ts`]: operationsModule(operations, document),
}

if (process.argv.includes('--check')) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    console.error(`${path} is out of date: run \`npm run gen\`.`)
    process.exitCode = 1
  }
} else {
  mkdirSync(join(root, target), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  console.log(`Wrote ${Object.keys(files).length} files from ${operations.length} operations.`)
}
