/** `npm run shots`: finds a browser and has console and terminal browser, or the named screens, take their pictures. */
import { root } from './bootstrap.mjs'
import { browserEnv } from './browser.mjs'
import { run, stopOnSignals } from './process.mjs'

stopOnSignals()
const names = process.argv.slice(2)
const options = { cwd: root, env: { ...process.env, ...(await browserEnv()) } }
process.exitCode = await run(process.execPath, ['packages/web/e2e/shots.ts', ...names], options)
// It is part of the documents, which pictures of some screens leave alone.
if (names.length === 0 && process.exitCode === 0) {
  process.exitCode = await run(process.execPath, ['packages/cli/test/shots.ts'], options)
}
