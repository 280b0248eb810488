import { NOUNS } from '@rapport/core/entities/catalogue.ts'
import { Argument, type Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'

export function addEditCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('edit')
    .description('edit a category, position or product in your editor')
    .addArgument(new Argument('<kind>', 'what to edit').choices(NOUNS))
    .argument('<key>', 'its id, or its name, slug or product_id')
    .addHelpText('after', HELP)
    .action((noun: string, key: string) => runCommand(() => import('./edit.ts'), { noun, key }))
}

const HELP = `
Opens the record as YAML in $VISUAL or $EDITOR, shows what changed and asks for
confirmation. To change an image, replace its address with the path of a file.

If someone else changed the same field, nothing is saved (exit 5) and your file
is kept. Their changes to other fields are kept. On servers without versions a
simultaneous edit can still be overwritten.

Examples:
  rapport edit products app_999_1m
  EDITOR='code --wait' rapport edit categories trust
  EDITOR="sed -i s/9.99/12.49/" rapport edit products app_999_1m --yes
`
