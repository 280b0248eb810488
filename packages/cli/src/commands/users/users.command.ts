import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { USER_SORTS } from '@rapport/core/entities/users/user.ts'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { addPasswordStdinOption } from '#cli/auth/confirm-identity.ts'
import type { RunCommand } from '#cli/deps.ts'
import type { DeleteOptions } from '#cli/entities/deletion/deletion.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { createSortOption, toCount } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { ExportInput, ListInput, StatusInput } from './users.ts'

const verbs = () => import('./users.ts')

export function addUsersCommand(program: Command, runCommand: RunCommand): void {
  const users = program
    .command('users')
    .description('manage users: list, get, export, delete, restore, suspend, reactivate')

  users
    .command('list')
    .description('list all users, or those that match')
    .option(`${LIST_FLAGS.search} <text>`, 'part of the name, the email address or the id', nonEmptyArg)
    .option(`${LIST_FLAGS.joined_from} <date>`, 'joined on or after this date')
    .option(`${LIST_FLAGS.joined_to} <date>`, 'joined on or before this date')
    .option(`${LIST_FLAGS.status} <status>`, 'only this status, such as active, not-active or not-set', toValues)
    .option(`${LIST_FLAGS.role} <role>`, 'only this role, such as admin (Pro), user (Basic) or no-plan', toValues)
    .option(`${LIST_FLAGS.gender} <gender>`, 'only this gender, or not-set', toValues)
    .option(`${LIST_FLAGS.age_from} <age>`, 'this old or older', toAge)
    .option(`${LIST_FLAGS.age_to} <age>`, 'this old or younger', toAge)
    .option(LIST_FLAGS.age_not_set, 'also users without an age; without a range, only they')
    .addOption(
      new Option(`${LIST_FLAGS.profile_completed} <answer>`, 'only completed profiles, or only others').choices([
        'yes',
        'no',
      ]),
    )
    .addOption(createSortOption(USER_SORTS.filter((sort) => !sort.startsWith('-'))))
    .option('--limit <count>', 'list at most this many (default: all)', toCount)
    .addHelpText('after', LIST_HELP)
    .action((options: ListInput) => runCommand(async () => (await verbs()).list, options))

  users
    .command('get')
    .description('show a user')
    .argument('<user>', 'the id or the email address')
    .addHelpText('after', GET_HELP)
    .action((user: string) => runCommand(async () => (await verbs()).get, { user }))

  addPasswordStdinOption(
    users
      .command('export')
      .description('write everything that the server holds about a person to a file')
      .argument('<user>', 'the id or the email address')
      .requiredOption('--out <file>', 'the JSON file to write', nonEmptyArg),
  )
    .addHelpText('after', EXPORT_HELP)
    .action((user: string, options: Omit<ExportInput, 'user'>) =>
      runCommand(async () => (await verbs()).exportPerson, { user, ...options }),
    )

  users
    .command('delete')
    .description('delete users by their ids')
    .argument('[ids...]', 'ids, as `rapport users list` shows them')
    .option('--from-file <file>', 'read ids from a file; - is standard input')
    .option('--dry-run', 'print who would be deleted and delete nothing')
    .option('--erase', 'delete permanently, bypassing the trash')
    .option('--reason <text>', 'why, for the history; at most 500 characters', nonEmptyArg)
    .addHelpText('after', DELETE_HELP)
    .action((ids: string[], options: Omit<DeleteOptions, 'ids'>) =>
      runCommand(async () => (await verbs()).remove, { ids, ...options }),
    )

  users
    .command('restore')
    .description('restore users from the trash by their ids')
    .argument('<ids...>', 'the ids of the users')
    .addHelpText('after', RESTORE_HELP)
    .action((ids: string[]) => runCommand(async () => (await verbs()).restore, { ids }))

  for (const [verb, description, help] of [
    ['suspend', 'suspend users: an admin is signed out everywhere', SUSPEND_HELP],
    ['reactivate', 'put back the status that suspended users had', REACTIVATE_HELP],
  ] as const) {
    users
      .command(verb)
      .description(description)
      .argument('[ids...]', 'ids, as `rapport users list` shows them')
      .option('--from-file <file>', 'read ids from a file; - is standard input')
      .option('--reason <text>', 'why, for the history; at most 500 characters', nonEmptyArg)
      .addHelpText('after', help)
      .action((ids: string[], options: Omit<StatusInput, 'ids'>) =>
        runCommand(async () => (await verbs())[verb], { ids, ...options }),
      )
  }
}

/** Reads values that are separated by commas, or given by repeating the option. */
function toValues(text: string, earlier: string[] = []): string[] {
  return [...earlier, ...text.split(',').map((value) => nonEmptyArg(value).trim())]
}

function toAge(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= MAX_AGE) return Number(text)
  throw new InvalidArgumentError(`Give an age from 0 to ${MAX_AGE}.`)
}

/** The contract's maximum. */
const MAX_AGE = 150

const LIST_HELP = `
A date is 2026-11-21, 2026-11-21T09:30, today, yesterday, or 7d for the day
seven days ago, in the local time zone. Both ends are included.
Several statuses, roles or genders are separated by commas.

Examples:
  rapport users list --from 2026-11-01 --status active --sort -joined_date
  rapport users list --search @example.org --output csv > users.csv
  rapport users list --age-to 15 --age-not-set --status not-active
  rapport users list --jq '.[].email'
`

const GET_HELP = `
Examples:
  rapport users get 42
  rapport users get eva@example.org --json
`

const EXPORT_HELP = `
For an admin the server asks for your password. The history records the export.

Examples:
  rapport users export eva@example.org --out eva.json
`

const DELETE_HELP = `${deletionHelp('users')}
A server with a trash keeps users there for 30 days, unless --erase is passed.

Examples:
  rapport users delete 42
  rapport users list --status inactive --output csv |
    rapport users delete --from-file - --yes
`

const SUSPEND_HELP = `
Users who are suspended already count as done, and unknown ones as for delete.

Examples:
  rapport users suspend 42 --reason 'Reported by three people'
  rapport users list --search @spam.example --output csv |
    rapport users suspend --from-file - --yes
`

const REACTIVATE_HELP = `
Examples:
  rapport users reactivate 42
  rapport users list --status suspended --output csv |
    rapport users reactivate --from-file - --yes
`

const RESTORE_HELP = `
An admin's sessions and tokens are not restored. If the email address is taken,
use rapport trash restore with --rename.

Examples:
  rapport users restore 42
  rapport trash list --kind users
`
