// Generates docs/api.md from openapi/*.yaml, docs/agents.md from the commands of the tool, and the files that packages/core
// commits under src/generated:
//   openapi.json   the bundled document: routes and validation of the server
//   schema.ts      the types of openapi-fetch
//   operations.ts  method, path, security, extension and scopes of each operation, and the names of the extensions and of
//                  the kinds of records, and the version; small enough for every client
//   record-fields.ts  how clients read each field of a record
// `--check` writes nothing and fails when a committed file differs.
import { readFileSync, writeFileSync } from 'node:fs'
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
  const version = `export const contractVersion = '${document.info.version}'\n`
  return banner + operationsText + extensions + entities + version
}

/** Returns how a field is read, or undefined for an object, whose reader core has by hand. */
function readerOf({ $ref, type, 'x-rapport-reads': reads }) {
  if (reads || $ref) return reads ?? 'reference'
  const types = [type].flat()
  if (types.includes('object')) return undefined
  if (types.includes('number')) return 'decimal'
  if (types.includes('string')) return types.includes('null') ? 'text' : 'requiredText'
  return types[0]
}

function recordFieldsModule({ components: { schemas } }) {
  const records = schemas.Entity.enum.map((entity) => {
    const name = entity[0].toUpperCase() + entity.slice(1)
    const fields = Object.entries(schemas[name].properties)
      .filter(([field, schema]) => field !== 'id' && field !== 'version' && readerOf(schema))
      .map(([field, schema]) => `    ${field}: '${readerOf(schema)}',`)
    return `  ${name}: {\n${fields.join('\n')}\n  },`
  })
  return `${banner}export const recordFields = {\n${records.join('\n')}\n} as const\n`
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
  [`${target}/record-fields.ts`]: recordFieldsModule(document),
}

const isCheck = process.argv.includes('--check')

function put(path, text) {
  const file = join(root, path)
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${path} is out of date: run \`npm run gen\`.`)
    process.exitCode = 1
  }
}

for (const [path, text] of Object.entries(files)) put(path, text)
// The tool imports what was just written.
const { agentsPage } = await import('./agents-page.mjs')
put('docs/agents.md', await agentsPage())
if (!isCheck) console.log(`Wrote ${Object.keys(files).length + 1} files from ${operations.length} operations.`)
