import { expect, test } from 'vitest'
import { main } from '#cli/main.ts'
import { startBinary } from '../../../test/support/built-binary.ts'
import { configFolder, createSystem } from '../../../test/support/run-cli.ts'

const RAPPORT_CONFIG_DIR = configFolder()
const openedUrls: string[] = []

async function rapport(...argv: string[]) {
  const system = {
    ...createSystem({ env: { RAPPORT_CONFIG_DIR } }),
    openUrl: async (url: string) => {
      if (url.includes('broken')) throw new Error('xdg-open is missing')
      openedUrls.push(url)
    },
  }
  const code = await main(argv, system)
  return { code, stdout: system.stdout.text, stderr: system.stderr.text }
}

test('opens screens and records in the console of the profile', async () => {
  const unknown = await rapport('open')
  expect(unknown.code).toBe(2)
  expect(unknown.stderr).toContain('rapport profile set default --console-url URL')
  await rapport('profile', 'set', 'default', '--console-url', 'https://console.test/')
  expect(await rapport('open')).toMatchObject({ code: 0, stdout: '' })
  await rapport('open', 'categories', '7')
  expect(openedUrls).toEqual(['https://console.test/dashboard', 'https://console.test/category?edit=7'])
  const printed = await rapport('open', 'users', 'a 7', '--no-browser')
  expect(printed.stdout).toBe('https://console.test/User?range=all&search=a%207&user=a%207\n')
  expect(openedUrls).toHaveLength(2)
  const failed = await rapport('open', 'users', 'broken')
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.stderr).toContain('Open https://console.test/User?range=all&search=broken&user=broken yourself.')
})

// The desktop of another system would open a window.
test.runIf(process.platform === 'linux')('says that no browser opens, with the address', async () => {
  const { ended } = startBinary(['open'], { RAPPORT_API_URL: 'http://127.0.0.1:4000', BROWSER: 'false' })
  expect(await ended).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error: No browser could be started.\n       Open http://127.0.0.1:4000/dashboard yourself.\n',
  })
})
