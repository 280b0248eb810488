import { Argument, type Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import { CATALOGUE } from '@rapport/core/catalogue/entities.ts'

/** Adds `edit`. */
export function addEditCommand(program: Command, runVerb: RunVerb): void {
  program
    .command('edit')
    .description('edit one of the categories, positions or products in your editor')
    .addArgument(new Argument('<noun>', 'what to edit').choices(CATALOGUE.map(({ type }) => type)))
    .argument('<key>', 'its id, or its name, slug or product_id')
    .addHelpText('after', EXAMPLES)
    .action((type: string, key: string) => runVerb(() => import('./edit.ts'), { type, key }))
}

const EXAMPLES = `
Opens the record as YAML in $VISUAL or $EDITOR, shows what changed and asks
before it saves. An image is changed by a path in place of its address.

A field that another editor changed too is a conflict (exit 5): nothing is saved
and your text is kept; their other fields stay. Without versions on the
server, the record is read again right before it is saved, which narrows the
race and does not close it.

Examples:
  rapport edit products app_999_1m
  EDITOR='code --wait' rapport edit categories trust
  EDITOR="sed -i s/9.99/12.49/" rapport edit products app_999_1m --yes
`
