import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { configFolder } from './run-cli.ts'
import { temporaryFolder } from './temporary-folder.ts'

const root = join(import.meta.dirname, '../..')
export const binary = join(root, 'bin/rapport.cjs')

/** Starts the built binary with only PATH of this process's environment. */
export function startBinary(argv: readonly string[], env: NodeJS.ProcessEnv) {
  return withEnd(spawn(process.execPath, [binary, ...argv], { env: environment(env) }))
}

const OLD_NODE = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})"

/** Starts the binary in its own checkout on a Node that is too old, beside the Node that the project's scripts install. */
export function startOnOldNode(argv: readonly string[], env: NodeJS.ProcessEnv) {
  const checkout = temporaryFolder()
  const cli = join(checkout, 'packages/cli')
  const tools = join(checkout, '.cache/tools/node_modules/.bin')
  for (const folder of [join(cli, 'bin'), tools]) mkdirSync(folder, { recursive: true })
  for (const file of ['bin/rapport.cjs', 'package.json']) copyFileSync(join(root, file), join(cli, file))
  symlinkSync(join(root, 'dist'), join(cli, 'dist'))
  symlinkSync(process.execPath, join(tools, 'node'))
  const words = ['--import', `data:text/javascript,${OLD_NODE}`, join(cli, 'bin/rapport.cjs'), ...argv]
  // In its own process group, as a shell would start it.
  return withEnd(spawn(process.execPath, words, { env: environment(env), detached: true }))
}

function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], RAPPORT_CONFIG_DIR: configFolder(), ...env }
}

function withEnd(child: ChildProcessWithoutNullStreams) {
  const ended = Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: Number(code) }),
  )
  return { child, ended }
}
