import { CATALOGUE } from '@rapport/core/entities/catalogue.ts'
import type { Entity } from '@rapport/core/entities/entity.ts'
import { userEntity } from '@rapport/core/entities/users/user-description.ts'

export const ENTITIES: readonly Entity[] = [userEntity, ...CATALOGUE]
