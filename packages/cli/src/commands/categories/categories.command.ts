import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import type { DeleteOptions } from '#cli/entities/deletion/deletion.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { addFieldOptions, type OptionValues } from '#cli/entities/field-options.ts'
import { addListOptions, type ListInput } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'

export function addCategoriesCommand(program: Command, runCommand: RunCommand): void {
  const command = program
    .command('categories')
    .description('manage categories: list, get, create, update, delete')
    .helpCommand(false)

  addListOptions(command.command('list'), categoryEntity)
    .description('list all categories, or those that match')
    .addHelpText('after', LIST_HELP)
    .action((options: ListInput) => runCommand(() => import('./list.ts'), options))

  command
    .command('get')
    .description('show a category')
    .argument('<category>', 'its id, slug or name')
    .addHelpText('after', GET_HELP)
    .action((category: string) => runCommand(() => import('./get.ts'), { category }))

  addFieldOptions(command.command('create').description('create a category'), categoryEntity, { isNew: true })
    .addHelpText('after', CREATE_HELP)
    .action((options: OptionValues) => runCommand(() => import('./create.ts'), options))

  addFieldOptions(command.command('update'), categoryEntity, { isNew: false })
    .description('change fields of a category; others are unchanged')
    .argument('<category>', 'its id, slug or name')
    .addHelpText('after', UPDATE_HELP)
    .action((category: string, options: OptionValues) => runCommand(() => import('./update.ts'), { category, options }))

  command
    .command('delete')
    .description('delete categories by their ids, slugs or names')
    .argument('[categories...]', 'ids, slugs or names')
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--backup <file>', 'back up to a file first, for rapport apply', nonEmptyArg)
    .addHelpText('after', DELETE_HELP)
    .action((ids: string[], options: Omit<DeleteOptions, 'ids'>) =>
      runCommand(() => import('./delete.ts'), { ids, ...options }),
    )
}

const LIST_HELP = `
Examples:
  rapport categories list
  rapport categories list --search trust --json
  rapport categories list --output csv > categories.csv
`

const GET_HELP = `
If a word is the id of one category and the name of another, use id:7,
slug:trust or name:7.

Examples:
  rapport categories get trust
  rapport categories get 7 -o yaml
`

const CREATE_HELP = `
Not retried: if there is no response, check the list before trying again.

Examples:
  rapport categories create --name Trust --image trust.png
  rapport categories create --name Trust --image trust.svg --json
  magick trust.tiff png:- | rapport categories create --name Trust --image -
`

const UPDATE_HELP = `
Examples:
  rapport categories update 7 --name "Trust and honesty"
  rapport categories update trust --image trust-new.jpg
`

const DELETE_HELP = `${deletionHelp('categories')}
A category that still has positions is a conflict (exit 5; 6 if others were
deleted). --backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport categories delete trust "Rest Together" --yes --json
  rapport categories delete trust --backup trust.yaml
  rapport categories list --search test --output csv |
    rapport categories delete --from-file - --yes
`
