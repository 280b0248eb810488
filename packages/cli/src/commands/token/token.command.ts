import type { Scope } from '@rapport/core/api/operations.ts'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addPasswordStdinOption, type PasswordStdinInput } from '#cli/auth/confirm-identity.ts'
import type { RunCommand } from '#cli/deps.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'
import type { CreateInput } from './token.ts'

const verbs = () => import('./token.ts')

export function addTokenCommand(program: Command, runCommand: RunCommand): void {
  const token = program.command('token').description('manage API tokens, for example for CI: list, create, revoke')

  token
    .command('list')
    .description('list your tokens, without their secrets')
    .addHelpText('after', LIST_HELP)
    .action(() => runCommand(async () => (await verbs()).list, {}))

  addPasswordStdinOption(
    token
      .command('create')
      .description('create a token and print its secret, shown only once')
      .argument('<name>', 'the name shown in the audit log', nonEmptyArg)
      .addOption(
        new Option('--scope <scopes>', 'scopes, comma-separated or repeated')
          .choices(SCOPES)
          .argParser(toScopes)
          .makeOptionMandatory(),
      )
      .requiredOption('--expires <days>', 'when it expires: 1d to 366d from now', toDays),
  )
    .addHelpText('after', CREATE_HELP)
    .action((name: string, options: Omit<CreateInput, 'name'>) =>
      runCommand(async () => (await verbs()).create, { name, ...options }),
    )

  addPasswordStdinOption(
    token
      .command('revoke')
      .description('revoke a token: it stops working at once')
      .argument('<token>', 'the id or the name', nonEmptyArg),
  )
    .addHelpText('after', REVOKE_HELP)
    .action((reference: string, options: PasswordStdinInput) =>
      runCommand(async () => (await verbs()).revoke, { reference, ...options }),
    )
}

const SCOPES = ['read', 'catalogue', 'users'] as const satisfies readonly Scope[]

function toScopes(text: string, before: readonly Scope[] = []): Scope[] {
  const scopes = text.split(',').map((word) => {
    const scope = SCOPES.find((candidate) => candidate === word.trim())
    if (scope === undefined) throw new InvalidArgumentError(`Choose from ${SCOPES.join(', ')}.`)
    return scope
  })
  return [...new Set([...before, ...scopes])]
}

function toDays(text: string): number {
  const days = Number(/^(\d{1,3})d$/.exec(text)?.[1])
  if (days >= 1 && days <= 366) return days
  throw new InvalidArgumentError('Use days, from 1d to 366d.')
}

const LIST_HELP = `
Examples:
  rapport token list
  rapport token list --json
`

const CREATE_HELP = `
Scopes:
  read       list and view
  catalogue  manage categories, positions and products
  users      list and delete users

Changing your password does not revoke tokens.

Examples:
  rapport token create CI --scope catalogue --expires 90d
  rapport token create reports --scope read,users --expires 7d > token.txt
  RAPPORT_TOKEN=$(cat token.txt) rapport users list
`

const REVOKE_HELP = `
Examples:
  rapport token revoke CI
  rapport token revoke 3 --yes
`
