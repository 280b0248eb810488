import { type FileField, fileFields } from '@rapport/core/catalogue/read/row.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity, InputSchema } from '@rapport/core/entities/entity.ts'
import { isNumeric } from '@rapport/core/entities/field-values.ts'
import * as z from 'zod/mini'
// z.core would bundle all of zod with its locales.
import { $ZodType, type JSONSchema } from 'zod/v4/core'

/** The file that the first line of an exported catalogue names. */
export const SCHEMA_FILE = 'rapport.schema.json'

/** Returns the JSON Schema of a catalogue in YAML or JSON, for completion and validation in editors. */
export async function catalogueSchema(entities: readonly EditableEntity[] = CATALOGUE): Promise<object> {
  const lists = await Promise.all(
    entities.map(async (entity) => [entity.noun, { type: ['array', 'null'], items: await recordSchema(entity) }]),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rapport catalogue',
    type: 'object',
    properties: Object.fromEntries(lists),
    additionalProperties: false,
  }
}

async function recordSchema(entity: EditableEntity) {
  const bounds = findBounds((await entity.schemas()).update)
  const fields = fileFields(entity)
  const slug = fields.find(({ type }) => type === 'slug')
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(entity, field, bounds[field.name])])),
    // A record can also be found by its slug.
    ...(slug ? { anyOf: [{ required: entity.keyFields }, { required: [slug.name] }] } : { required: entity.keyFields }),
    additionalProperties: false,
  }
}

type Bounds = Exclude<JSONSchema._JSONSchema, boolean>

function findBounds(schema: InputSchema<unknown>): Partial<Record<string, Bounds>> {
  if (!(schema instanceof $ZodType)) throw new TypeError('The schemas of core come from zod.')
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, bounds]) => (typeof bounds === 'boolean' ? [] : [[name, bounds]])),
  )
}

/** Creates the schema of a field. Null empties a text. Texts may look like numbers, and numbers may be quoted. */
function fieldSchema(entity: EditableEntity, field: FileField, bounds: Bounds = {}) {
  const { name, type } = field
  const entityField = entity.fields[name === entity.parent?.nameField ? entity.parent.idField : name]
  const description = entityField && 'help' in entityField ? entityField.help : entityField?.label
  const { minLength, maxLength, minimum, maximum } = bounds
  if (type === 'image') return { type: ['string', 'null'], description: 'Path of an image, relative to this file' }
  if (bounds.enum) return { enum: [...bounds.enum, null], description }
  if (isNumeric(field)) {
    const pattern = type === 'integer' ? String.raw`^\s*\d*\s*$` : String.raw`^\s*\d+(\.\d+)?\s*$`
    const types = type === 'integer' ? ['integer', 'string', 'null'] : ['number', 'string']
    return { type: types, pattern, minimum, maximum, description }
  }
  return {
    type: ['string', 'number', 'boolean', ...(type === 'name' || type === 'code' ? [] : ['null'])],
    minLength,
    maxLength,
    description,
  }
}
