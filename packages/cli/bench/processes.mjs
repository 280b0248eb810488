// Runs Node programs as processes of their own and measures them from outside: time from start to end, and peak memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const binary = join(import.meta.dirname, '../bin/rapport.cjs')

/** A folder for the files of a benchmark, and a way to run programs that write their output there. */
export function openBench() {
  const folder = mkdtempSync(join(tmpdir(), 'rapport-bench-'))
  const hook = join(folder, 'peak.cjs')
  const peakFile = join(folder, 'peak')
  writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peakFile)}, String(process.resourceUsage().maxRSS)))`,
  )
  return {
    folder,
    file(name, text) {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    },
    /** Milliseconds and MiB of a run that has to end with 0. */
    async measure(argv, env) {
      const output = openSync(join(folder, 'output'), 'w')
      const errors = openSync(join(folder, 'errors'), 'w')
      const started = performance.now()
      const child = spawn(process.execPath, ['--require', hook, ...argv], {
        env: { PATH: process.env.PATH, RAPPORT_CONFIG_DIR: join(folder, 'config'), ...env },
        stdio: ['ignore', output, errors],
      })
      const [code] = await once(child, 'exit')
      const milliseconds = performance.now() - started
      closeSync(output)
      closeSync(errors)
      if (code !== 0)
        throw new Error(`${argv.join(' ')} ended with ${code}: ${readFileSync(join(folder, 'errors'), 'utf8')}`)
      return { milliseconds, mebibytes: Number(readFileSync(peakFile, 'utf8')) / 1024 }
    },
    output: () => readFileSync(join(folder, 'output'), 'utf8'),
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** Milliseconds of the fastest run and of the middle one. */
export function timesOf(runs) {
  const sorted = runs.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return { minimum: sorted[0], median: sorted[Math.floor(sorted.length / 2)] }
}

/** One line of figures. */
export function line(name, runs) {
  const { minimum, median } = timesOf(runs)
  const text = `${minimum.toFixed(0)} / ${median.toFixed(0)} ms`
  const peak = `${Math.max(...runs.map(({ mebibytes }) => mebibytes)).toFixed(0)} MiB at most`
  return `${name.padEnd(26)} ${text.padStart(16)}   ${peak}, n=${runs.length}\n`
}
