/**
 * Takes the pictures of the explorer in README.md: the built tool in a pseudo-terminal, rendered by a web
 * browser.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestServer } from '@rapport/server/testing'
import { SerializeAddon } from '@xterm/addon-serialize'
// A CommonJS package whose named exports Node does not detect.
import xterm from '@xterm/headless'
import { chromium } from 'playwright'
import sharp from 'sharp'

const COLUMNS = 100
const ROWS = 30
// No gap between rows, so that bars are solid.
const STYLE =
  'pre { display: inline-block; margin: 0; padding: 12px 16px; background: #fff } pre div { font: 14px/16px monospace }'
const ROOT = path.resolve(import.meta.dirname, '../../..')
/** File name, key that opens the tab, and a text on it. */
const SHOTS = [
  ['terminal-dashboard', '0', /Basic Users/],
  ['terminal-users', '1', /of 249/],
] as const

await using server = await startTestServer({ demo: true })
const folder = mkdtempSync(path.join(tmpdir(), 'rapport-shots-'))
const env = {
  PATH: process.env['PATH'],
  TERM: 'xterm-256color',
  SHELL: '/bin/sh',
  RAPPORT_CONFIG_DIR: folder,
  RAPPORT_API_URL: await server.listen(),
  RAPPORT_TOKEN: await server.signIn(),
}
const tool = `stty rows ${ROWS} cols ${COLUMNS}; exec '${process.execPath}' '${ROOT}/packages/cli/bin/rapport.cjs'`
const child = spawn('script', ['-qefc', tool, '/dev/null'], { env })
const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true })
const serializer = new SerializeAddon()
terminal.loadAddon(serializer)
child.stdout.setEncoding('utf8').on('data', (part: string) => terminal.write(part))

const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium' })
const page = await browser.newPage({ deviceScaleFactor: 2 })
for (const [name, key, expectedScreen] of SHOTS) {
  child.stdin.write(key)
  while (!expectedScreen.test(serializer.serialize())) await delay(50)
  await page.setContent(`<style>${STYLE}</style>${serializer.serializeAsHTML()}`)
  const picture = await page.locator('pre').screenshot()
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(path.join(ROOT, `docs/pictures/${name}.png`))
}
child.stdin.write('q')
await once(child, 'close')
await browser.close()
rmSync(folder, { recursive: true })
