import { ApiError } from '@rapport/core/api/api-error.ts'
import { expect, test } from 'vitest'
import { describeError, interruptedError } from './errors.ts'

const reportOf = (error: ApiError) => describeError(error).report

test('the hint does not repeat the message', () => {
  const unreadable = new ApiError('bad_response', '"file:///x" is not an address of an image.')
  expect(reportOf(unreadable)).toMatchObject({
    message: unreadable.message,
    hint: expect.not.stringContaining(unreadable.message),
  })
  const text = 'Name is taken.'
  const refused = new ApiError('status', text, { status: 422, fields: { name: text } })
  expect(reportOf(refused)).toMatchObject({ message: text, hint: null })
})

test.each(['network', 'timeout'] as const)(
  'says that a deletion may have been made if Ctrl-C follows a %s error',
  (kind) => {
    const duringDelete = new ApiError(kind, 'no', { operation: 'deleteProduct' })
    expect(interruptedError(duringDelete).message).toBe(
      'Interrupted before the server responded. The change may have been made.',
    )
  },
)

test('says that a save may have been done after a 503', () => {
  const { hint } = reportOf(new ApiError('status', 'Busy.', { status: 503, operation: 'saveCategory' }))
  expect(hint).toContain('It may have been saved: check')
})

test('the hint adds what the message leaves out', () => {
  const unreadable = new ApiError('bad_response', 'The response is not JSON.', { operation: 'listUsers' })
  expect(reportOf(unreadable).hint).toContain(unreadable.message)
  const refused = new ApiError('status', 'No.', { status: 422, fields: { name: 'Too long.' } })
  expect(reportOf(refused).hint).toBe('name: Too long.')
})
