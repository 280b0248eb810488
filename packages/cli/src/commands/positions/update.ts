import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { positionChangesInput, type Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { checkedInput, requireChanges } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { checkIds, foundById } from '#cli/lib/record-noun.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { POSITION_OPTIONS, type PositionOptions } from './position-options.ts'
import { listPositions, positionRecord } from './position-record.ts'

export interface UpdateInput extends PositionOptions {
  id: string
}

const WORDS = { options: POSITION_OPTIONS, help: 'rapport positions update' }

/** Changes of a position what was named, and sends the rest as it is: another server may take what is missing for empty. */
export async function run({ id, ...options }: UpdateInput, deps: Deps): Promise<Position> {
  checkIds([id], positionRecord.noun)
  const named = namedFields(options)
  requireChanges(named, WORDS)
  const sub_cat_image = await readImage(options.image, deps.stdin)
  const before = foundById(await listPositions(deps), id, positionRecord.noun)
  const category = options.category?.trim() ? (await findCategory(options.category, deps)).id : options.category
  const form = checkedInput(
    positionChangesInput,
    {
      category_id: String(category ?? before.category_id),
      subcategory_name: named.subcategory_name ?? before.subcategory_name,
      sub_cat_image,
      benefits: named.benefits ?? before.benefits ?? undefined,
      tips: named.tips ?? before.tips ?? undefined,
      challenges: named.challenges ?? before.challenges ?? undefined,
      safety_tips: named.safety_tips ?? before.safety_tips ?? undefined,
    },
    WORDS,
  )
  announceWrite(deps, `Updating position ${id} (${before.subcategory_name})`)
  const { api, call, signal } = deps
  return call('savePosition', () =>
    unwrap(api.POST('/api/admin/subcategory', { ...multipart({ id: before.id, ...form }), signal })),
  )
}

function namedFields({ category, name, image, benefits, tips, challenges, safetyTips }: PositionOptions) {
  return {
    category_id: category,
    subcategory_name: name,
    sub_cat_image: image,
    benefits,
    tips,
    challenges,
    safety_tips: safetyTips,
  }
}

export function present(position: Position): Presentation {
  return presentRecord(positionRecord, position, `Updated position ${position.id}.`)
}
