import { Argument, type Command } from 'commander'
import { resolveTarget, type TargetFlags } from '#cli/config/target.ts'
import type { Deps, RunCommand, System } from '#cli/deps.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`, and the hidden `__complete` command that its scripts call. */
export function addCompletionCommand(
  program: Command,
  runCommand: RunCommand,
  { stdout, env }: Pick<System, 'stdout' | 'env'>,
): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { SCRIPTS } = await import('./scripts.ts')
      stdout.write(SCRIPTS[shell])
    })

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .addHelpText('after', '\nFor the scripts that rapport completion prints.\n')
    .action(async (words: string[]) => {
      const { complete } = await import('./complete.ts')
      const { openProfileStore } = await import('#cli/config/profile-store.ts')
      const lines = await complete(program, words, {
        profiles: () => openProfileStore(env).names(),
        keys: (noun, flags) => fetchKeys(noun, flags, runCommand),
      })
      stdout.write(lines.map((line) => `${line}\n`).join(''))
    })
}

/** Returns nothing if the server fails: completion must not print errors. */
async function fetchKeys(noun: string, flags: TargetFlags, runCommand: RunCommand): Promise<string[]> {
  let keys: string[] = []
  // `runCommand` makes the deps. The command prints nothing, and stores what it fetched here.
  const command = {
    async run(_input: undefined, deps: Deps) {
      const { fetchRecordKeys } = await import('./complete.ts')
      keys = await fetchRecordKeys(noun, deps)
    },
    present: () => ({}),
  }
  await runCommand(
    () => Promise.resolve(command),
    undefined,
    // The flags of the words to complete, not those of `__complete`.
    (_ownFlags, ...rest) => resolveTarget(flags, ...rest),
  ).catch(() => undefined)
  return keys
}

const HELP = `
Completes commands, options, profiles, and from the server the ids, slugs and
product_ids of records, if it responds within a second.
bash must be version 4 or newer. The bash of macOS is 3.2: use zsh there.

Examples:
  echo 'source <(rapport completion bash)' >> ~/.bashrc
  rapport completion zsh > "\${fpath[1]}/_rapport"
  rapport completion fish > ~/.config/fish/completions/rapport.fish
`
