/**
 * `npm run dev`: server, console and command-line tool, each rebuilt or restarted when its sources change. The console
 * is on Vite's port and hands /api and /media on to the server. Ctrl-C stops all; so does the end of one of them.
 */
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { run, stopChildren, stopOnSignals } from './process.mjs'

const PROCESSES = [
  { name: 'server', color: 35, cwd: '.', args: ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'] },
  { name: 'web', color: 36, cwd: 'packages/web', args: ['node_modules/vite/bin/vite.js'] },
  { name: 'cli', color: 33, cwd: 'packages/cli', args: ['node_modules/tsup/dist/cli-default.js', '--watch'] },
]

const paint = process.stdout.isTTY ? (color, text) => `\x1b[${color}m${text}\x1b[0m` : (_color, text) => text
const stopped = stopOnSignals()

async function keep({ name, color, cwd, args }) {
  const label = paint(color, name.padEnd(6))
  const onLine = (line) => console.log(`${label} ${line}`)
  // Vite's proxy expects the server on 4000.
  const env = { ...process.env, PORT: '4000' }
  const code = await run(process.execPath, args, { cwd: join(root, cwd), env, onLine })
  if (stopped.signal || process.exitCode) return
  process.exitCode = 1
  console.error(`${label} ended with exit code ${code}; stopping the others.`)
  stopChildren()
}

console.log(
  'Open http://localhost:5173, which follows your edits; the server on 4000 serves the console as last built.',
)
await Promise.all(PROCESSES.map(keep))
