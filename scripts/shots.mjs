/** `npm run shots`: takes the pictures of all scenes of the console, or of the named ones. */
import { root } from './bootstrap.mjs'
import { browserEnv } from './browser.mjs'
import { run, stopOnSignals } from './process.mjs'

stopOnSignals()
const names = process.argv.slice(2)
const options = { cwd: root, env: { ...process.env, ...(await browserEnv()) } }
process.exitCode = await run(process.execPath, ['packages/web/e2e/shots.ts', ...names], options)
