import { describe, expect, it } from 'vitest'
import { type ContractOperation, contractOperations, resolved } from '#server/testing/contract/contract.ts'
import type { FuzzRequest } from '#server/testing/contract/contract-requests.ts'
import { fuzzTarget } from '#server/testing/contract/fuzz-target.ts'
import { startTestServer } from '#server/testing/start.ts'

const JSON_BYTES = 64 * 1024
const MAX_DEPTH = 32

const takesNoForm = contractOperations.filter(({ method, body }) => method !== 'GET' && body?.isForm !== true)
const takesJson = contractOperations.filter(({ body }) => body?.isForm === false)

let addresses = 0

/** Makes a request with this body from a new address, so that no request is limited by another. */
function request(text: string): FuzzRequest {
  addresses += 1
  return {
    id: '1',
    query: [],
    body: { kind: 'bytes', bytes: Buffer.from(text) },
    token: 'right',
    contentType: undefined,
    headers: {},
    address: `192.0.2.${addresses % 250}`,
  }
}

describe('a body', () => {
  it('is accepted up to 64 KiB, and refused with 413 beyond', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of takesNoForm) {
      for (const [bytes, isTaken] of [
        [JSON_BYTES, true],
        [JSON_BYTES + 1, false],
        [JSON_BYTES * 20, false],
      ] as const) {
        const { status } = await target.send(operation, request(`"${'x'.repeat(bytes - 2)}"`))
        expect({ operation: operation.id, bytes, isTaken: status !== 413 }).toEqual({
          operation: operation.id,
          bytes,
          isTaken,
        })
      }
    }
  })

  it('is refused if nested more than 32 deep, without delaying other requests', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of takesJson) {
      for (const depth of [MAX_DEPTH + 1, 1000, JSON_BYTES / 2 - 10]) {
        const sent = request(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)
        expect(await target.attempt(operation, sent)).toEqual([])
        // Most of these fields are invalid in other ways too.
        expect(await target.send(operation, sent)).toMatchObject({
          status: 400,
          body: expect.stringContaining('nested too deeply'),
        })
      }
    }
  })

  it('does not delay other requests, whatever its size and content', async () => {
    await using target = await fuzzTarget(startTestServer)
    for (const operation of takesJson) {
      for (const text of worstBodies(operation)) {
        expect(await target.attempt(operation, request(text))).toEqual([])
      }
    }
  })
})

/** Bodies of 64 KiB that take the most work: many fields, errors, long texts for each pattern, escapes. */
function worstBodies({ body }: ContractOperation): string[] {
  const long = [
    ' '.repeat(65_000),
    'a'.repeat(65_000),
    '@'.repeat(65_000),
    'a@'.repeat(32_000),
    String.raw`\u0000`.repeat(10_000),
  ]
  const names = Object.keys(resolved(body?.schema ?? {}).properties ?? {})
  return [
    `{${Array.from({ length: 7000 }, (_, at) => `"${at}":0`).join(',')}}`,
    `[${'{},'.repeat(20_000)}{}]`,
    ...names.flatMap((name) => long.map((text) => `{"${name}":"${text.slice(0, 65_000)}"}`)),
    `{"${'_'.repeat(30_000)}proto__":1,"a":${'1'.repeat(30_000)}}`,
    `{${String.raw`"\u005f_proto__":1,`.repeat(3000)}"a":1}`,
  ]
}
