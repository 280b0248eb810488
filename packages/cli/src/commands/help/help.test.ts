import { expect, test } from 'vitest'
import { buildProgram } from '#cli/program.ts'
import { runCli, systemOf } from '../../../test/run-cli.ts'

const nouns = buildProgram(systemOf({}), () => Promise.resolve()).commands.filter(({ commands }) => commands.length > 0)

test.each(nouns.map((command) => command.name()))('the help of %s fits a terminal of 80 by 24', async (noun) => {
  const { code, stdout } = await runCli(['help', noun])
  const lines = stdout.trimEnd().split('\n')
  expect(code).toBe(0)
  // The shell's prompt takes the last line.
  expect(lines.length).toBeLessThan(24)
  expect(lines.filter((line) => line.length > 80)).toEqual([])
})
