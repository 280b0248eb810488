import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestServer } from '@rapport/server/testing'
import { expect, test } from 'vitest'
import { RED_PNG } from '../../../test/support/images.ts'
import { runAs } from '../../../test/support/run-as.ts'
import { configFolder, runCli } from '../../../test/support/run-cli.ts'
import { fileWith, temporaryFolder } from '../../../test/support/temporary-folder.ts'

const scriptOf = async (shell: string) => (await runCli(['completion', shell])).stdout

const cases: [words: string[], offered: string[]][] = [
  [['us'], ['users']],
  [
    ['users', ''],
    ['delete', 'export', 'get', 'list', 'reactivate', 'restore', 'suspend'],
  ],
  [['users', 'd'], ['delete']],
  [['--profile', 'users', 'categories', 'l'], ['list']],
  [
    ['users', 'list', '--s'],
    ['--search', '--sort', '--status'],
  ],
  [['users', 'list', '--search', 'delete', '--st'], ['--status']],
  [['users', 'list', '--search', ''], []],
  [
    ['--output', ''],
    ['csv', 'json', 'markdown', 'ndjson', 'table', 'yaml'],
  ],
  [
    ['products', 'create', '--currency', ''],
    ['EUR', 'GBP', 'USD'],
  ],
  [['config', 'get', 'a'], ['api_url']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['categories', 'create', '--image', 'tru'], [':files']],
  [['apply', '--kind', 'products', '-f', 'tru'], [':files']],
  [['help', 'exit'], ['exit-codes']],
  [['--ver'], ['--version']],
  [['users', '--ver'], []],
  [
    ['users', 'list', '--profile', ''],
    ['production', 'staging'],
  ],
  [['profile', 'use', 's'], ['staging']],
  [['profile', 'set', 'new', '--api-u'], ['--api-url']],
]

test.each(cases)('completes rapport %j', async (words, offered) => {
  const config = configFolder()
  const profiles = { staging: { apiUrl: 'x' }, production: { apiUrl: 'x' }, '$(touch harm)': { apiUrl: 'x' } }
  mkdirSync(config)
  writeFileSync(join(config, 'config.json'), JSON.stringify({ profiles }))
  const { stdout } = await runCli(['__complete', '--', ...words], { env: { RAPPORT_CONFIG_DIR: config } })
  const names = stdout.split('\n').map((line) => line.replace(/\t.*/, ''))
  expect(names.filter(Boolean).toSorted()).toEqual(offered)
})

test('completes ids, slugs and product ids from the server, and stays silent when it fails', async () => {
  const server = await startTestServer()
  const token = await server.signIn()
  const complete = async (words: readonly string[], env: NodeJS.ProcessEnv = { RAPPORT_TOKEN: token }) => {
    const { stdout, stderr, code } = await runCli(['__complete', '--', ...words], { server, env })
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    return stdout.replaceAll(/\t.*/g, '').split('\n').filter(Boolean).toSorted()
  }
  const image = fileWith('red.png', RED_PNG)
  for (const name of ['Trust', 'Being heard'])
    await runAs({ fetch: server.fetch, token }, ['categories', 'create', '--name', name, '--image', image])
  const product = ['--product-id', 'app_1m', '--name', 'A', '--price', '1']
  await runAs({ fetch: server.fetch, token }, ['products', 'create', ...product])
  expect(await complete(['categories', 'get', ''])).toEqual(['1', '2', 'Being heard', 'Trust', 'being-heard', 'trust'])
  expect(await complete(['positions', 'list', '--category', 'tr'])).toEqual(['trust'])
  expect(await complete(['products', 'delete', '7', 'app'])).toEqual(['app_1m'])
  expect(await complete(['edit', 'products', 'a'])).toEqual(['app_1m'])
  expect(await complete(['open', 'categories', 't'])).toEqual(['trust'])
  expect(await complete(['products', 'get', ''], {})).toEqual([])
  expect(await complete(['--profile', 'none', 'products', 'get', ''])).toEqual([])
  await server.close()
})

// A fake `rapport` records its arguments and prints completions.
const tools = temporaryFolder()
const recordedArguments = join(tools, 'asked')
const harmful = '$(touch harm)'
writeFileSync(
  join(tools, 'rapport'),
  `#!/bin/sh
printf '%s\\n' "$@" > ${recordedArguments}
[ "$3" = nothing ] && exit
[ "$4" = --image ] && echo :files || printf '%s\\tdescribed\\n' list '${harmful}'
`,
  { mode: 0o755 },
)
const env = { PATH: `${tools}:${process.env['PATH']}`, HOME: tools, TERM: 'dumb' }
const folder = temporaryFolder()
writeFileSync(join(folder, 'trust.png'), '')

const ask: Record<string, (script: string, words: readonly string[]) => string[]> = {
  bash: (script, words) => [
    'bash',
    '-c',
    // `compopt` controls what readline adds by itself.
    `source ${script}
    COMP_LINE='rapport ${words.join(' ')}'
    COMP_POINT=\${#COMP_LINE}
    compopt() { COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); }
    COMP_WORDS=(rapport ${words.map((word) => `'${word}'`).join(' ')})
    COMP_CWORD=${words.length}
    _rapport
    printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, words) => [
    'zsh',
    '-f',
    '-c',
    // Stubs of zsh's completion functions.
    `compdef() { : }
    _describe() { print -rl -- offered \${\${(P)2}%%:*} }
    _files() { print -rl -- $PREFIX*(N) }
    source ${script}
    words=(rapport ${words.map((word) => `'${word}'`).join(' ')})
    CURRENT=${words.length + 1}
    PREFIX='${words.at(-1)}'
    _rapport || :`,
  ],
  fish: (script, words) => ['fish', '--no-config', '-c', `source ${script}; complete -C 'rapport ${words.join(' ')}'`],
}

test.each(Object.keys(ask).filter((shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0))(
  "%s completes with rapport's answer and expands nothing in it",
  async (shell) => {
    const script = join(temporaryFolder(), '_rapport')
    writeFileSync(script, await scriptOf(shell))
    const offers = (words: readonly string[]) => {
      const [program = '', ...argv] = ask[shell]?.(script, words) ?? []
      const text = execFileSync(program, argv, { cwd: folder, encoding: 'utf8', env })
      return text.replaceAll(/\t.*/g, '').split('\n').filter(Boolean).toSorted()
    }
    expect(offers(['users', ''])).toEqual(expect.arrayContaining(['list']))
    expect(readFileSync(recordedArguments, 'utf8')).toBe('__complete\n--\nusers\n\n')
    expect(existsSync(join(folder, 'harm'))).toBe(false)
    expect(offers(['categories', '--image', 'tru'])).toEqual(['trust.png'])
    expect(offers(['nothing', ''])).toEqual([])
  },
)

test.each([
  [['completion'], "missing required argument 'shell'"],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish.'],
])('%j is a usage error', async (argv, message) => {
  const { code, stdout, stderr } = await runCli(argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})
