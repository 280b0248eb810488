import { Argument, type Command } from 'commander'
import type { System } from '#cli/deps.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const

/** Adds `completion`, and the hidden command that its scripts ask. */
export function addCompletionCommand(program: Command, { stdout, env }: Pick<System, 'stdout' | 'env'>): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
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
      const { openCredentials } = await import('#cli/auth/credentials.ts')
      const lines = complete(program, words, () => openCredentials(env).names())
      stdout.write(lines.map((line) => `${line}\n`).join(''))
    })
}

const EXAMPLES = `
bash must be version 4 or newer. The bash of macOS is 3.2: use zsh there.

Examples:
  echo 'source <(rapport completion bash)' >> ~/.bashrc
  rapport completion zsh > "\${fpath[1]}/_rapport"
  rapport completion fish > ~/.config/fish/completions/rapport.fish
`
