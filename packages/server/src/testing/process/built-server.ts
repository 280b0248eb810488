import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The file that `npm start` runs. It starts faster than the sources. */
export const builtServer = join(root, 'dist/main.js')

const OLD_NODE = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})"

/**
 * Returns arguments that make Node look too old for the server, whose entry then finds the Node of the project's scripts in
 * `checkout`, an empty folder.
 */
export function entryOnOldNode(checkout: string): string[] {
  const server = join(checkout, 'packages/server')
  const tools = join(checkout, '.cache/tools/node_modules/.bin')
  for (const folder of [join(server, 'bin'), tools]) mkdirSync(folder, { recursive: true })
  for (const file of ['bin/rapport-server.cjs', 'package.json']) copyFileSync(join(root, file), join(server, file))
  for (const name of ['src', 'dist', 'tsup.config.ts']) symlinkSync(join(root, name), join(server, name))
  symlinkSync(join(root, '../core'), join(checkout, 'packages/core'))
  symlinkSync(join(root, '../../pnpm-lock.yaml'), join(checkout, 'pnpm-lock.yaml'))
  symlinkSync(process.execPath, join(tools, 'node'))
  return ['--import', `data:text/javascript,${OLD_NODE}`, join(server, 'bin/rapport-server.cjs')]
}
