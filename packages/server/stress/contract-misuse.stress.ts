import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ContractOperation, contractOperations, resolved, type Schema } from '#server/testing/contract/contract.ts'
import type { Body, Field, FuzzRequest } from '#server/testing/contract/contract-requests.ts'
import { databaseDigest } from '#server/testing/database/database-digest.ts'
import { FUZZ_SEED, type FuzzTarget, fuzzTarget } from '#server/testing/contract/fuzz-target.ts'
import { SQL_PAYLOADS, STRANGE_NAMES } from '#server/testing/contract/hostile-texts.ts'
import { onPostgres } from '#server/testing/database/on-each-engine.ts'
import { isFile, validValues } from '#server/testing/contract/schema-values.ts'
import { startTestServer } from '#server/testing/start.ts'
import { rounds } from '#server/testing/rounds.ts'

const JSON_BYTES = 64 * 1024
const DEEPEST = 32

/** Where an operation takes a text. */
interface TextInput {
  operation: ContractOperation
  place: 'id' | 'query' | 'body'
  name: string
  isSecret: boolean
}

const takesJson = contractOperations.filter(({ body }) => body?.isForm === false)
const takesBody = contractOperations.filter(({ body }) => body !== undefined)
const fieldsOf = ({ body }: ContractOperation) => resolved(body?.schema ?? {}).properties ?? {}

const textInputs = contractOperations.flatMap((operation): TextInput[] => {
  const texts = (schemas: Record<string, Schema>, place: 'query' | 'body') =>
    Object.entries(schemas)
      .filter(([, schema]) => resolved(schema).type === 'string' && resolved(schema).format === undefined)
      .map(([name, schema]) => ({ operation, place, name, isSecret: resolved(schema).writeOnly === true }))
  return [
    ...(operation.path.includes('{id}') ? [{ operation, place: 'id' as const, name: 'id', isSecret: false }] : []),
    ...texts(operation.query, 'query'),
    ...texts(fieldsOf(operation), 'body'),
  ]
})

let samples = 0

/** A request that the contract allows, another one each time, with these fields in its body; forms edit what there is. */
function request(target: FuzzTarget, operation: ContractOperation, fields: Record<string, unknown> = {}): FuzzRequest {
  samples += 1
  const id = target.idsOf(operation.tag)[samples % 5] ?? '1'
  return {
    id,
    query: [],
    body: bodyOf(operation, fields, id),
    token: 'right',
    contentType: undefined,
    headers: {},
    address: `192.0.2.${samples % 250}`,
  }
}

function bodyOf({ body }: ContractOperation, fields: Record<string, unknown>, id: string): Body {
  if (body === undefined) return { kind: 'none' }
  const [valid] = fc.sample(validValues(body.schema), { numRuns: 1, seed: FUZZ_SEED + samples })
  const value: Record<string, unknown> = Object.fromEntries(
    Object.entries(valid as object).concat(Object.entries(fields)),
  )
  if (!body.isForm) return { kind: 'json', value }
  const texts = Object.entries<unknown>({ ...value, id }).filter(([, one]) => !isFile(one))
  return { kind: 'form', fields: texts.map(([name, one]): Field => [name, String(one)]) }
}

function requestWith(target: FuzzTarget, { operation, place, name }: TextInput, text: string): FuzzRequest {
  if (place === 'id') return { ...request(target, operation), id: encodeURIComponent(text) }
  if (place === 'query') return { ...request(target, operation), query: [[name, text]] }
  return request(target, operation, { [name]: text })
}

/** Sends every `step`th payload to each place, one later at each, so that each payload is sent to some. */
async function inject(target: FuzzTarget, step: number) {
  const problems: Record<string, string[]> = {}
  let sent = 0
  for (const [at, input] of textInputs.entries()) {
    await target.lookAround()
    // What is secret is hashed, which takes long, and never comes near an SQL text.
    const stride = input.isSecret ? step * 10 : step
    for (let index = at % stride; index < SQL_PAYLOADS.length; index += stride) {
      const payload = SQL_PAYLOADS[index] ?? ''
      const found = await target.attempt(input.operation, requestWith(target, input, payload))
      if (found.length > 0) problems[`${input.operation.id} ${input.name} ${payload}`] = found
      sent += 1
    }
  }
  return { problems, sent }
}

