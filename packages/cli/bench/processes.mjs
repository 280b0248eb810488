// Runs Node programs as processes and measures time and peak memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const binary = join(import.meta.dirname, '../bin/rapport.cjs')

/** Creates a folder for a benchmark's files, and a function that runs programs in it. */
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
    /** Returns milliseconds and MiB of a run that must exit with 0. */
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

/** Returns milliseconds of the fastest run and of the median. */
export function timesOf(runs) {
  const sorted = runs.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return { minimum: sorted[0], median: sorted[Math.floor(sorted.length / 2)] }
}

export function line(name, runs) {
  const { minimum, median } = timesOf(runs)
  const text = `${minimum.toFixed(0)} / ${median.toFixed(0)} ms`
  const peak = `${Math.max(...runs.map(({ mebibytes }) => mebibytes)).toFixed(0)} MiB at most`
  return `${name.padEnd(26)} ${text.padStart(16)}   ${peak}, n=${runs.length}\n`
}
