import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { startTestServer, type TestServer } from '@rapport/server/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { binary } from './support/built-binary.ts'
import { listProducts } from './support/products.ts'
import { configFolder } from './support/run-cli.ts'
import { fileWith, temporaryFolder } from './support/temporary-folder.ts'

const read = (page: string) => readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')
const [gitHub, gitLab] = [...read('automation.md').matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, yaml = '']) =>
  parse(yaml),
)
const steps: { run?: string }[] = gitHub.jobs.catalogue.steps

const CATALOGUE = `products:
  - { product_id: app_999_1m, name: Monthly, price: 9.99, currency: USD, trial_period_days: 30 }
  - { product_id: app_5999_1y, name: Yearly, price: 59.99, currency: USD, billing_cycle: yearly }
`

let server: TestServer
let token: string

beforeEach(async () => {
  server = await startTestServer()
  token = await server.signIn()
})
afterEach(() => server.close())

/** Runs lines of a shell in a folder where `rapport` is the built tool. */
async function runLines(lines: readonly string[], folder: string) {
  writeFileSync(join(folder, 'rapport'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`, { mode: 0o755 })
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$@" > installed\n', { mode: 0o755 })
  const shell = spawn('bash', ['-eo', 'pipefail', '-c', lines.join('\n')], {
    cwd: folder,
    env: {
      PATH: `${folder}${delimiter}${process.env['PATH']}`,
      RAPPORT_CONFIG_DIR: configFolder(),
      RAPPORT_API_URL: await server.listen(),
      RAPPORT_TOKEN: token,
      RAPPORT_PACKAGE: 'https://example.org/rapport-cli.tgz',
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    },
  })
  shell.stdin.end()
  const [stderr, [code], stdout] = await Promise.all([
    readAll(shell.stderr),
    once(shell, 'close'),
    readAll(shell.stdout),
  ])
  return { code, stderr, stdout }
}

test.each([
  ['GitHub Actions', steps.flatMap(({ run = [] }) => run)],
  ['GitLab', [...gitLab.default.before_script, ...gitLab.plan.script, ...gitLab.apply.script]],
])(
  'the commands of the example for %s install the tool, show, apply and check the catalogue',
  async (_name, lines: string[]) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'catalogue'))
    writeFileSync(join(folder, 'catalogue/catalogue.yaml'), CATALOGUE)
    copyFileSync(join(import.meta.dirname, 'store/Products.storekit'), join(folder, 'Products.storekit'))
    expect(await runLines(lines, folder)).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'installed'), 'utf8')).toBe(
      'install --global https://example.org/rapport-cli.tgz\n',
    )
    expect(readFileSync(join(folder, 'plan.txt'), 'utf8')).toContain('+ products/app_999_1m')
    expect(readFileSync(join(folder, 'store.xml'), 'utf8')).toContain('tests="8" failures="0" skipped="0"')
    expect(await listProducts({ fetch: server.fetch, token })).toHaveLength(2)
  },
)

test('the page for agents is a skill whose commands read and change the catalogue', async () => {
  const [, frontMatter = '', text = ''] = /^---\n([^]*?)^---\n([^]*)/m.exec(read('agents.md')) ?? []
  expect(parse(frontMatter)).toEqual({ name: 'rapport', description: expect.stringMatching(/^.{50,1024}$/) })
  const lines = Array.from(text.matchAll(/^```sh\n([^]*?)^```/gm), ([, script = '']) =>
    script.trim().split('\n'),
  ).flat()
  const own = lines
    .filter((line) => !line.startsWith('export '))
    .map((line) =>
      line.startsWith('rapport diff ') ? `sed -i s/Monthly/Month/ catalogue/catalogue.yaml\n${line}` : line,
    )
  const folder = temporaryFolder()
  const file = fileWith('catalogue.yaml', CATALOGUE)
  const { code, stderr, stdout } = await runLines([`rapport apply -f ${file}`, ...own], folder)
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect(stdout).toContain('name: "Monthly" → "Month"')
  const products = await listProducts({ fetch: server.fetch, token })
  expect(products.find(({ product_id }) => product_id === 'app_999_1m')).toMatchObject({ name: 'Month', price: 12.49 })
})
