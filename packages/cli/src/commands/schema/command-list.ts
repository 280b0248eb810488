import * as z from 'zod/mini'
import { EXIT, EXIT_CODES_HELP, type ExitCode } from '#cli/io/exit-codes.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
const parameter = {
  name: z.string(),
  description: z.string(),
  required: z.boolean(),
  repeatable: z.boolean(),
  choices: z.nullable(z.array(z.string())),
  default: z.nullable(value),
}
const text = (description: string) => z.string().check(z.describe(description))

/** One command, as `rapport commands --json` prints it. */
export const commandItem = z.object({
  command: text('Its words. The command named rapport has the options of every command.'),
  description: z.string(),
  effect: z
    .enum(['none', 'read', 'write', 'delete'])
    .check(z.describe('The most that it does on the server. Files and settings of this machine do not count.')),
  extension: z.nullable(text('The extension that the server must offer.')),
  scopes: z
    .nullable(z.array(z.string()))
    .check(z.describe('A token needs one of these. Empty: only rapport login helps. Null: no token is needed.')),
  arguments: z.array(z.object(parameter)),
  options: z.array(
    z.object({
      ...parameter,
      short: z.nullable(z.string()),
      value: z.nullable(text('What the value is. Null: the option has none.')),
      type: z.enum(['boolean', 'text', 'number', 'file']),
    }),
  ),
  exit_codes: z.array(z.number()),
  examples: z.array(z.string()),
})

export type CommandItem = z.infer<typeof commandItem>

/** The meanings of the exit codes, as their help describes them. */
export const EXIT_MEANINGS = new Map(
  Array.from(EXIT_CODES_HELP.matchAll(/^ +(\d+) {2}(.*(?:\n {7}.*)*)/gm), ([, code, meaning = '']) => [
    Number(code),
    meaning.replaceAll(/\s+/g, ' '),
  ]),
)

/** Returns the JSON Schema of what `rapport commands --json` prints. */
export function commandListSchema(): object {
  const { $schema, properties, ...item } = z.toJSONSchema(commandItem)
  const codes = Object.values<ExitCode>(EXIT).map((code) => ({ const: code, description: EXIT_MEANINGS.get(code) }))
  const exit_codes = { type: 'array', items: { oneOf: codes } }
  const items = { ...item, properties: { ...properties, exit_codes } }
  return { $schema, title: 'Commands of rapport', type: 'array', items }
}
