import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { Option } from 'commander'
import { ENTITIES } from './entities.ts'

/** `--kind`, for trash and history. */
export function kindOption(): Option {
  return new Option('--kind <kind>', 'only this kind of record').choices(ENTITIES.map(({ type }) => type))
}

/** The filter for a kind, as trash and history name it. */
export function entityFilter(kind: string | undefined): { entity?: EntityName } {
  const wanted = ENTITIES.find(({ type }) => type === kind)
  const entity = ENTITY_NAMES.find((name) => name === wanted?.one)
  return entity ? { entity } : {}
}
