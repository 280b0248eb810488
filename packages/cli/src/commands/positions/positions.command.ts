import type { Command } from 'commander'
import type { RunVerb } from '#cli/deps.ts'
import type { DeleteInput } from '#cli/lib/deletion.ts'
import { givenText } from '#cli/lib/given-text.ts'
import type { ListInput } from './list.ts'
import type { PositionOptions } from './position-options.ts'

/** Adds `positions` and its verbs. */
export function addPositionsCommand(program: Command, runVerb: RunVerb): void {
  const positions = program
    .command('positions')
    .description('the positions of the categories: list, create, update, delete')
    .helpCommand(false)

  positions
    .command('list')
    .description('list the positions that match, every one of them')
    .option('--category <category>', 'only of this category: its id, slug or name', givenText)
    .option('--search <text>', 'part of the name', givenText)
    .addHelpText('after', LIST_EXAMPLES)
    .action((options: ListInput) => runVerb(() => import('./list.ts'), options))

  withTexts(positions.command('create').description('add a position to a category'))
    .addHelpText('after', CREATE_EXAMPLES)
    .action((options: PositionOptions) => runVerb(() => import('./create.ts'), options))

  withTexts(
    positions
      .command('update')
      .description('change what is named of a position, and nothing else')
      .argument('<id>', 'its id, as `rapport positions list` shows it'),
  )
    .addHelpText('after', UPDATE_EXAMPLES)
    .action((id: string, options: PositionOptions) => runVerb(() => import('./update.ts'), { id, ...options }))

  positions
    .command('delete')
    .description('delete positions by their ids')
    .argument('[ids...]', 'ids, as `rapport positions list` shows them')
    .option('--from-file <file>', 'read ids from a file, or from standard input for -')
    .addHelpText('after', DELETE_EXAMPLES)
    .action((ids: string[], options: Omit<DeleteInput, 'ids'>) =>
      runVerb(() => import('./delete.ts'), { ids, ...options }),
    )
}

function withTexts(command: Command): Command {
  return command
    .option('--category <category>', 'the category it belongs to: its id, slug or name')
    .option('--name <name>', 'what it is called, as no other in its category')
    .option('--image <file>', 'a png or jpeg image, 5 MiB at most; - for standard input')
    .option('--benefits <text>', 'what it is good for')
    .option('--tips <text>', 'how to go about it')
    .option('--challenges <text>', 'what may be hard')
    .option('--safety-tips <text>', 'what to take care of')
}

const CATEGORIES = `Where a word is the id of one category and the name of another, id:7, slug:trust
and name:7 say which is meant.`

const LIST_EXAMPLES = `
${CATEGORIES}

Examples:
  rapport positions list
  rapport positions list --category trust --search listen
  rapport positions list --fields id,subcategory_name --output csv
`

const CREATE_EXAMPLES = `
Prints the new position. It is sent once: when the answer is lost, look at the
list before you try again.
${CATEGORIES}

Examples:
  rapport positions create --category trust --name Nod --image nod.png
  rapport positions create --category 7 --name Listening --image listening.jpg \\
    --benefits "Being heard." --json
`

const UPDATE_EXAMPLES = `
An empty text, such as --tips "", takes a text away.

Examples:
  rapport positions update 12 --name "Active listening"
  rapport positions update 12 --category honesty --tips "Repeat what you heard."
  rapport positions update 12 --image listening.png
`

const DELETE_EXAMPLES = `
A file has one id a line, or is what \`rapport positions list\` prints with
--json, --output ndjson or --output csv. What is already gone counts as done, so
that a run can be repeated; naming a single unknown id is an error (exit 3).
More than 10 deletions ask for their count; --yes agrees beforehand.

Examples:
  rapport positions delete 12
  rapport positions delete 12 13 --yes --json
  rapport positions list --category trust --output csv |
    rapport positions delete --from-file - --yes
`
