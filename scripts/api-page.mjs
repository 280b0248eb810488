/** Renders docs/api.md from the bundled contract: the operations by tag, the failures they share, the records. */

const BANNER = '<!-- Generated from openapi/ by `npm run gen`. Do not edit. -->'

export function apiPage(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => describe(method, path, operation, document)),
  )
  const tagSections = document.tags.flatMap(({ name, description }) => [
    `## Operations: ${name}`,
    description,
    ...operations.filter(({ tags }) => tags.includes(name)).flatMap(operationParts),
  ])
  const parts = [
    '# API reference',
    BANNER,
    document.info.description.trim(),
    overview(operations),
    ...tagSections,
    '## Failures',
    failures(operations),
    '## Schemas',
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => schemaParts(name, schema)),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const describe = (method, path, operation, document) => ({
  ...operation,
  call: `\`${method.toUpperCase()} ${path}\``,
  token: Object.keys((operation.security ?? document.security)[0] ?? { none: [] })[0],
  parameters: (operation.parameters ?? []).map((parameter) => resolve(parameter, document)),
  responses: Object.entries(operation.responses).map(([status, response]) => [status, resolve(response, document)]),
})

const overview = (operations) =>
  table(
    ['Operation', 'Call', 'Token', 'What it does'],
    operations.map(({ operationId, call, token, summary, ...rest }) => [
      link(operationId),
      call,
      token,
      summary + extensionOf(rest),
    ]),
  )

function operationParts(operation) {
  const { requestBody, responses, parameters } = operation
  const [contentType, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const [successes, refusals] = [responses.filter(isSuccess), responses.filter((response) => !isSuccess(response))]
  return [
    `### ${operation.operationId}`,
    `${operation.call} · token: ${operation.token}${extensionOf(operation)}`,
    `${operation.summary}.`,
    operation.description?.trim(),
    parameters.length > 0 && parametersTable(parameters),
    [
      ...(body ? [`- Body, \`${contentType}\`: ${typeOf(body.schema)}`] : []),
      ...successes.map(([status, response]) => `- Response ${status}: ${response.description}${dataOf(response)}`),
      `- [Failures](#failures): ${refusals.map(([status]) => status).join(', ')}`,
    ].join('\n'),
  ]
}

const isSuccess = ([status]) => status.startsWith('2')

function dataOf({ content }) {
  const data = content?.['application/json'].schema.properties?.data
  if (!data) return ''
  const fields = Object.entries(data.properties ?? {}).map(([name, schema]) => `\`${name}\` (${typeOf(schema)})`)
  return ` \`data\`: ${fields.join(', ') || typeOf(data)}`
}

const parametersTable = (parameters) =>
  table(
    ['Parameter', 'In', 'Type', 'Description'],
    parameters.map(({ name, in: place, schema, description, ...rest }) => [
      `\`${name}\``,
      place,
      typeOf(schema),
      description + extensionOf(rest),
    ]),
  )

/** Describes each status once, since it means the same in every operation. */
function failures(operations) {
  const responses = operations.flatMap((operation) => operation.responses).filter((response) => !isSuccess(response))
  const meanings = new Map(responses.map(([status, { description }]) => [status, description]))
  const rows = [...meanings].toSorted(([a], [b]) => a - b)
  return `The body of each is a [Failure](#failure).\n\n${table(['Status', 'Meaning'], rows)}`
}

function schemaParts(name, schema) {
  const type = schema.properties ? '' : `Type: ${typeOf(schema)}.`
  return [`### ${name}`, [type, schema.description].filter(Boolean).join(' '), fieldsTable(schema)]
}

const fieldsTable = ({ properties, required = [] }) =>
  properties &&
  table(
    ['Field', 'Type', 'Required', 'Description'],
    Object.entries(properties).map(([name, schema]) => [
      `\`${name}\``,
      typeOf(schema),
      required.includes(name) ? 'yes' : '',
      (schema.description ?? '') + extensionOf(schema),
    ]),
  )

const BOUNDS = {
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  minLength: (value) => `${value} or more characters`,
  maxLength: (value) => `at most ${value} characters`,
  pattern: (value) => `matches \`${value}\``,
  default: (value) => `default ${value}`,
  writeOnly: () => 'write only',
}

function typeOf(schema) {
  if (schema.$ref) return link(schema.$ref.split('/').at(-1))
  const bounds = Object.keys(BOUNDS).filter((key) => schema[key] !== undefined)
  return [nameOfType(schema), ...bounds.map((key) => BOUNDS[key](schema[key]))].join(', ')
}

function nameOfType({ enum: values, items, properties, format, type = 'any' }) {
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (items) return `list of ${typeOf(items)}`
  if (format === 'binary') return 'file'
  if (properties) return `${[type].flat().join(' or ')} with ${Object.keys(properties).join(', ')}`
  return [type].flat().join(' or ') + (format ? ` (${format})` : '')
}

const extensionOf = ({ 'x-rapport-extension': name }) => (name ? ` (extension \`${name}\`)` : '')

const link = (name) => `[${name}](#${name.toLowerCase()})`

function resolve(value, document) {
  if (!value.$ref) return value
  const keys = value.$ref.slice('#/'.length).split('/')
  return keys.reduce((node, key) => node[key], document)
}

export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
