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

const PORTABLE_PACKAGE = '@sparticuz/chromium@153.0.0'
/** In order of preference: journeys take a third less time in the headless shell. */
const EXECUTABLES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The portable build's own file has paths of AWS Lambda; here the fonts are beside it. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`

/** Programs that journeys in other engines need, in the order of preference; Debian has all of them. */
const ENGINES = {
  firefox: { label: 'Firefox', programs: [['firefox-esr', 'firefox']] },
  webkit: { label: 'WebKit', programs: [['WebKitWebDriver'], ['Xvfb'], ['setpriv']] },
}

const executables = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((file) => existsSync(file))

/** Returns the installed engines besides Chromium, and a line for each that is missing. */
export function findEngines() {
  const missing = Object.entries(ENGINES).map(([name, { label, programs }]) => {
    const names = programs.filter((alternatives) => executables(alternatives).length === 0).map(([first]) => first)
    return { name, names, line: `The journeys in ${label} are skipped: there is no ${names.join(', no ')}.` }
  })
  return {
    installed: missing.filter(({ names }) => names.length === 0).map(({ name }) => name),
    skipped: missing.filter(({ names }) => names.length > 0).map(({ line }) => line),
    env: { FIREFOX_PATH: executables(ENGINES.firefox.programs[0])[0] },
  }
}

/**
 * Resolves with CHROMIUM_PATH and, for the portable build, the paths of libraries and fonts. Throws `SetupError` if there
 * is no browser and none can be installed.
 */
export async function browserEnv() {
  const { CHROMIUM_PATH: chromiumPath } = process.env
  if (chromiumPath) {
    if (!existsSync(chromiumPath)) throw new SetupError(`There is no browser at CHROMIUM_PATH=${chromiumPath}.`)
    return { CHROMIUM_PATH: chromiumPath }
  }
  const installedBrowser = [chromium.executablePath(), ...executables(EXECUTABLES)].find((file) => existsSync(file))
  if (installedBrowser) return { CHROMIUM_PATH: installedBrowser }
  if (process.platform === 'linux' && process.arch === 'x64') return withLock(cache, installPortableBrowser)
  return downloadBrowser()
}

async function installPortableBrowser() {
  const folder = join(cache, 'chromium')
  const target = join(folder, 'unpacked')
  const marker = join(folder, PORTABLE_PACKAGE.split('@').at(-1))
  if (!existsSync(marker)) {
    progress('Installing a browser for the tests …')
    await installPackages(folder, [PORTABLE_PACKAGE])
    await unpack(join(folder, 'node_modules/@sparticuz/chromium'), target)
    writeFileSync(marker, '')
  }
  return {
    CHROMIUM_PATH: join(target, 'chromium'),
    FONTCONFIG_PATH: join(target, 'fonts'),
    LD_LIBRARY_PATH: [join(target, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter),
  }
}

/** The package unpacks into the temporary folder, so TMPDIR points to `target` while it does. */
async function unpack(packageFolder, target) {
  const { inflate } = await import(pathToFileURL(join(packageFolder, 'build/index.js')).href)
  mkdirSync(target)
  const originalFolder = process.env.TMPDIR
  process.env.TMPDIR = target
  try {
    const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']
    await Promise.all(archives.map((name) => inflate(join(packageFolder, 'bin', name))))
  } finally {
    if (originalFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = originalFolder
  }
  writeFileSync(join(target, 'fonts/fonts.conf'), FONTS_CONF)
}

async function downloadBrowser() {
  progress('Downloading a browser for the tests …')
  const cli = join(root, 'node_modules/playwright/cli.js')
  const { code, output } = await capture(process.execPath, [cli, 'install', 'chromium'], { cwd: root })
  if (code !== 0) throw new SetupError('Playwright could not download a browser; set CHROMIUM_PATH.', output)
  return { CHROMIUM_PATH: chromium.executablePath() }
}
