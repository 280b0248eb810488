import { InvalidArgumentError, Option, type Command } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import type { ApiInput } from './api.ts'

export function addApiCommand(program: Command, runCommand: RunCommand): void {
  program
    .command('api')
    .description('make an authenticated API request and print the response')
    .argument('<method>', 'GET, POST, PUT, PATCH or DELETE', toMethod)
    .argument('<path>', 'such as users; /api/admin/ is prepended unless it starts with /')
    .option('-F, --field <key=value>', 'a field of the query or body; repeatable', collectField)
    .addOption(new Option('--input <file>', 'the JSON body; - is standard input').conflicts('field'))
    .option('--paginate', 'read all pages of a list')
    .addHelpText('after', HELP)
    .action((method: string, path: string, options: Omit<ApiInput, 'method' | 'path'>) =>
      runCommand(() => import('./api.ts'), { method, path, ...options }),
    )
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function toMethod(text: string): string {
  const method = text.toUpperCase()
  if (METHODS.includes(method)) return method
  throw new InvalidArgumentError(`Choose from ${METHODS.join(', ')}.`)
}

function collectField(field: string, before: readonly string[] = []): string[] {
  if (/^[^=]+=/s.test(field)) return [...before, field]
  throw new InvalidArgumentError('Use key=value.')
}

const HELP = `
true, false, null and whole numbers are sent as JSON, anything else as a string.
If a value is @FILE, all fields are sent as a multipart form with that file. In
a GET request, fields become query parameters.

Examples:
  rapport api GET get-settings
  rapport api GET users --paginate --jq '.data.users[].email'
  rapport api POST category -F category_name=Trust -F category_image=@trust.png
  rapport api PUT subscription-products/3 --input product.json
  rapport api DELETE users/42 --yes
`
