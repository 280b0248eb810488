import { positionChangesInput, type Position } from '@rapport/core/positions/position.ts'
import type { Deps } from '#cli/deps.ts'
import type { Presentation } from '#cli/io/output.ts'
import { announceWrite } from '#cli/lib/announce-write.ts'
import { findCategory } from '#cli/lib/category-reference.ts'
import { checkNamed, requireChanges } from '#cli/lib/checked-input.ts'
import { readImage } from '#cli/lib/image-file.ts'
import { checkIds } from '#cli/lib/record-noun.ts'
import { presentRecord } from '#cli/lib/record-presentation.ts'
import { changePosition } from '#cli/lib/records/position-change.ts'
import { type Named, namedToShow, positionRecord } from '#cli/lib/records/position-record.ts'
import { POSITION_OPTIONS, type PositionOptions } from './position-options.ts'

export interface UpdateInput extends PositionOptions {
  id: string
}

interface Updated extends Named {
  position: Position
}

const WORDS = { options: POSITION_OPTIONS, help: 'rapport positions update' }

/** Changes of a position what was named, and nothing else. */
export async function run({ id, ...options }: UpdateInput, deps: Deps): Promise<Updated> {
  checkIds([id], positionRecord.noun)
  const named = namedFields(options)
  requireChanges(named, WORDS)
  const given = { ...named, sub_cat_image: await readImage(options.image, deps.stdin) }
  checkNamed(positionChangesInput, given, WORDS)
  const { category } = options
  const category_id = category === undefined ? undefined : String((await findCategory(category, deps)).id)
  const changes = { ...given, category_id }
  const position = await changePosition(id, changes, WORDS, deps, ({ subcategory_name }) =>
    announceWrite(deps, `Updating position ${id} (${subcategory_name})`),
  )
  return { position, ...(await namedToShow([position], deps)) }
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

export function present({ position, named: [row], nameless }: Updated): Presentation {
  const talk = `Updated position ${position.id}.`
  return presentRecord(positionRecord, position, nameless === undefined ? talk : `${nameless}\n${talk}`, row)
}
