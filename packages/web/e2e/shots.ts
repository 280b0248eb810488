/**
 * `npm run shots [-- NAME…]`: pictures of every screen and dialog, light and dark, at three widths, in
 * .cache/shots/NAME-SCHEME-WIDTH.png. For looking at, not for comparing: nothing fails but a screen that cannot be reached.
 */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { startTestServer } from '@rapport/server/testing'
import { prepare, scenes, type Scene } from './scenes.ts'

const OUT = path.resolve(import.meta.dirname, '../../../.cache/shots')
const WIDTHS = [390, 768, 1440]
const HEIGHTS: Record<number, number> = { 390: 844, 768: 1024, 1440: 900 }

const names = process.argv.slice(2)
const unknown = names.filter((name) => !scenes.some((scene) => scene.name === name))
const wanted = names.length === 0 ? scenes : scenes.filter(({ name }) => names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Choose from: ${scenes.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}

await using server = await startTestServer({
  demo: true,
  consoleDir: path.resolve(import.meta.dirname, '../dist'),
})
const origin = await server.listen()
const token = await server.signIn()

if (names.length === 0) rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    for (const scene of wanted) await shoot(browser, scene, colorScheme, width)
  }
}
await browser.close()
process.stdout.write(`${wanted.length * WIDTHS.length * 2} pictures in ${path.relative(process.cwd(), OUT)}\n`)

async function shoot(from: Browser, scene: Scene, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  const context = await from.newContext({
    baseURL: origin,
    colorScheme,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    reducedMotion: 'reduce',
  })
  const page: Page = await context.newPage()
  if (scene.isPublic !== true) {
    await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
  }
  await prepare(page, scene)
  await page.goto(scene.path)
  await scene.ready(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({
    path: path.join(OUT, `${scene.name}-${colorScheme}-${width}.png`),
    fullPage: scene.isWhole === true,
  })
  await context.close()
}