describe('SQL in a text', () => {
  it('is a text like any other, wherever it is sent', async () => {
    await using target = await fuzzTarget(startTestServer)
    const { problems, sent } = await inject(target, Math.max(1, Math.round(2 / rounds(1))))
    expect(problems).toEqual({})
    expect(sent).toBeGreaterThan(6000)
  })
})

onPostgres((start) => {
  it('SQL in a text is a text like any other, wherever it is sent', async () => {
    await using target = await fuzzTarget(start)
    const { problems, sent } = await inject(target, Math.max(1, Math.round(20 / rounds(1))))
    expect(problems).toEqual({})
    expect(sent).toBeGreaterThan(600)
  })
})

describe('a body', () => {
  it('with a field that the contract does not have is refused, whatever the field, and changes nothing', async () => {
    await using target = await fuzzTarget(startTestServer)
    await target.lookAround()
    const before = await databaseDigest(target.server.database, ['sessions', 'password_resets'])
    for (const operation of takesBody) {
      for (const name of STRANGE_NAMES.filter((one) => !Object.hasOwn(fieldsOf(operation), one))) {
        const strange = request(target, operation, Object.fromEntries([[name, 'admin']]))
        expect({ operation: operation.id, name, ...(await target.send(operation, strange)) }).toMatchObject({
          operation: operation.id,
          name,
          status: 400,
        })
      }
    }
    expect(await databaseDigest(target.server.database, ['sessions', 'password_resets'])).toBe(before)
  })

  it('is taken up to 64 KiB, and refused with 413 beyond', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of contractOperations.filter(
      ({ method, body }) => method !== 'GET' && body?.isForm !== true,
    )) {
      for (const [bytes, isTaken] of [
        [JSON_BYTES, true],
        [JSON_BYTES + 1, false],
        [JSON_BYTES * 20, false],
      ] as const) {
        const body: Body = { kind: 'bytes', bytes: Buffer.from(JSON.stringify('x'.repeat(bytes - 2))) }
        const { status } = await target.send(operation, { ...request(target, operation), body })
        expect({ operation: operation.id, bytes, isTaken: status !== 413 }).toEqual({
          operation: operation.id,
          bytes,
          isTaken,
        })
      }
    }
  })

  it('nested more than 32 deep is refused, and holds no other request up', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of takesJson) {
      for (const depth of [DEEPEST + 1, 1000, JSON_BYTES / 2 - 10]) {
        const bytes = Buffer.from(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
        const sent = { ...request(target, operation), body: { kind: 'bytes', bytes } as const }
        expect(await target.attempt(operation, sent)).toEqual([])
        // Most of these fields are refused for what they are, too.
        expect(await target.send(operation, sent)).toMatchObject({
          status: 400,
          body: expect.stringContaining('nested too deeply'),
        })
      }
    }
  })

  it('of the largest size and the worst content holds no other request up', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of takesJson) {
      for (const text of worstBodies(operation)) {
        const body: Body = { kind: 'bytes', bytes: Buffer.from(text).subarray(0, JSON_BYTES) }
        expect(await target.attempt(operation, { ...request(target, operation), body })).toEqual([])
      }
    }
  })
})

/** Bodies of 64 KiB that are the most work: many fields, many errors, long texts for each pattern, escapes. */
function worstBodies(operation: ContractOperation): string[] {
  const many = Array.from({ length: 7000 }, (_, at) => `"${at}":0`).join(',')
  const long = [
    ' '.repeat(65_000),
    'a'.repeat(65_000),
    '@'.repeat(65_000),
    'a@'.repeat(32_000),
    String.raw`\u0000`.repeat(10_000),
  ]
  return [
    `{${many}}`,
    `[${'{},'.repeat(20_000)}{}]`,
    ...Object.keys(fieldsOf(operation)).flatMap((name) => long.map((text) => `{"${name}":"${text.slice(0, 65_000)}"}`)),
    `{"${'_'.repeat(30_000)}proto__":1,"a":${'1'.repeat(30_000)}}`,
    `{${String.raw`"\u005f_proto__":1,`.repeat(3000)}"a":1}`,
  ]
}
