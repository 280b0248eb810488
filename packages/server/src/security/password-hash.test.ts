import { expect, it } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

it('makes dummy hashes of the same cost, always the same for one seed', async () => {
  const { dummyHash, isOutdated, verify } = createPasswordHasher()
  const hash = dummyHash('unknown')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(isOutdated(hash)).toBe(false)
  expect(await verify('', hash)).toBe(false)
  expect(dummyHash('unknown')).toBe(hash)
  expect(dummyHash('another')).not.toBe(hash)
})
