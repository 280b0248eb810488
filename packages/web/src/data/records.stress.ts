import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@rapport/core/client/client.ts'
import { MergeError } from '@rapport/core/client/merge-error.ts'
import { listRecords } from '@rapport/core/client/records.ts'
import { saveRecord } from '@rapport/core/client/save-record.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Position } from '@rapport/core/entities/positions/position.ts'
import { formOf } from '@rapport/server/form'
import { onPostgres } from '@rapport/server/on-each-engine'
import { rounds } from '@rapport/server/rounds'
import { expect } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'

const ROUNDS = rounds(200)
const TEXTS = ['benefits', 'tips', 'challenges', 'safety_tips'] as const
const IMAGE = 'sub_cat_image'
const EDITORS = [0, 1] as const

type Edits = Partial<Record<(typeof TEXTS)[number], string> & { [IMAGE]: File }>

const oneIn = (count: number) => Math.floor(Math.random() * count) === 0

// PostgreSQL runs the two transactions concurrently; SQLite has one writer.
onPostgres(({ it }) => {
  it(`loses no edit silently when two editors save at the same time, ${ROUNDS} times`, async ({ server }) => {
    const token = await server.signIn()
    const { fetch } = server
    const client = createClient({ baseUrl: server.baseUrl, fetch, getToken: () => token })
    const post = (path: string, fields: Parameters<typeof formOf>[0]) =>
      callApi({ ...server, token }, `POST ${path}`, formOf(fields))
    const category = await post('category', { category_name: 'Trust', category_image: pngFile('a.png') })
    await post('subcategory', { category_id: category.id, subcategory_name: 'Nod', [IMAGE]: pngFile('a.png') })
    const readPosition = async () => {
      const [record] = await listRecords(client, positionEntity)
      if (record === undefined) throw new Error('There is no position.')
      return record
    }

    /** Saves these edits, and picks one of the two values at each conflict. Returns the choices by field. */
    async function edit(record: Position, edits: Edits): Promise<Map<string, 'mine' | 'theirs'>> {
      const base: Record<string, unknown> = { ...record }
      const remaining: Record<string, unknown> = { ...edits }
      const answers = new Map<string, 'mine' | 'theirs'>()
      for (;;) {
        try {
          await saveRecord(client, positionEntity, { record, base, edits: remaining })
          return answers
        } catch (error) {
          if (!(error instanceof MergeError) || error.reason !== 'conflict') throw error
          for (const field of error.fields) {
            const answer = oneIn(2) ? 'mine' : 'theirs'
            answers.set(field, answer)
            base[field] = error.theirs[field]
            if (answer === 'theirs') remaining[field] = undefined
          }
        }
      }
    }

    let asked = 0
    let merged = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await readPosition()
      const edits = EDITORS.map((editor): Edits => {
        const texts = TEXTS.filter(() => oneIn(2)).map((field) => [field, `${editor} in round ${round}`])
        const image = oneIn(10) ? { [IMAGE]: pngFile('b.png', { seed: 2 + ((2 * round + editor) % 250) }) } : {}
        return { ...Object.fromEntries(texts), ...image }
      })
      const answers = await Promise.all(
        EDITORS.map(async (editor) => {
          await wait(Math.random() * 4)
          return edit(before, edits[editor] ?? {})
        }),
      )
      const after = await readPosition()
      for (const field of [...TEXTS, IMAGE] as const) {
        const editors = EDITORS.filter((editor) => field in (edits[editor] ?? {}))
        const askedEditors = EDITORS.filter((editor) => answers[editor]?.has(field))
        // If both edited the field, the second to save is asked.
        expect(askedEditors, `who is asked about ${field} in round ${round}`).toHaveLength(editors.length === 2 ? 1 : 0)
        if (field === IMAGE) continue
        const [second] = askedEditors
        const winner = second === undefined ? editors[0] : answers[second]?.get(field) === 'mine' ? second : 1 - second
        expect(after[field] ?? '').toBe(winner === undefined ? (before[field] ?? '') : `${winner} in round ${round}`)
        asked += askedEditors.length
        merged += editors.length === 1 ? 1 : 0
      }
      expect(after[IMAGE] !== before[IMAGE]).toBe(edits.some((edited) => IMAGE in edited))
    }
    expect(asked).toBeGreaterThan(0)
    expect(merged).toBeGreaterThan(0)
  })
})
