import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { newPositionInput, type Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { checkedInput } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { POSITION_OPTIONS, type PositionOptions } from './position-options.ts'
import { positionRecord } from '#cli/lib/records/position-record.ts'

/** Stands for the id until the category is looked up: mistakes of this machine are told before any call is made. */
const NOT_LOOKED_UP = '?'

interface Created {
  position: Position
  /** The same with the name of its category. */
  named: Position
}

/** Adds a position to a category. */
export async function run(options: PositionOptions, deps: Deps): Promise<Created> {
  const { category = '', name, image, benefits, tips, challenges, safetyTips: safety_tips } = options
  const form = checkedInput(
    newPositionInput,
    {
      category_id: category.trim() && NOT_LOOKED_UP,
      subcategory_name: name,
      sub_cat_image: await readImage(image, deps.stdin),
      benefits,
      tips,
      challenges,
      safety_tips,
    },
    { options: POSITION_OPTIONS, help: 'rapport positions create' },
  )
  const { id: category_id, category_name } = await findCategory(category, deps)
  announceWrite(deps, `Creating position ${form.subcategory_name} in ${category_name}`)
  const { api, call, signal } = deps
  const position = await call('savePosition', () =>
    unwrap(api.POST('/api/admin/subcategory', { ...multipart({ ...form, category_id }), signal })),
  )
  return { position, named: { ...position, category: position.category ?? { category_name } } }
}

export function present({ position, named }: Created): Presentation {
  return presentRecord(positionRecord, position, `Created position ${position.id}.`, named)
}
