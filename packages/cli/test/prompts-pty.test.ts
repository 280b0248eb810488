import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { binary, startBinary } from './support/built-binary.ts'
import { RED_PNG } from './support/images.ts'
import { configFolder, runCli } from './support/run-cli.ts'
import { listeningServer } from './support/shared-server.ts'
import { fileWith, temporaryFolder } from './support/temporary-folder.ts'

const { server, url, token } = await listeningServer()

// oxlint-disable-next-line no-control-regex -- bells, and sequences that begin with an escape
const CONTROL = /\u0007|\u001B\[[\d;?]*[A-Za-z]|\u001B[=>]/g

/** An interactive shell in a pseudo-terminal, in which `rapport` is the built binary. */
function openShell(command: string, env: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'rapport'), `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`, { mode: 0o755 })
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qefc', command, '/dev/null'], {
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      TERM: 'xterm',
      HOME: folder,
      PS1: '$ ',
      RAPPORT_API_URL: url,
      RAPPORT_CONFIG_DIR: configFolder(),
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part.replaceAll(CONTROL, '')
  })
  return {
    type: (keys: string) => child.stdin.write(keys),
    /** Returns the process that the shell runs. */
    foreground() {
      let pid = String(child.pid)
      for (;;) {
        const [next] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
        if (!next) return Number(pid)
        pid = next
      }
    },
    /** Resolves once the text since the last call matches, and forgets it. */
    async waitFor(expected: RegExp) {
      const end = Date.now() + 15_000
      while (!expected.test(text)) {
        if (Date.now() > end) throw new Error(`The shell does not show ${String(expected)}:\n${text}`)
        await delay(20)
      }
      const seen = text
      text = ''
      return seen
    },
  }
}
const bash = 'bash --norc --noprofile -i'

test('after Ctrl-Z and fg, a prompt asks again and goes on, without showing the password', async () => {
  const shell = openShell(bash)
  shell.type('rapport login\r')
  await shell.waitFor(/Email: /)
  shell.type(`${server.admin.email.slice(0, 3)}\u001A`)
  await shell.waitFor(/Stopped/)
  shell.type('fg\r')
  await shell.waitFor(new RegExp(`Email: ${server.admin.email.slice(0, 3)}`))
  shell.type(`${server.admin.email.slice(3)}\r`)
  await shell.waitFor(/Password: /)
  shell.type('\u001A')
  await shell.waitFor(/Stopped/)
  shell.type('fg\r')
  await shell.waitFor(/Password: /)
  shell.type(`${server.admin.password}\r`)
  const signedIn = await shell.waitFor(/Signed in to/)
  expect(signedIn).not.toContain(server.admin.password)
  shell.type('echo "code $?"\r')
  await shell.waitFor(/code 0/)
})

test('where no shell controls the job, a prompt goes on after Ctrl-Z, without showing the password', async () => {
  const shell = openShell('rapport login --email admin@example.com')
  await shell.waitFor(/Password: /)
  shell.type('\u001A')
  await shell.waitFor(/Password: /)
  shell.type(`${server.admin.password}\r`)
  expect(await shell.waitFor(/Signed in to/)).not.toContain(server.admin.password)
})

test('Ctrl-Z leaves the explorer to the shell, and fg returns to it', async () => {
  const shell = openShell(bash, { RAPPORT_TOKEN: token })
  shell.type('rapport\r')
  await shell.waitFor(/Ada Admin/)
  shell.type('\u001A')
  await shell.waitFor(/Stopped/)
  shell.type('stty -a\r')
  expect(await shell.waitFor(/echoke/)).toMatch(/ icanon .* echo /s)
  shell.type('fg\r')
  await shell.waitFor(/Ada Admin/)
  shell.type('?')
  await shell.waitFor(/another section/)
  shell.type('q')
  await shell.waitFor(/\$ /)
  shell.type('echo "code $?"\r')
  await shell.waitFor(/code 0/)
})

test('a prompt that is stopped by a signal asks again too', async () => {
  const { id } = await server.addUser({ email: 'stopped@example.org' })
  const shell = openShell(bash, { RAPPORT_TOKEN: token })
  shell.type(`rapport users delete ${id}\r`)
  await shell.waitFor(/Are you sure[^\n]*\(y\/N\) /)
  process.kill(shell.foreground(), 'SIGSTOP')
  await shell.waitFor(/Stopped/)
  shell.type('fg\r')
  await shell.waitFor(/Are you sure[^\n]*\(y\/N\) /)
  shell.type('y\r')
  expect(await shell.waitFor(/1 deleted/)).not.toContain('error')
})

