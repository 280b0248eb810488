import type { Command } from 'commander'
import { bashScript } from './bash-script.ts'
import { wordTree, type WordTree } from './word-tree.ts'
import { fishScript } from './fish-script.ts'
import type { Shell } from './shells.ts'
import { zshScript } from './zsh-script.ts'

const scripts: Record<Shell, (tree: WordTree) => string> = { bash: bashScript, zsh: zshScript, fish: fishScript }

/** The script that makes a shell complete what the program takes. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordTree(program))
}
