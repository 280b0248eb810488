/**
 * Finds a Chromium for the tests, or installs one into the checkout without root. Order: $CHROMIUM_PATH, Playwright's
 * download, Chromium or Chrome on the PATH (headless first), a portable build from npm (linux-x64), else Playwright's
 * download now.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { SetupError, cache, installPackages, progress, root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'
import { capture } from './process.mjs'

const PORTABLE = '@sparticuz/chromium@153.0.0'
/** Headless shell first: journeys take a third less time with it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The portable build's own file has paths of AWS Lambda; here the fonts are beside it. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`

/**
 * Resolves with CHROMIUM_PATH and, for the portable build, the paths of libraries and fonts. Throws `SetupError` if there
 * is no browser and none can be installed.
 */
export async function browserEnv() {
  const { CHROMIUM_PATH: chosen, PATH = '' } = process.env
  if (chosen) {
    if (!existsSync(chosen)) throw new SetupError(`There is no browser at CHROMIUM_PATH=${chosen}.`)
    return { CHROMIUM_PATH: chosen }
  }
  const candidates = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const found = [chromium.executablePath(), ...candidates].find((file) => existsSync(file))
  if (found) return { CHROMIUM_PATH: found }
  if (process.platform === 'linux' && process.arch === 'x64') return withLock(cache, portableBrowser)
  return downloadedBrowser()
}

async function portableBrowser() {
  const folder = join(cache, 'chromium')
  const unpacked = join(folder, 'unpacked')
  const marker = join(folder, PORTABLE.split('@').at(-1))
  if (!existsSync(marker)) {
    progress('Installing a browser for the tests …')
    await installPackages(folder, [PORTABLE])
    await unpack(join(folder, 'node_modules/@sparticuz/chromium'), unpacked)
    writeFileSync(marker, '')
  }
  return {
    CHROMIUM_PATH: join(unpacked, 'chromium'),
    FONTCONFIG_PATH: join(unpacked, 'fonts'),
    LD_LIBRARY_PATH: [join(unpacked, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  }
}

/** The package unpacks into the temporary folder, which is therefore set to ours. */
async function unpack(packageFolder, target) {
  const { inflate } = await import(pathToFileURL(join(packageFolder, 'build/index.js')).href)
  mkdirSync(target)
  const usual = process.env.TMPDIR
  process.env.TMPDIR = target
  try {
    const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']
    await Promise.all(archives.map((name) => inflate(join(packageFolder, 'bin', name))))
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
  writeFileSync(join(target, 'fonts/fonts.conf'), FONTS_CONF)
}

async function downloadedBrowser() {
  progress('Downloading a browser for the tests …')
  const cli = join(root, 'node_modules/playwright/cli.js')
  const { code, output } = await capture(process.execPath, [cli, 'install', 'chromium'], { cwd: root })
  if (code !== 0) throw new SetupError('Playwright could not download a browser; set CHROMIUM_PATH.', output)
  return { CHROMIUM_PATH: chromium.executablePath() }
}
