import { expect } from 'vitest'
import { onEachEngine } from '#server/testing/database/on-each-engine.ts'
import { MAX_READS, MAX_WAITING } from './long-reads.ts'

onEachEngine(({ it }) => {
  it('refuses further long reads with 503 while the queue is full, and answers all other requests', async ({
    server,
    call,
  }) => {
    const busy = Promise.withResolvers<void>()
    const { longReads } = server.database
    const reads = Array.from({ length: MAX_READS + MAX_WAITING }, (_, index) =>
      longReads.run(() => busy.promise, { userId: index }),
    )
    const long = [
      'users?page=1&search=a',
      'trash',
      'trash?search=a',
      'history?actor=1&entity=user',
      'history?record_id=1',
    ]
    for (const path of long) {
      const { status, headers } = await call('GET', `/api/admin/${path}`)
      expect({ path, status, retry: headers.get('retry-after') }).toEqual({ path, status: 503, retry: '1' })
    }
    for (const path of ['users?page=1', 'categories', 'history', 'history?entity=user&record_id=1&limit=1']) {
      expect({ path, status: (await call('GET', `/api/admin/${path}`)).status }).toEqual({ path, status: 200 })
    }
    busy.resolve()
    await Promise.all(reads)
    for (const path of long) expect((await call('GET', `/api/admin/${path}`)).status).toBe(200)
  })
})
