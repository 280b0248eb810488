import { ENTITY_NAMES, type EntityName } from '@rapport/core/api/operations.ts'
import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'
import { Option } from 'commander'

/** What `--kind` of trash and history can name. */
export const ENTITIES: readonly Entity[] = [userEntity, ...CATALOGUE]

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
