import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { Option } from 'commander'
import { ENTITIES } from './entities.ts'

/** Creates the option `--kind` of trash and history. */
export function createKindOption(): Option {
  return new Option('--kind <kind>', 'only this kind of record').choices(ENTITIES.map(({ noun }) => noun))
}

/** Converts `--kind` to the API's filter. */
export function entityFilter(kind: string | undefined): { entity?: EntityName } {
  const match = ENTITIES.find(({ noun }) => noun === kind)
  const entity = ENTITY_NAMES.find((name) => name === match?.singular)
  return entity ? { entity } : {}
}
