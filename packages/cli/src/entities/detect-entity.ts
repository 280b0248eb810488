import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { ENTITIES } from './kind-option.ts'

/** Field names that do not tell entities apart; files of other programs have them too. */
const COMMON_FIELDS = new Set(['id', 'name', 'status', 'gender', 'created_at', 'category'])

/** Detects the entity of a record by its field names. Prefers `expected` if it fits. */
export function detectEntity(fields: readonly string[], expected: Entity): Entity {
  const matchingEntities = ENTITIES.filter((entity) =>
    Object.keys(entity.fields).some((name) => !COMMON_FIELDS.has(name) && fields.includes(name)),
  )
  // A position may contain its category's name.
  const parentNouns = new Set(matchingEntities.map((entity) => findParentNoun(entity)))
  const candidates = matchingEntities.filter(({ noun }) => !parentNouns.has(noun))
  return candidates.includes(expected) ? expected : (candidates[0] ?? expected)
}

function findParentNoun(entity: Entity): string | undefined {
  return CATALOGUE.find(({ noun }) => noun === entity.noun)?.parent?.noun
}
