import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import { positionChangesInput, type Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import { checkedInput, type InputWords, type Mistake } from '#cli/lib/checked-input.ts'
import { foundById } from '#cli/lib/record-noun.ts'
import { listPositions, positionRecord } from './position-record.ts'

/** What is to change of a position; the rest stays. */
export interface PositionChanges {
  category_id?: string | undefined
  subcategory_name?: string | undefined
  sub_cat_image?: Blob | Mistake | undefined
  benefits?: string | undefined
  tips?: string | undefined
  challenges?: string | undefined
  safety_tips?: string | undefined
}

/**
 * Changes a position as it is now on the server, and sends the rest along: another server may take what is missing for
 * empty. `onWrite` is told of it before it is written.
 * @throws CliError when there is none, and for what the input of core does not take
 */
export async function changePosition(
  id: string,
  changes: PositionChanges,
  words: InputWords<keyof PositionChanges>,
  deps: Deps,
  onWrite: (before: Position) => void = () => undefined,
): Promise<Position> {
  const before = foundById(await listPositions(deps), id, positionRecord.noun)
  const form = checkedInput(
    positionChangesInput,
    {
      category_id: changes.category_id ?? String(before.category_id),
      subcategory_name: changes.subcategory_name ?? before.subcategory_name,
      sub_cat_image: changes.sub_cat_image,
      benefits: changes.benefits ?? before.benefits ?? undefined,
      tips: changes.tips ?? before.tips ?? undefined,
      challenges: changes.challenges ?? before.challenges ?? undefined,
      safety_tips: changes.safety_tips ?? before.safety_tips ?? undefined,
    },
    words,
  )
  onWrite(before)
  const { api, call, signal } = deps
  return call('savePosition', () =>
    unwrap(api.POST('/api/admin/subcategory', { ...multipart({ id: before.id, ...form }), signal })),
  )
}
