import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../../../test/run-cli.ts'
import { tempFolder } from '../../../test/temp-folder.ts'
import { SHELLS } from './shells.ts'

const [bash, zsh, fish] = SHELLS
const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const scriptOf = async (shell: string) => (await runCli(['completion', shell])).stdout

/** What is typed, and what the shell offers for its last word. */
const cases: [words: string[], offered: string[]][] = [
  [['us'], ['users']],
  [
    ['users', ''],
    ['delete', 'list'],
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
    ['csv', 'json', 'ndjson', 'table'],
  ],
  [['users', 'list', '--output', 'n'], ['ndjson']],
  [
    ['products', 'create', '--currency', ''],
    ['EUR', 'GBP', 'USD'],
  ],
  [['products', 'update', '3', '--billing-cycle', 'm'], ['monthly']],
  [['config', 'get', 'a'], ['api_url']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['categories', 'create', '--image', 'tru'], ['trust.png']],
  [['apply', '--kind', 'products', '-f', 'tru'], ['trust.png']],
  [['diff', '--file', 'tru'], ['trust.png']],
  [['export', '--dir', 'tru'], ['trust.png']],
  [
    ['export', '--kind', 'categories', ''],
    ['categories', 'positions', 'products'],
  ],
  [['export', '--kind', 'categories', 'positions', 'pr'], ['products']],
  [['export', '--kind', 'categories', '--qu'], ['--quiet']],
  [['export', '--kind', 'categories', '--quiet', ''], []],
  [['export', '--kind', 'categories', '--format', 'c'], ['csv']],
  [['users', 'list', '--sort', 'name', ''], []],
  [['apply', '-f', 'one.csv', 'tru'], ['trust.png']],
  [['users', 'list', '--sort', 'j'], ['joined_date']],
  [['help', 'prod'], ['products']],
  [['help', 'exit'], ['exit-codes']],
  [['--ver'], ['--version']],
  [['users', '--ver'], []],
  [['products', 'list', '--j'], ['--json']],
  [
    ['users', 'list', '--profile', ''],
    ['production', 'staging'],
  ],
  [['profile', 'use', 's'], ['staging']],
  [['profile', 'set', 'new', '--api-u'], ['--api-url']],
]

const folder = tempFolder()
writeFileSync(join(folder, 'trust.png'), '')

// What the shells ask for names; one of them is none, and would do harm where a shell expands it.
const tools = tempFolder()
const names = ['name', 'staging', 'production', '$(touch harm)', '`touch harm`']
writeFileSync(join(tools, 'rapport'), `#!/bin/sh\ncat <<'END'\n${names.join('\r\n')}\r\nEND\n`, { mode: 0o755 })
const PATH = `${tools}:${process.env['PATH']}`

const sorted = (text: string) => text.split('\n').filter(Boolean).toSorted()

describe('bash', () => {
  test.each(cases)('completes rapport %j', async (words, offered) => {
    const script = join(tempFolder(), 'rapport.bash')
    writeFileSync(script, await scriptOf(bash))
    const typed = ['rapport', ...words]
    // What readline would add for itself, compopt says it should: names of files.
    const ask = `
      set -u
      source ${script}
      compopt() { COMPREPLY=($(compgen -f -- "$current")); }
      COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length}
      _rapport
      printf '%s\\n' "\${COMPREPLY[@]+"\${COMPREPLY[@]}"}"
    `
    const env = { ...process.env, PATH }
    expect(sorted(execFileSync(bash, ['-c', ask], { cwd: folder, encoding: 'utf8', env }))).toEqual(offered)
    expect(existsSync(join(folder, 'harm'))).toBe(false)
  })

  test('completes the value behind an equals sign, which bash takes for a word', async () => {
    const script = join(tempFolder(), 'rapport.bash')
    writeFileSync(script, await scriptOf(bash))
    const ask = (typed: string) =>
      `source ${script}; COMP_WORDS=(${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _rapport; printf '%s\\n' "\${COMPREPLY[@]}"`
    const offers = (typed: string) => sorted(execFileSync(bash, ['-c', ask(typed)], { encoding: 'utf8' }))
    expect(offers('rapport users list --output =')).toEqual(['csv', 'json', 'ndjson', 'table'])
    expect(offers('rapport users list --output = nd')).toEqual(['ndjson'])
    expect(offers('rapport --profile = users categories li')).toEqual(['list'])
  })
})

describe.skipIf(!has(fish))(`fish${has(fish) ? '' : ' (skipped: it is not installed)'}`, () => {
  test.each(cases)('completes rapport %j', async (words, offered) => {
    const script = join(tempFolder(), 'rapport.fish')
    writeFileSync(script, await scriptOf(fish))
    const home = join(tempFolder(), 'home')
    mkdirSync(home)
    const line = ['rapport', ...words].join(' ')
    const text = execFileSync(fish, ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH, HOME: home, TERM: 'dumb' },
    })
    expect(sorted(text.replaceAll(/\t.*/g, ''))).toEqual(offered)
  })
})

describe.skipIf(!has(zsh))(`zsh${has(zsh) ? '' : ' (skipped: it is not installed)'}`, () => {
  test.each(cases)('completes rapport %j', async (words, offered) => {
    const script = join(tempFolder(), '_rapport')
    writeFileSync(script, await scriptOf(zsh))
    // The functions of zsh's completion system, as far as they are called, outside of its line editor.
    const ask = `
      compdef() { : }
      _describe() {
        [[ $1 == -o ]] && shift
        local -a matching
        matching=(\${(M)\${(P)2}:#$PREFIX*})
        print -rl -- \${matching%%:*}
      }
      compadd() { shift; print -rl -- \${(M)@:#$PREFIX*} }
      _files() { print -rl -- $PREFIX*(N) }
      source ${script}
      words=(rapport ${words.map((word) => `'${word}'`).join(' ')})
      CURRENT=${words.length + 1}
      PREFIX='${words.at(-1)}'
      _rapport
    `
    const text = execFileSync(zsh, ['-f', '-c', ask], { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH } })
    expect(sorted(text)).toEqual(offered)
  })
})

test('every command and every option is known to the scripts', async () => {
  const help = (await runCli(['products', 'create', '--help'])).stdout
  const options = [...help.matchAll(/--[a-z][a-z-]+/g)].map(([name]) => name)
  expect(options).toContain('--trial-days')
  for (const shell of [bash, zsh]) {
    const script = await scriptOf(shell)
    for (const option of options) expect(script).toContain(option)
  }
})

test.each([
  [['completion'], "missing required argument 'shell'"],
  [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish.'],
])('%j is a usage error', async (argv, message) => {
  const { code, stdout, stderr } = await runCli(argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(message)
})
