import { cleanup, render } from 'ink-testing-library'
import { afterEach, expect, test } from 'vitest'
import { allowColor } from './color.ts'
import { Progress } from './progress.tsx'

afterEach(cleanup)

test('the bar says in words what it shows', () => {
  // Workers are shared, and other tests draw in colours.
  allowColor(false)
  const { lastFrame } = render(<Progress label="Deleting users" total={40} finished={20} failed={3} />)
  expect(lastFrame()).toBe(`Deleting users ${'█'.repeat(12)}${'░'.repeat(12)} 20/40 3 failed`)
})
