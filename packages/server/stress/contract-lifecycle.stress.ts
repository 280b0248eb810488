import * as fc from 'fast-check'
import { operations } from '@rapport/core/api/operations.ts'
import { describe, expect, it } from 'vitest'
import { type ContractOperation, contractOperations, resolved, tagOfId } from '#server/testing/contract/contract.ts'
import type { Body, Field, FuzzRequest } from '#server/testing/contract/contract-requests.ts'
import { FUZZ_SEED, type FuzzTarget, fuzzTarget } from '#server/testing/contract/fuzz-target.ts'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { isFile, validValues } from '#server/testing/contract/schema-values.ts'
import { rounds } from '#server/testing/rounds.ts'

interface Row {
  id: number
  [field: string]: unknown
}

/** What can be deleted, with the calls that list it, make it and change it, as far as there are any. */
interface Resource {
  tag: string
  list: ContractOperation
  remove: ContractOperation
  create: ContractOperation | undefined
  update: ContractOperation | undefined
}

const resources = contractOperations
  .filter(({ id, method }) => method === 'DELETE' && operations[id].extension === undefined)
  .map((remove): Resource => {
    const { tag, path } = remove
    const collection = path.replace('/{id}', '')
    const create = contractOperations.find((one) => one.method === 'POST' && one.path === collection)
    const put = contractOperations.find((one) => one.method === 'PUT' && one.path === path)
    const list = contractOperations.find((one) => one.method === 'GET' && one.tag === tag)
    if (list === undefined) throw new Error(`Nothing lists ${tag}.`)
    const editsById = create !== undefined && 'id' in (resolved(create.body?.schema ?? {}).properties ?? {})
    return { tag, list, remove, create, update: put ?? (editsById ? create : undefined) }
  })

let samples = 0

/** What the contract allows to be sent, with ids of what there is, and a file wherever one can be. */
function sample(target: FuzzTarget, operation: ContractOperation): Record<string, unknown> {
  samples += 1
  const schema = resolved(operation.body?.schema ?? {})
  const whole = { ...schema, required: Object.keys(schema.properties ?? {}) }
  const [value] = fc.sample(validValues(whole), { numRuns: 1, seed: FUZZ_SEED + samples })
  const fields = Object.entries(value as object).map(([name, one]): [string, unknown] => {
    const tag = tagOfId(operation, name)
    return [name, tag === undefined ? one : Number(target.idsOf(tag).at(-1))]
  })
  return Object.fromEntries(fields.filter(([name]) => name !== 'id'))
}

function requestOf(operation: ContractOperation, value: Record<string, unknown>, id?: number): FuzzRequest {
  const inPath = operation.path.includes('{id}')
  const sent = id === undefined || inPath || operation.body === undefined ? value : { ...value, id }
  const fields = Object.entries(sent).map(([name, one]): Field => [name, isFile(one) ? one : String(one)])
  const body: Body =
    operation.body === undefined
      ? { kind: 'none' }
      : operation.body.isForm
        ? { kind: 'form', fields }
        : { kind: 'json', value: sent }
  const common = { query: [], token: 'right', contentType: undefined, headers: {}, address: '192.0.2.1' } as const
  return { ...common, id: String(id), body, query: [] }
}

async function rowsOf(target: FuzzTarget, { list }: Resource): Promise<Row[]> {
  const { body } = await target.send(list, requestOf(list, {}))
  const { data } = JSON.parse(body) as { data: Row[] | Record<string, Row[]> }
  return Array.isArray(data) ? data : (Object.values(data)[0] ?? [])
}

/** Sends samples until one is taken: not every rule is one of the contract's. */
async function saved(target: FuzzTarget, operation: ContractOperation, id?: number): Promise<Record<string, unknown>> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = sample(target, operation)
    const { status } = await target.send(operation, requestOf(operation, value, id))
    if (status < 300) return value
    expect([409, 422, 413]).toContain(status)
  }
  throw new Error(`${operation.id} takes nothing.`)
}

/** Whether a row holds what was sent; blanks around a name and the kinds of line breaks of a form are not kept. */
function holds(row: Row | undefined, value: Record<string, unknown>): void {
  const plain = (one: unknown) => String(one).trim().replaceAll('\r\n', '\n')
  for (const [name, sent] of Object.entries(value)) {
    if (isFile(sent)) expect(row?.[name]).toMatch(/^\/media\/[0-9a-f]{64}\.(?:png|jpg|svg)$/)
    else expect({ [name]: plain(row?.[name]) }).toEqual({ [name]: plain(sent) })
  }
}

async function live(target: FuzzTarget, resource: Resource): Promise<void> {
  const { create, update, remove } = resource
  await target.lookAround()
  const before = await rowsOf(target, resource)
  const known = new Set(before.map(({ id }) => id))
  const others = async () => (await rowsOf(target, resource)).filter(({ id }) => known.has(id))
  const own = async () => (await rowsOf(target, resource)).filter(({ id }) => !known.has(id))

  const made = create && (await saved(target, create))
  if (made === undefined) await target.server.addUser({ first_name: 'Lives' })
  const [row, ...more] = await own()
  expect(more).toEqual([])
  if (row === undefined) throw new Error(`${resource.tag} were not made.`)
  if (made) holds(row, made)

  const changed = update && (await saved(target, update, row.id))
  if (changed) holds((await own())[0], changed)
  expect(await others()).toEqual(before)

  expect(await target.send(remove, requestOf(remove, {}, row.id))).toMatchObject({ status: 200 })
  expect(await rowsOf(target, resource)).toEqual(before)

  for (const operation of [remove, update].filter((one) => one !== undefined)) {
    const answers = await Promise.all(
      [row.id, row.id, 2 ** 31 - 1, 2 ** 40].map((id) =>
        target.send(operation, requestOf(operation, changed ?? {}, id)),
      ),
    )
    const seen = new Set(answers.map(({ status, body }) => `${status} ${body.replace(/"request_id":"[^"]+"/, '')}`))
    expect([...seen]).toEqual([expect.stringMatching(/^404 /)])
  }
  expect(await rowsOf(target, resource)).toEqual(before)
}

onEachEngine((start) => {
  describe(`is made, changed, deleted and then gone (RAPPORT_FUZZ_SEED=${FUZZ_SEED})`, () => {
    it.each(resources)('one of the $tag', async (resource) => {
      expect.hasAssertions()
      await using target = await fuzzTarget(start)
      for (let round = 0; round < rounds(10); round += 1) await live(target, resource)
    })
  })
})
