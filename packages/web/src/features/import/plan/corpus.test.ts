import { fetchRemote } from '@rapport/core/catalogue/plan/remote-records.ts'
import { formatLocation } from '@rapport/core/catalogue/read/row.ts'
import { createClient } from '@rapport/core/client/client.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import { expect, test } from 'vitest'
import { pngFile } from '#testing/image-files.ts'
import { parseFiles } from './import-files.ts'
import { browserImages, compareChosenImages } from './import-images.ts'
import { planImport } from './import-plan.ts'

/** Files with expected plans, which `rapport diff` must make too. */
const corpus = import.meta.glob<string>('../../../../../core/src/catalogue/corpus/*', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const texts = new Map(Object.entries(corpus).map(([path, text]) => [path.split('/').at(-1) ?? '', text]))
const server: Record<string, unknown> = JSON.parse(texts.get('server.json') ?? '{}')
const expected: Record<string, unknown> = JSON.parse(texts.get('expected.json') ?? '{}')

const client = createClient({
  baseUrl: 'http://rapport.test',
  getToken: () => 'token',
  fetch: async (request) =>
    Response.json({ code: 200, message: '', data: server[new URL(request.url).pathname.split('/').at(-1) ?? ''] }),
})

async function planFile(name: string) {
  const chosen = await parseFiles([new File([texts.get(name) ?? ''], name), pngFile('trust.png', { seed: 1 })])
  const remote = await fetchRemote(CATALOGUE, client)
  const { rows, fileIssues } = await planImport({
    files: chosen.files,
    corrections: new Map(),
    remote,
    compareImages: compareChosenImages(chosen.images, browserImages()),
  })
  const issues = [...rows.flatMap((row) => row.issues), ...fileIssues]
  return {
    changes: rows.flatMap(({ change }) =>
      change && change.action !== 'unchanged'
        ? [{ key: change.key, action: change.action, changes: change.differences }]
        : [],
    ),
    issues: issues.map((issue) => `${formatLocation(issue)}: ${issue.message}`).toSorted(),
  }
}

const names = [...texts.keys()].filter((name) => !['server.json', 'expected.json', 'unknown.csv'].includes(name))

test.each(names)('%s: plans the same changes as rapport diff', async (name) => {
  expect(await planFile(name)).toEqual(expected[name])
})
