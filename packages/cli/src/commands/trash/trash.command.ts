import { type Command, InvalidArgumentError } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import { createKindOption } from '#cli/entities/kind-option.ts'
import { toCount } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { ListInput, PurgeInput, RestoreInput } from './trash.ts'

const verbs = () => import('./trash.ts')

export function addTrashCommand(program: Command, runCommand: RunCommand): void {
  const trash = program.command('trash').description('manage deleted records, kept for 30 days: list, restore, purge')

  trash
    .command('list')
    .description('list what can be restored, last deleted first')
    .addOption(createKindOption())
    .option('--search <text>', 'part of the name, the email address or the product_id', nonEmptyArg)
    .option('--limit <count>', 'list at most this many (default: all)', toCount)
    .addHelpText('after', LIST_HELP)
    .action((options: ListInput) => runCommand(async () => (await verbs()).list, options))

  trash
    .command('restore')
    .description('restore records under their old ids')
    .argument('[ids...]', 'ids of items, as `rapport trash list` shows them')
    .option('--batch <batch>', 'everything deleted by one command', toBatch)
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--rename <id=name>', 'the name, email address or product_id to restore an item under; repeatable', toNames)
    .addHelpText('after', RESTORE_HELP)
    .action((ids: string[], options: Omit<RestoreInput, 'ids'>) =>
      runCommand(async () => (await verbs()).restore, { ids, ...options }),
    )

  trash
    .command('purge')
    .description('delete items permanently')
    .argument('[ids...]', 'ids of items, as `rapport trash list` shows them')
    .option('--all', 'all items')
    .option('--reason <text>', 'why, for the history; at most 500 characters', nonEmptyArg)
    .addHelpText('after', PURGE_HELP)
    .action((ids: string[], options: Omit<PurgeInput, 'ids'>) =>
      runCommand(async () => (await verbs()).purge, { ids, ...options }),
    )
}

function toBatch(text: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return text
  throw new InvalidArgumentError('Pass the UUID that the delete command printed.')
}

function toNames(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const separatorIndex = text.indexOf('=')
  const [id, name] = [text.slice(0, Math.max(0, separatorIndex)), text.slice(separatorIndex + 1)]
  if (id === '' || name.trim() === '') throw new InvalidArgumentError('Use ID=NAME, such as 7=Trust.')
  return { ...before, [id]: name }
}

const LIST_HELP = `
Examples:
  rapport trash list
  rapport trash list --kind users --search eva --json
`

const RESTORE_HELP = `
Every command that deletes prints its batch. If a name is already taken, the
item stays in the trash (exit 5, or 6 if others were restored).
A file has one id per line, or is the output of \`rapport trash list\`.

Examples:
  rapport trash restore 7 --rename 7=Trust
  rapport trash restore --batch 6d1f2a34-0b5c-4d6e-8f70-112233445566
  rapport trash list --kind positions --json |
    rapport trash restore --from-file -
`

const PURGE_HELP = `
Examples:
  rapport trash purge 7 8
  rapport trash purge --all --yes
`