test('a command that has nothing left to wait for fails with words', async () => {
  // Standard input that neither ends nor keeps the process alive.
  const unref = `data:text/javascript,${encodeURIComponent('process.stdin.on("newListener",()=>setImmediate(()=>process.stdin.unref()))')}`
  const env = { RAPPORT_API_URL: url, RAPPORT_TOKEN: token, NODE_OPTIONS: `--import ${unref}` }
  const { ended } = startBinary(['users', 'delete', '--from-file', '-', '--yes'], env)
  expect(await ended).toMatchObject({ code: 1, stderr: 'error: The command stopped before it was done.\n' })
})

test.each(['-f', '--from-file'])('Ctrl-C ends a command that reads standard input (%s)', async (flag) => {
  const argv = flag === '-f' ? ['apply', '-f', '-'] : ['users', 'delete', '--from-file', '-', '--yes']
  const { child, ended } = startBinary(argv, { RAPPORT_API_URL: url, RAPPORT_TOKEN: token })
  // A pipe holds less, so the command reads.
  await new Promise((resolve) => void child.stdin.write(' '.repeat(2 ** 20), resolve))
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 130, stderr: 'error: Interrupted.\n' })
})

test('a second signal ends a command that does not end', async () => {
  const started = join(temporaryFolder(), 'started')
  const env = { RAPPORT_API_URL: url, RAPPORT_TOKEN: token, EDITOR: `touch ${started}; sleep 60;` }
  await runCli(['products', 'create', '--product-id', 'a', '--name', 'A', '--price', '1'], { env, server })
  const { child, ended } = startBinary(['edit', 'products', 'a', '--yes'], env)
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), { timeout: 20_000 })
  child.kill('SIGTERM')
  await delay(500)
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.signalCode).toBe('SIGTERM')
  child.stdout.destroy()
  child.stderr.destroy()
  await ended.catch(() => undefined)
})

async function addRecordsToComplete() {
  const env = { RAPPORT_TOKEN: token }
  const run = (...argv: string[]) => runCli(argv, { env, server })
  for (const [id, name] of [
    ['com:app:year', 'Year'],
    ['com:app:month', 'Month'],
  ] as const)
    await run('products', 'create', '--product-id', id, '--name', name, '--price', '1')
  for (const name of ["Couple's Rest $(touch harm)", 'Quiet evening'])
    await run('categories', 'create', '--name', name, '--image', fileWith('red.png', RED_PNG))
}

test.for([
  {
    name: 'bash',
    command: bash,
    source: 'source <(rapport completion bash)',
    lines: [
      ['products get com', /com:app:$/],
      ['products get com:app:m', /com:app:month $/],
      ['products list --output=j', /--output=json $/],
      ['categories get Quiet', /Quiet\\ evening $/],
      ['categories get "Quiet e', /"Quiet evening" $/],
      ['categories get Quiet\\ e', /Quiet\\ evening $/],
      ['categories get Coup', /Couple\\'s\\ Rest\\ \\\$\\\(touch\\ harm\\\) $/],
    ],
  },
  {
    name: 'zsh',
    command: 'zsh -f -i',
    source: 'autoload -U compinit; compinit -u; source <(rapport completion zsh)',
    lines: [
      ['products get com:app:m', /com:app:month/],
      ['products list --output=j', /--output=json/],
      ['categories get Quiet', /Quiet\\ evening/],
      ['categories get "Quiet e', /"Quiet evening"/],
      ['categories get Coup', /Couple\\'s\\ Rest\\ \\\$\\\(touch\\ harm\\\)/],
    ],
  },
  {
    name: 'fish',
    command: 'fish --no-config -i',
    source: 'source (rapport completion fish | psub)',
    lines: [
      ['products get com:app:m', /com:app:month/],
      ['products list --output=j', /--output=json/],
      ['categories get Quiet', /Quiet\\ evening/],
      ["categories get 'Quiet e", /'Quiet evening'/],
      ['categories get Quiet\\ e', /Quiet\\ evening/],
      ['categories get Coup', /Couple\\'s\\ Rest\\ \\\$\\\(touch\\ harm\\\)/],
    ],
  },
] satisfies { name: string; command: string; source: string; lines: [string, RegExp][] }[])(
  '$name completes ids with colons, names with spaces, and values after =',
  async ({ name, command, source, lines }, { skip }) => {
    skip(spawnSync(name, ['-c', 'exit 0']).status !== 0, `${name} is not installed`)
    await addRecordsToComplete()
    const shell = openShell(command, { RAPPORT_TOKEN: token })
    shell.type(`${source}; echo rea\\dy\r`)
    await shell.waitFor(/ready/)
    for (const [typed, completed] of lines) {
      shell.type(`rapport ${typed}\t`)
      expect(await shell.waitFor(completed)).not.toContain('touch:')
      shell.type('\u0015')
    }
  },
)
