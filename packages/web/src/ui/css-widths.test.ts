import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The widths of ui/tokens.css. */
const STEPS = new Set(['30rem', '40rem', '48rem', '64rem', '80rem', '90rem'])

test('media and container rules have one of six widths, in range syntax', () => {
  const src = path.resolve(import.meta.dirname, '..')
  const wrong = globSync('**/*.css', { cwd: src }).flatMap((file) =>
    (readFileSync(path.join(src, file), 'utf8').match(/@(?:media|container)[^{]*/g) ?? [])
      .filter((rule) => /(?:max|min)-width/.test(rule) || widths(rule).some((width) => !STEPS.has(width)))
      .map((rule) => `${file}: ${rule.trim()}`),
  )
  expect(wrong).toEqual([])
})

/** Returns the lengths that a rule compares the width with. */
const widths = (rule: string): string[] =>
  [...rule.matchAll(/([\d.]+\w+) *<=? *width|width *[<>]=? *([\d.]+\w+)/g)].flatMap(([, before, after]) =>
    [before, after].filter((width) => width !== undefined),
  )
