/** `npm run shots`: takes the pictures of console and explorer, or of the named scenes. */
import { root } from './bootstrap.mjs'
import { browserEnv } from './browser.mjs'
import { run, stopOnSignals } from './process.mjs'

stopOnSignals()
const names = process.argv.slice(2)
const options = { cwd: root, env: { ...process.env, ...(await browserEnv()) } }
process.exitCode = await run(process.execPath, ['packages/web/e2e/shots.ts', ...names], options)
// The picture of the explorer is part of the documents, so it is taken only with all scenes.
if (names.length === 0 && process.exitCode === 0) {
  process.exitCode = await run(process.execPath, ['packages/cli/test/shots.ts'], options)
}
