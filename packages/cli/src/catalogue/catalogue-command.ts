import { findParent } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { LIST_FLAGS } from '@rapport/core/entities/list-flags.ts'
import { type Command, Option } from 'commander'
import type { RunCommand } from '#cli/deps.ts'
import type { DeleteOptions } from '#cli/entities/deletion/deletion.ts'
import { deletionHelp } from '#cli/entities/deletion/help.ts'
import { addFieldOptions, type OptionValues } from '#cli/entities/field-options.ts'
import { addListOptions, type ListInput } from '#cli/entities/list-records.ts'
import { nonEmptyArg } from '#cli/io/non-empty-arg.ts'

/** What a noun adds to the verbs that all nouns of the catalogue have. */
interface Noun {
  entity: EditableEntity
  description: string
  /** What follows the options of each verb. */
  help: Record<'list' | 'get' | 'create' | 'update' | 'delete', string>
}

/** Adds the noun with `list`, `get`, `create`, `update` and `delete`. */
export function addCatalogueCommand(program: Command, runCommand: RunCommand, { entity, description, help }: Noun) {
  const { noun, singular } = entity
  const parent = findParent(entity)
  const command = program.command(noun).description(description)
  const verbs = () => import('./record-verbs.ts')

  const list = command.command('list').description(`list all ${noun}, or those that match`)
  if (parent) {
    const filter = `only of this ${parent.singular}: its ${formatReferences(parent)}`
    list.option(`${LIST_FLAGS.category} <category>`, filter, nonEmptyArg)
  }
  addListOptions(list, entity)
    .addHelpText('after', help.list)
    .action((options: ListInput) => runCommand(async () => (await verbs()).list, { entity, ...options }))

  command
    .command('get')
    .description(`show a ${singular}`)
    .argument(`<${singular}>`, `its ${formatReferences(entity)}`)
    .addHelpText('after', help.get)
    .action((reference: string) => runCommand(async () => (await verbs()).get, { entity, reference }))

  addFieldOptions(command.command('create'), entity, { isNew: true })
    .description(`create a ${singular}${parent ? ` in a ${parent.singular}` : ''}`)
    .addOption(bodyOption())
    .addHelpText('after', help.create)
    .action((options: OptionValues) => runCommand(async () => (await verbs()).create, { entity, options }))

  addFieldOptions(command.command('update'), entity, { isNew: false })
    .description(`change fields of a ${singular}; others are unchanged`)
    .addOption(bodyOption())
    .argument(`<${singular}>`, `its ${formatReferences(entity)}`)
    .addHelpText('after', help.update)
    .action((reference: string, options: OptionValues) =>
      runCommand(async () => (await verbs()).update, { entity, reference, options }),
    )

  command
    .command('delete')
    .description(`delete ${noun} by their ${formatReferences(entity, 's')}`)
    .argument(`[${noun}...]`, formatReferences(entity, 's'))
    .option('--from-file <file>', `read ${formatReferences(entity, 's')} from a file; - is stdin`)
    .option('--dry-run', 'print what would be deleted and delete nothing')
    .option('--backup <file>', 'back up to a file first, for rapport apply', nonEmptyArg)
    .addHelpText('after', `${deletionHelp(noun)}\n${help.delete}`)
    .action((ids: string[], options: Omit<DeleteOptions, 'ids'>) =>
      runCommand(async () => (await verbs()).remove, { entity, ids, ...options }),
    )
  return command
}

function bodyOption(): Option {
  return new Option('--body <file>', 'read fields from a record in JSON or YAML; - is stdin').argParser(nonEmptyArg)
}

/** Formats what names a record: `id, slug or name`. */
function formatReferences({ lookupFields }: EditableEntity, ending = ''): string {
  const names = ['id', ...Object.keys(lookupFields).toReversed()].map((name) => `${name}${ending}`)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
