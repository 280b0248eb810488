import { Argument, type Command } from 'commander'
import { SHELLS, type Shell } from './shells.ts'

/** Adds `completion`, which knows every command that is there when it runs. */
export function addCompletionCommand(program: Command, stdout: NodeJS.WritableStream): void {
  program
    .command('completion')
    .description('print what makes a shell complete commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: Shell) => {
      const { completionScript } = await import('./completion-script.ts')
      stdout.write(completionScript(shell, program))
    })
}

const EXAMPLES = `
Examples:
  echo 'source <(rapport completion bash)' >> ~/.bashrc
  rapport completion zsh > "\${fpath[1]}/_rapport"
  rapport completion fish > ~/.config/fish/completions/rapport.fish
`
