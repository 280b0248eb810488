/**
 * `npm run shots [-- NAME…]` takes pictures of every screen and dialog, light and dark, at five widths, into
 * .cache/shots/NAME-SCHEME-WIDTH.png, with an index.html that shows them together. It compares nothing and fails only if
 * a screen cannot be reached. Without names, it also renews the pictures in the documents.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { startTestServer } from '@rapport/server/testing'
import pMap from 'p-map'
import sharp from 'sharp'
import { prepare, scenes, type Scene } from './support/scenes.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const OUT = path.join(ROOT, '.cache/shots')
const SCHEMES = ['light', 'dark'] as const
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1100, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const
/** Names of the pictures in README.md. */
const DOCUMENTED = ['dashboard-light-1440', 'users-light-1440', 'positions-dark-1440']

const names = process.argv.slice(2)
const unknown = names.filter((name) => !scenes.some((scene) => scene.name === name))
const selected = names.length === 0 ? scenes : scenes.filter(({ name }) => names.includes(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(', ')}. Choose from: ${scenes.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}

await using server = await startTestServer({ demo: true, consoleDir: path.join(ROOT, 'packages/web/dist') })
const origin = await server.listen()
const token = await server.signIn()

if (names.length === 0) rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
const shots = SIZES.flatMap((size) =>
  selected.filter(({ widths }) => widths?.includes(size.width) !== false).map((scene) => ({ scene, size })),
)
// Most of the time is spent waiting, so pictures are taken in parallel.
await pMap(shots, ({ scene, size }) => shoot(scene, size), { concurrency: 2 * availableParallelism() })
await browser.close()
writeIndex()
if (names.length === 0) await renewDocuments()
process.stdout.write(`The pictures are in ${path.relative(process.cwd(), OUT)}; index.html shows them together.\n`)

async function shoot(scene: Scene, size: (typeof SIZES)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    reducedMotion: 'reduce',
    // Touch devices have no hover.
    hasTouch: size.width < 1000,
    isMobile: size.width < 1000,
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    if (scene.isPublic !== true) {
      await page.addInitScript((value) => localStorage.setItem('authToken', value), token)
    }
    await prepare(page, scene)
    await page.goto(scene.path)
    await scene.ready(page)
    await page.evaluate(async () => {
      await document.fonts.ready
      await Promise.all(
        [...document.images].map(async (image) => {
          image.loading = 'eager'
          // A broken image may be part of the scene.
          await image.decode().catch(() => undefined)
        }),
      )
    })
    if (scene.isFullPage === true) {
      // A window as high as the page keeps fixed elements at its edges, unlike a full-page screenshot.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
    }
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(OUT, `${scene.name}-${colorScheme}-${size.width}.png`) })
    }
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${scene.name} at ${size.width} px: ${String(error)}\n`)
  } finally {
    await context.close()
  }
}

/** Writes index.html with a row for each scene. Each picture links to its full size. */
function writeIndex(): void {
  const drawn = new Set(readdirSync(OUT))
  const rows = scenes.flatMap(({ name }) => {
    const files = SCHEMES.flatMap((scheme) => SIZES.map(({ width }) => `${name}-${scheme}-${width}.png`))
    const pictures = files
      .filter((file) => drawn.has(file))
      .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" title="${file}" loading="lazy"></a>`)
    return pictures.length === 0 ? [] : [`<h2 id="${name}">${name}</h2><div>${pictures.join('')}</div>`]
  })
  writeFileSync(
    path.join(OUT, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Rapport's screens</title>
<style>
  body { font: 14px system-ui; background: #888 }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 8px }
  img { display: block; height: 300px }
</style>
${rows.join('\n')}
`,
  )
}

/** Saves the README's pictures with 256 colours, a third of the bytes. */
async function renewDocuments(): Promise<void> {
  for (const name of DOCUMENTED) {
    await sharp(path.join(OUT, `${name}.png`))
      .png({ palette: true, effort: 10 })
      .toFile(path.join(ROOT, `docs/pictures/${name.replace('-light-1440', '').replace('-1440', '')}.png`))
  }
}
