import * as fc from 'fast-check'
import { type ContractOperation, resolveReference, type Schema, tagOfId } from './contract.ts'
import { HOSTILE_TEXTS, SQL_PAYLOADS, STRANGE_IDS } from './hostile-texts.ts'
import { brokenValues, type FileValue, hostileValues, isFile, strangeNames, validValues } from './schema-values.ts'

const BOUNDARY = 'boundary-of-the-fuzzer'

export type Field = [name: string, value: string | FileValue]

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'form'; fields: Field[] }

export interface FuzzRequest {
  /** Value of `{id}` in the path, as sent. */
  id: string
  query: [string, string][]
  body: Body
  token: 'right' | 'none' | 'wrong'
  contentType: string | undefined
  headers: Record<string, string>
  address: string
}

type IdsOf = (tag: string) => readonly string[]

/** Generates valid to hostile requests for an operation. */
export function requestsFor(operation: ContractOperation, idsOf: IdsOf): fc.Arbitrary<FuzzRequest> {
  const { body, query, tag } = operation
  const valid = fc.tuple(validValues(body?.schema ?? {}), fc.nat()).map(([value, seed]) => {
    return seed % 4 === 0 ? value : withKnownIds(operation, value, idsOf, seed)
  })
  return fc.record({
    id: fc.oneof({ weight: 3, arbitrary: fc.nat().map((seed) => pickBySeed(idsOf(tag), seed)) }, strangeIds),
    query: queries(query),
    body: body === undefined ? anyBody : body.isForm ? formBodies(body.schema, valid) : jsonBodies(body.schema, valid),
    token: fc.oneof({ weight: 12, arbitrary: fc.constant('right' as const) }, fc.constantFrom('none', 'wrong')),
    contentType: fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, contentTypes),
    headers: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, strangeHeaders),
    address: fc.ipV4(),
  })
}

/** Replaces some ids with existing ones, since random ids reach little code. */
function withKnownIds(operation: ContractOperation, value: unknown, idsOf: IdsOf, seed: number): unknown {
  const fields = Object.entries(value as object).map(([name, fieldValue]): [string, unknown] => {
    const tag = tagOfId(operation, name)
    return [name, tag === undefined ? fieldValue : Number(pickBySeed(idsOf(tag), seed))]
  })
  return Object.fromEntries(fields)
}

function pickBySeed(ids: readonly string[], seed: number): string {
  return ids.length === 0 ? '1' : (ids[seed % ids.length] ?? '1')
}

const strangeIds = fc
  .oneof(
    fc.constantFrom(...STRANGE_IDS),
    fc.constantFrom(...HOSTILE_TEXTS, ...SQL_PAYLOADS).filter((text) => text.length < 5000 && text.isWellFormed()),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
  )
  .map((text) => encodeURIComponent(text))
  .filter((text) => text !== '')

const contentTypes = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  '',
  '/',
  ';',
)

const strangeHeaders = fc.dictionary(
  fc.constantFrom(
    'Accept',
    'Accept-Encoding',
    'X-HTTP-Method-Override',
    'If-None-Match',
    'Range',
    'X-Request-Id',
    'Cookie',
    'X-Forwarded-Host',
    'X-Original-URL',
    'Accept-Version',
    'Expect',
  ),
  fc.oneof(
    fc.constantFrom('DELETE', '*', 'bytes=0-0', '/api/admin/users', '9.9.9', 'evil.example'),
    fc.string({ maxLength: 60 }),
  ),
)

function queries(described: Record<string, Schema>): fc.Arbitrary<[string, string][]> {
  const names = Object.keys(described)
  const strange = fc.tuple<[string, string]>(
    strangeNames,
    fc.oneof(fc.constantFrom(...HOSTILE_TEXTS, ...SQL_PAYLOADS), fc.string()),
  )
  if (names.length === 0)
    return fc.oneof({ weight: 5, arbitrary: fc.constant<[string, string][]>([]) }, fc.array(strange, { maxLength: 3 }))
  const valid = fc
    .subarray(names)
    .chain((subset) =>
      fc.tuple(
        ...subset.map((name) =>
          validValues(described[name] ?? {}).map((value) => [name, String(value)] as [string, string]),
        ),
      ),
    )
  const broken = fc.tuple<[string, string]>(fc.constantFrom(...names), fc.oneof(hostileValues.map(String), fc.string()))
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: fc.tuple(valid, broken).map(([good, bad]) => good.concat([bad])) },
    { weight: 1, arbitrary: fc.tuple(valid, strange).map(([good, bad]) => good.concat([bad])) },
  )
}

const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '}',
    '[',
    'nul',
    '"',
    '{"a":}',
    "{'a':1}",
    '{"a":1,}',
    '\uFEFF{}',
    '{}{}',
    '1e999',
    '-',
    '00',
    'NaN',
  ),
  fc.constantFrom('{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}', '{"a":1,"a":2}'),
  fc.integer({ min: 30, max: 30_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 70_000 }).map((length) => JSON.stringify('x'.repeat(length))),
  fc.string({ unit: 'binary', maxLength: 100 }),
)
const randomBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))

const anyBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'none' } as const) },
  hostileValues.map((value) => ({ kind: 'json', value }) as const),
  fc
    .oneof(
      brokenJson.map((text) => Buffer.from(text)),
      randomBytes,
    )
    .map((bytes) => ({ kind: 'bytes', bytes }) as const),
)

function jsonBodies(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<Body> {
  return fc.oneof(
    { weight: 6, arbitrary: valid.map((value) => ({ kind: 'json', value }) as const) },
    { weight: 10, arbitrary: brokenValues(schema).map((value) => ({ kind: 'json', value }) as const) },
    { weight: 3, arbitrary: anyBody },
    { weight: 1, arbitrary: fc.tuple(valid, fc.nat()).map(mutilatedBody) },
  )
}

/** Creates the requests of 64 KiB that take the most work: many fields, errors, depth, long texts for each pattern, escapes. */
export function worstRequests({ body }: ContractOperation): FuzzRequest[] {
  return worstBodies(body?.schema ?? {}).map((text, index) => ({
    id: '1',
    query: [],
    body: { kind: 'bytes', bytes: Buffer.from(text) },
    token: 'right',
    contentType: undefined,
    headers: {},
    // Different addresses keep limits from refusing a request.
    address: `192.0.2.${index % 250}`,
  }))
}

function worstBodies(schema: Schema): string[] {
  const long = [' ', 'a', '@', 'a@', String.raw`\u0000`].map((text) => text.repeat(60_000 / text.length))
  const names = Object.keys(resolveReference(schema).properties ?? {})
  return [
    `{${Array.from({ length: 7000 }, (_, seed) => `"${seed}":0`).join(',')}}`,
    `[${'{},'.repeat(20_000)}{}]`,
    `{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
    ...names.flatMap((name) => long.map((text) => `{"${name}":"${text}"}`)),
    `{"${'_'.repeat(30_000)}proto__":1,"a":${'1'.repeat(30_000)}}`,
    `{${String.raw`"\u005f_proto__":1,`.repeat(3000)}"a":1}`,
  ]
}

function mutilatedBody([value, seed]: [unknown, number]): Body {
  const bytes = Buffer.from(JSON.stringify(value))
  bytes[seed % bytes.length] = seed % 256
  return { kind: 'bytes', bytes }
}

function formBodies(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<Body> {
  const fields = fc.oneof({ weight: 2, arbitrary: valid }, brokenValues(schema)).map(fieldsOf)
  const file = fc.oneof(
    randomBytes,
    fc.constantFrom(...HOSTILE_TEXTS).map((text) => Buffer.from(text)),
  )
  const files = Object.entries(resolveReference(schema).properties ?? {}).filter(
    ([, property]) => resolveReference(property).format === 'binary',
  )
  const withFile = fc.tuple(valid, fc.constantFrom(...files.map(([name]) => name)), file)
  return fc.oneof(
    { weight: 10, arbitrary: fields.map((formFields) => ({ kind: 'form', fields: formFields }) as const) },
    {
      weight: 3,
      arbitrary: withFile.map(([value, name, bytes]): Body => ({
        kind: 'form',
        fields: [...fieldsOf(value).filter(([key]) => key !== name), [name, { file: bytes }] as Field],
      })),
    },
    {
      weight: 1,
      arbitrary: fields.map((formFields): Body => ({
        kind: 'form',
        fields: [...formFields, ...formFields.slice(0, 1)],
      })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fields, fc.nat(), fc.boolean()).map(([formFields, seed, isCut]): Body => {
        const bytes = formBytes(formFields)
        if (isCut) return { kind: 'bytes', bytes: bytes.subarray(0, seed % bytes.length) }
        bytes[seed % bytes.length] = seed % 256
        return { kind: 'bytes', bytes }
      }),
    },
    { weight: 1, arbitrary: anyBody },
  )
}

/** Turns values into fields of a form; all but files become text. */
function fieldsOf(value: unknown): Field[] {
  if (typeof value !== 'object' || value === null) return [['', String(value)]]
  return Object.entries(value).map(([name, fieldValue]) => [
    name,
    isFile(fieldValue) ? fieldValue : typeof fieldValue === 'string' ? fieldValue : (JSON.stringify(fieldValue) ?? ''),
  ])
}

/** Encodes a form (RFC 7578). */
export function formBytes(fields: readonly Field[]): Buffer {
  const parts = fields.flatMap(([name, value]) => {
    const file = isFile(value) ? '; filename="picture.png"\r\nContent-Type: image/png' : ''
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${escapeName(name)}"${file}\r\n\r\n`
    return [Buffer.from(head), isFile(value) ? value.file : textBytes(value), Buffer.from('\r\n')]
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** Encodes UTF-8, and a lone surrogate as its three bytes, which are not valid UTF-8. */
function textBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  const characters = Array.from(text, (character) => {
    if (character.isWellFormed()) return Buffer.from(character)
    const code = character.charCodeAt(0)
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
  })
  return Buffer.concat(characters)
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Escapes a name as browsers do (HTML, section 4.10.22.8). */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22')
}
