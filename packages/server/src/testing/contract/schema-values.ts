import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { samplePng } from '../images/sample-images.ts'
import { resolveReference, type Schema } from './contract.ts'
import { HOSTILE_TEXTS, SQL_PAYLOADS, STRANGE_NAMES } from './hostile-texts.ts'

/** Keywords that the generator understands; an unknown one makes it fail. */
const KNOWN_KEYWORDS = new Set(
  '$ref description type enum properties required items minItems maxItems uniqueItems pattern format minLength maxLength minimum maximum additionalProperties default writeOnly examples'.split(
    ' ',
  ),
)
const MANY = 200

/** A file in a form, of any content. */
export interface FileValue {
  file: Buffer
}

export function isFile(value: unknown): value is FileValue {
  return typeof value === 'object' && value !== null && 'file' in value && value.file instanceof Buffer
}

const images = [samplePng(), samplePng(2)]
const imageBytes = await Promise.all(images.map(async (image) => Buffer.from(await image.arrayBuffer())))

/** Generates values that a schema allows, including those at its bounds. */
export function validValues(schemaOrReference: Schema): fc.Arbitrary<unknown> {
  const schema = resolveReference(schemaOrReference)
  const unknown = Object.keys(schema).find((keyword) => !KNOWN_KEYWORDS.has(keyword))
  if (unknown !== undefined) throw new Error(`The fuzzer does not know how to make values for "${unknown}".`)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => valuesOfType(type, schema)))
}

function valuesOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = -(2 ** 31), maximum = 2 ** 31 } = schema
  switch (type) {
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum))
    case 'number':
      // A price may have two decimal places.
      return fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
        fc.integer({ min: minimum * 100, max: maximum * 100 }).map((hundredths) => hundredths / 100),
        fc.constantFrom(minimum, maximum),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrays(schema)
    case 'object':
      return objects(schema)
    default:
      throw new Error(`The fuzzer does not know the type "${type}".`)
  }
}

function arrays({ items = {}, minItems = 0, maxItems = 5, uniqueItems = false }: Schema): fc.Arbitrary<unknown> {
  const length = { minLength: minItems, maxLength: maxItems }
  return uniqueItems ? fc.uniqueArray(validValues(items), length) : fc.array(validValues(items), length)
}

/** Dates of years with four digits, as RFC 3339 has them. */
const dates = fc.date({ noInvalidDate: true, min: new Date('0000-01-01'), max: new Date('9999-12-31T23:59:59.999Z') })

function texts({ pattern, format, minLength = 0, maxLength = MANY }: Schema): fc.Arbitrary<unknown> {
  if (format === 'binary') return fc.constantFrom(...imageBytes.map((file) => ({ file })))
  if (format === 'date-time') return dates.map((date) => date.toISOString())
  if (format !== undefined) throw new Error(`The fuzzer does not know the format "${format}".`)
  const hasAllowedLength = (text: string) => {
    const length = Array.from(text).length
    return length >= minLength && length <= maxLength
  }
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern, 'u')).filter((text) => hasAllowedLength(text) && isStorable(text))
  const printable = fc.string({ minLength, maxLength: Math.min(maxLength, MANY) })
  const anything = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, MANY) })
  const hostile = fc.constantFrom(...HOSTILE_TEXTS, ...SQL_PAYLOADS)
  const bounds = fc.constantFrom('x'.repeat(maxLength), '🦜'.repeat(maxLength), 'x'.repeat(minLength))
  return fc.oneof(printable, anything, hostile, bounds).filter((text) => hasAllowedLength(text) && isStorable(text))
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValues(schema)]))
  return fc.record(values, { requiredKeys: required, noNullPrototype: true })
}

/** Returns true unless databases cannot store the text. Not the server's own check, which is under test. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Generates anything that JSON can express, including hostile keys and texts. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS, ...SQL_PAYLOADS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    [[]],
    0,
    -1,
    0.1,
    1e308,
    -1e308,
    5e-324,
    2 ** 53,
    -(2 ** 63),
    9e15,
    1.005,
  ),
  fc.integer({ min: 1, max: 60 }).map((depth) => nestValue(depth)),
)

function nestValue(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Generates field names that no schema has, including inherited ones. */
export const strangeNames = fc.oneof(fc.constantFrom(...STRANGE_NAMES), fc.string({ maxLength: 40 }))

/** Generates values, most of which violate the schema in one place. */
export function brokenValues(schemaOrReference: Schema): fc.Arbitrary<unknown> {
  const schema = resolveReference(schemaOrReference)
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return hostileValues
  const knownNames = fc.constantFrom(...names)
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(validValues(schema), knownNames, hostileValues).map(withProperty) },
    { weight: 2, arbitrary: fc.tuple(validValues(schema), strangeNames, hostileValues).map(withProperty) },
    {
      weight: 2,
      arbitrary: fc.tuple(validValues(schema), knownNames, fc.func(hostileValues)).chain(outOfBounds(schema)),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(validValues(schema), knownNames).map(([value, name]) => withoutProperty(value, name)),
    },
    { weight: 1, arbitrary: validValues(schema).map((value) => [value]) },
    { weight: 1, arbitrary: hostileValues },
  )
}

function withProperty([value, name, other]: [unknown, string, unknown]): object {
  // Makes even `__proto__` an own property, which an assignment would not.
  return Object.fromEntries([...Object.entries(value as object).filter(([key]) => key !== name), [name, other]])
}

function withoutProperty(value: unknown, name: string): object {
  return Object.fromEntries(Object.entries(value as object).filter(([key]) => key !== name))
}

function outOfBounds(schema: Schema) {
  return ([value, name]: [unknown, string, unknown]): fc.Arbitrary<unknown> => {
    const { minLength, maxLength, minimum, maximum, type } = resolveReference(schema.properties?.[name] ?? {})
    const invalidValues: unknown[] = [null, 0, '', [], String(type)]
    if (minLength !== undefined) invalidValues.push('x'.repeat(Math.max(0, minLength - 1)))
    if (maxLength !== undefined) invalidValues.push('x'.repeat(maxLength + 1), '🦜'.repeat(maxLength + 1))
    if (minimum !== undefined) invalidValues.push(minimum - 1, minimum - 0.01)
    if (maximum !== undefined) invalidValues.push(maximum + 1, maximum + 0.01, maximum * 10)
    return fc.constantFrom(...invalidValues).map((other) => withProperty([value, name, other]))
  }
}

const lenient = new Ajv2020({ strict: false, validateFormats: false })
const strict = new Ajv2020({ strict: false })
strict.addFormat('date-time', (text: string) => {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text.length === 24
})
strict.addFormat('binary', true)

/** Validates a value; `unsure` if only details of a format decide. */
export function verdictOf(schema: Schema, value: unknown): 'valid' | 'invalid' | 'unsure' {
  const inlinedSchema = inlineReferences(schema)
  if (!lenient.validate(inlinedSchema, value)) return 'invalid'
  return strict.validate(inlinedSchema, value) ? 'valid' : 'unsure'
}

const inlinedSchemas = new WeakMap<Schema, Schema>()

/** Inlines references, with a cache, so that each schema is compiled once. */
function inlineReferences(schemaOrReference: Schema): Schema {
  const cachedSchema = inlinedSchemas.get(schemaOrReference)
  if (cachedSchema) return cachedSchema
  const schema = resolveReference(schemaOrReference)
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, inlineReferences(property)] as const,
  )
  const inlinedSchema = {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: inlineReferences(schema.items) }),
  }
  inlinedSchemas.set(schemaOrReference, inlinedSchema)
  return inlinedSchema
}
