// Generates from openapi/*.yaml docs/api.md, and what packages/core commits under src/generated:
//   openapi.json   the bundled document, which the server takes its routes and validation from
//   schema.ts      the types of openapi-fetch
//   operations.ts  method, path, security and extension of each operation, small enough for every client
//   answers.{js,d.ts}  validators of the successful answers, compiled ahead because the console's CSP forbids eval
// `--check` writes nothing and fails when a committed file differs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, createConfig, lint } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { apiPage } from './api-page.mjs'

const root = join(import.meta.dirname, '..')
const contract = join(root, 'openapi/admin.yaml')
const target = 'packages/core/src/generated'
const banner = '// Generated from openapi/ by `npm run gen`. Do not edit.\n'

const ANSWER_VALIDATOR = `export interface AnswerValidator {
  (data: unknown): boolean
  errors: { instancePath: string; message: string }[] | null
}
`

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

async function bundled() {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-4xx-response': 'off', 'no-server-example.com': 'off' },
  })
  const problems = await lint({ ref: contract, config })
  for (const problem of problems) {
    const where = problem.location[0]
    console.error(`${problem.severity}: ${problem.message} (${where?.source.absoluteRef} ${where?.pointer ?? ''})`)
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
      }
    }),
  )
}

function operationsModule(operations) {
  const lines = operations.map(({ id, method, path, security, extension }) => {
    const fields = [`method: '${method}'`, `path: '${path}'`, `security: '${security}'`]
    if (extension) fields.push(`extension: '${extension}'`)
    return `  ${id}: { ${fields.join(', ')} },`
  })
  return `${banner}export const operations = {\n${lines.join('\n')}\n} as const\n`
}

async function typesModule(document) {
  const binary = ts.factory.createTypeReferenceNode('Blob')
  const nodes = await openapiTypescript(structuredClone(document), {
    transform: (schema) => (schema.format === 'binary' ? binary : undefined),
    defaultNonNullable: false,
  })
  return banner + astToString(nodes)
}

/** Validators of `data` in the successful answer of each operation that has one: what a client may rely on. */
function answersModules(document, operations) {
  const ajv = new Ajv2020({ inlineRefs: false, allowUnionTypes: true, code: { source: true, esm: true, lines: true } })
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(shapeOf(schema), shapeId(name))
  }
  const names = {}
  for (const { id, method, path } of operations) {
    const response = document.paths[path][method.toLowerCase()].responses['200']
    const data = response.content?.['application/json'].schema.properties.data
    if (!data) continue
    ajv.addSchema(shapeOf(data), id)
    names[id] = id
  }
  const declarations = Object.keys(names).map((id) => `export const ${id}: AnswerValidator`)
  return {
    'answers.js': `${banner}${standaloneCode.default(ajv, names)}\n`,
    'answers.d.ts': [banner + ANSWER_VALIDATOR, ...declarations, ''].join('\n'),
  }
}

const shapeId = (name) => `shape:${name}`

/** The structure alone: no texts, and no bounds, which only the server has to hold itself to. */
function shapeOf(schema) {
  const { $ref, type, required, properties, items } = schema
  const shape = $ref ? { $ref: shapeId($ref.split('/').at(-1)) } : { type }
  if (required) shape.required = required
  if (items) shape.items = shapeOf(items)
  if (properties) {
    shape.properties = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, shapeOf(value)]))
  }
  return JSON.parse(JSON.stringify(shape))
}

const document = await bundled()
const operations = listOperations(document)
const modules = {
  'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'schema.ts': await typesModule(document),
  'operations.ts': operationsModule(operations),
  ...answersModules(document, operations),
}
const files = {
  'docs/api.md': apiPage(document),
  ...Object.fromEntries(Object.entries(modules).map(([name, text]) => [`${target}/${name}`, text])),
}

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([path, text]) => {
    try {
      return readFileSync(join(root, path), 'utf8') !== text
    } catch (error) {
      if (error.code === 'ENOENT') return true
      throw error
    }
  })
  for (const [path] of stale) console.error(`${path} is stale: run \`npm run gen\`.`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(join(root, target), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  console.log(`Wrote ${Object.keys(files).length} files from ${operations.length} operations.`)
}
