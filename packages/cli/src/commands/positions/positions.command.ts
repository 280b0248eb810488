import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import type { Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import type { DeleteOptions } from '#cli/entities/deletion/deletion.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { addFieldOptions, type OptionValues } from '#cli/entities/field-options.ts'
import { addListOptions } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { PositionsInput } from './list.ts'

export function addPositionsCommand(program: Command, runCommand: RunCommand): void {
  const command = program
    .command('positions')
    .description('manage positions: list, get, create, update, delete')
    .helpCommand(false)

  addListOptions(
    command
      .command('list')
      .description('list all positions, or those that match')
      .option(`${LIST_FLAGS.category} <category>`, 'only of this category: its id, slug or name', nonEmptyArg),
    positionEntity,
  )
    .addHelpText('after', LIST_HELP)
    .action((options: PositionsInput) => runCommand(() => import('./list.ts'), options))

  command
    .command('get')
    .description('show a position')
    .argument('<position>', 'its id or name')
    .addHelpText('after', GET_HELP)
    .action((position: string) => runCommand(() => import('./get.ts'), { position }))

  addFieldOptions(command.command('create').description('create a position in a category'), positionEntity, {
    isNew: true,
  })
    .addHelpText('after', CREATE_HELP)
    .action((options: OptionValues) => runCommand(() => import('./create.ts'), options))

  addFieldOptions(command.command('update'), positionEntity, { isNew: false })
    .description('change fields of a position; others are unchanged')
    .argument('<position>', 'its id or name')
    .addHelpText('after', UPDATE_HELP)
    .action((position: string, options: OptionValues) => runCommand(() => import('./update.ts'), { position, options }))

  command
    .command('delete')
    .description('delete positions by their ids or names')
    .argument('[positions...]', 'ids or names')
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--backup <file>', 'back up to a file first, for rapport apply', nonEmptyArg)
    .addHelpText('after', DELETE_HELP)
    .action((ids: string[], options: Omit<DeleteOptions, 'ids'>) =>
      runCommand(() => import('./delete.ts'), { ids, ...options }),
    )
}

const REFERENCE_HELP = `If a word is the id of one category and the name of another, use id:7,
slug:trust or name:7.`

const LIST_HELP = `
${REFERENCE_HELP}

Examples:
  rapport positions list
  rapport positions list --category trust --search listen
  rapport positions list --fields id,subcategory_name --output csv
`

const GET_HELP = `
If several positions have the name, the error lists their ids.

Examples:
  rapport positions get "Holding Hands"
  rapport positions get 5 -o yaml
`

const CREATE_HELP = `
Not retried: if there is no response, check the list before trying again.
${REFERENCE_HELP}

Examples:
  rapport positions create --category trust --name Nod --image nod.png
  rapport positions create --category 7 --name Nod --image - --json < nod.png
`

const UPDATE_HELP = `
An empty value, such as --tips "", clears a text.

Examples:
  rapport positions update 12 --name "Active listening"
  rapport positions update 12 --category honesty --image listening.png
`

const DELETE_HELP = `${deletionHelp('positions')}
--backup writes a file that \`rapport apply -f\` restores under new ids.

Examples:
  rapport positions delete 12 13 --yes --json
  rapport positions delete Nod --backup nod.yaml
  rapport positions list --category trust --output csv |
    rapport positions delete --from-file - --yes
`
