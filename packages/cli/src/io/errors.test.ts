import { ApiError } from '@rapport/core/api/api-error.ts'
import { expect, test } from 'vitest'
import { describeError, interrupted } from './errors.ts'

const hintOf = (error: ApiError) => describeError(error).report

test('the hint does not repeat the message', () => {
  const odd = new ApiError('bad_response', '"file:///x" is no address of an image.')
  expect(hintOf(odd)).toMatchObject({ message: odd.message, hint: expect.not.stringContaining(odd.message) })
  const text = 'Name is taken.'
  const refused = new ApiError('status', text, { status: 422, fields: { name: text } })
  expect(hintOf(refused)).toMatchObject({ message: text, hint: null })
})

test.each(['network', 'timeout'] as const)(
  'an interrupted %s of a deletion says that it may have been done',
  (kind) => {
    const during = new ApiError(kind, 'no', { operation: 'deleteProduct' })
    expect(interrupted(during).message).toBe('Interrupted before the server responded. The change may have been made.')
  },
)

test('a save that is refused with 503 may have been done', () => {
  const { hint } = hintOf(new ApiError('status', 'Busy.', { status: 503, operation: 'saveCategory' }))
  expect(hint).toContain('It may have been saved: check')
})

test('the hint says what the message leaves out', () => {
  const odd = new ApiError('bad_response', 'The answer is no JSON.', { operation: 'listUsers' })
  expect(hintOf(odd).hint).toContain(odd.message)
  const refused = new ApiError('status', 'No.', { status: 422, fields: { name: 'Too long.' } })
  expect(hintOf(refused).hint).toBe('name: Too long.')
})
