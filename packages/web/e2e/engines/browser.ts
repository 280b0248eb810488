import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launch as launchBrowser, type KeyInput } from 'puppeteer-core'
import { Builder, By, Capabilities, Key, Origin } from 'selenium-webdriver'
import type { Engine } from '../../playwright.config.ts'

/** What a journey needs of a browser: one window, and real input. */
export interface Browser {
  resize: (width: number, height: number) => Promise<void>
  goto: (url: string) => Promise<void>
  /** Evaluates an expression in the page, and returns its value as JSON. */
  evaluate: (expression: string) => Promise<string>
  /** Clicks a point of the window with the mouse. */
  clickAt: (x: number, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses keys together. */
  press: (...keys: KeyInput[]) => Promise<void>
  /** Chooses files in the only field for files. */
  chooseFiles: (...files: string[]) => Promise<void>
  close: () => Promise<void>
}

const toJson = (expression: string) => `JSON.stringify(${expression}) ?? 'null'`

const EDITING = new Map<KeyInput, string>([
  ['a', 'SelectAll'],
  ['x', 'Cut'],
  ['v', 'Paste'],
])

const SELENIUM_KEYS = new Map<KeyInput, string>([
  ['Control', Key.CONTROL],
  ['Enter', Key.ENTER],
  ['Escape', Key.ESCAPE],
  ['Delete', Key.DELETE],
  ['ArrowDown', Key.ARROW_DOWN],
])

/** A browser that does not answer fails its journey. */
const START_MS = 60_000

/** Nothing moves, and a mouse hovers, which a machine without one lacks. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--force-prefers-reduced-motion',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
]

export function launch(engine: Engine): Promise<Browser> {
  return engine === 'webkit' ? launchWebKit() : launchPuppeteer(engine)
}

/** Chromium over its own protocol, Firefox over WebDriver BiDi. */
async function launchPuppeteer(engine: 'chromium' | 'firefox'): Promise<Browser> {
  const browser = await launchBrowser({
    timeout: START_MS,
    protocolTimeout: START_MS,
    ...(engine === 'firefox'
      ? {
          browser: 'firefox',
          executablePath: process.env['FIREFOX_PATH'] || '/usr/bin/firefox-esr',
          extraPrefsFirefox: {
            // One process for pages takes a third of the memory.
            'dom.ipc.processCount': 1,
            'fission.autostart': false,
            // As `CHROMIUM_ARGS`.
            'ui.prefersReducedMotion': 1,
            'ui.primaryPointerCapabilities': 6,
            'ui.allPointerCapabilities': 6,
          },
        }
      : {
          executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
          args: CHROMIUM_ARGS,
        }),
  })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    resize: (width, height) => page.setViewport({ width, height }),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: (expression) => page.evaluate<[], () => string>(toJson(expression)),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(...keys) {
      for (const key of keys) {
        // Chromium edits by commands, which a real keyboard sends together with the keys.
        const command = engine === 'chromium' && keys[0] === 'Control' ? EDITING.get(key) : undefined
        await page.keyboard.down(key, command === undefined ? {} : { commands: [command] })
      }
      for (const key of keys.toReversed()) await page.keyboard.up(key)
    },
    async chooseFiles(...files) {
      const input = await page.waitForSelector('input[type=file]')
      await input?.uploadFile(...files)
    },
    close: () => browser.close(),
  }
}

/** WebKitGTK's own small browser, on a display that nobody sees. */
async function launchWebKit(): Promise<Browser> {
  const home = mkdtempSync(path.join(tmpdir(), 'rapport-webkit-'))
  mkdirSync(path.join(home, 'gtk-3.0'))
  writeFileSync(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false')
  // The browser's own buttons would keep the window wider than a phone.
  writeFileSync(path.join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; margin: 0; font-size: 1px }')
  const programs: ChildProcess[] = []
  const start = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) => {
    // Ends with this process, even with one that is killed.
    const program = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    programs.push(program)
    return program
  }
  const close = async () => {
    // The display last: what is left of the browser ends without it.
    for (const program of programs.toReversed()) {
      if (program.exitCode === null && program.kill('SIGKILL')) await once(program, 'exit')
    }
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const display = start('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']).stdio[3]
    if (!display) throw new Error('Xvfb has no pipe for its number.')
    const [number] = await once(display, 'data', { signal: AbortSignal.timeout(START_MS) })
    const port = await freePort()
    start('WebKitWebDriver', [`--port=${port}`], {
      ...process.env,
      DISPLAY: `:${String(number).trim()}`,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      NO_AT_BRIDGE: '1',
      // WebKit takes its language from here: "C", which is none.
      LC_ALL: 'C.UTF-8',
    })
    const url = `http://127.0.0.1:${port}`
    await untilAnswering(url)
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
      .build()
    await driver.manage().setTimeouts({ pageLoad: START_MS, script: START_MS })
    return {
      async resize(width, height) {
        // The window has a bar that the page has not.
        const bar = await driver.executeScript<number>('return outerHeight - innerHeight')
        await driver
          .manage()
          .window()
          .setRect({ x: 0, y: 0, width, height: height + bar })
      },
      goto: (to) => driver.get(to),
      evaluate: (expression) => driver.executeScript<string>(`return ${toJson(expression)}`),
      clickAt: (x, y) =>
        driver
          .actions()
          .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
          .click()
          .perform(),
      type: (text) => driver.actions().sendKeys(text).perform(),
      async press(...keys) {
        const codes = keys.map((key) => SELENIUM_KEYS.get(key) ?? key)
        const actions = driver.actions()
        for (const code of codes) actions.keyDown(code)
        for (const code of codes.toReversed()) actions.keyUp(code)
        await actions.perform()
      },
      chooseFiles: (...files) => driver.findElement(By.css('input[type=file]')).sendKeys(files.join('\n')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}

async function untilAnswering(url: string): Promise<void> {
  const end = Date.now() + START_MS
  for (;;) {
    try {
      await fetch(`${url}/status`)
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await delay(50)
    }
  }
}
