import { cleanup, render } from 'ink-testing-library'
import { afterEach, expect, test } from 'vitest'
import { allowColor } from './color.ts'
import { Progress } from './progress.tsx'

afterEach(cleanup)

test('shows the progress in words too', () => {
  // Tests share workers, and others turn colours on.
  allowColor(false)
  const { lastFrame } = render(<Progress label="Deleting users" total={40} finished={20} failed={3} />)
  expect(lastFrame()).toBe(`Deleting users ${'█'.repeat(12)}${'░'.repeat(12)} 20/40 3 failed`)
})
