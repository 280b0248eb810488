/** `npm run shots`: finds a browser and has packages/web/e2e/shots.ts take its pictures. */
import { root } from './bootstrap.mjs'
import { browserEnv } from './browser.mjs'
import { run, stopOnSignals } from './process.mjs'

stopOnSignals()
process.exitCode = await run(process.execPath, ['packages/web/e2e/shots.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...(await browserEnv()) },
})
