import { ifMatch } from '../../api/if-match.ts'
import { multipart } from '../../api/multipart.ts'
import { unwrap } from '../../api/unwrap.ts'
import { formatImageLimit } from '../../images/image-kind.ts'
import { categoryEntity } from '../categories/category-description.ts'
import type { CallDeps, EditableEntity, FieldsOf } from '../entity.ts'
import type { Position, PositionChangesInput } from './position.ts'

export const positionEntity: EditableEntity<Position, PositionChangesInput> = {
  noun: 'positions',
  singular: 'position',
  fields: {
    id: { type: 'id', label: 'ID' },
    category_id: {
      type: 'parent',
      label: 'Category ID',
      flag: '--category <category>',
      help: 'the category it belongs to: its id, slug or name',
      shownIn: 'dataOnly',
    },
    category: {
      type: 'readOnly',
      label: 'Category',
      tableText: ({ category, category_id }) => category?.category_name ?? String(category_id),
      fileValue: ({ category }) => category?.category_name,
    },
    subcategory_name: {
      type: 'name',
      label: 'Name',
      flag: '--name <name>',
      help: 'the name, unique in its category',
    },
    benefits: { type: 'text', label: 'Benefits', flag: '--benefits <text>', help: 'the benefits', dropOrder: 1 },
    tips: { type: 'text', label: 'Tips', flag: '--tips <text>', help: 'the tips', shownIn: 'detailsOnly' },
    challenges: {
      type: 'text',
      label: 'Challenges',
      flag: '--challenges <text>',
      help: 'the challenges',
      shownIn: 'detailsOnly',
    },
    safety_tips: {
      type: 'text',
      label: 'Safety tips',
      flag: '--safety-tips <text>',
      help: 'the safety tips',
      shownIn: 'detailsOnly',
    },
    sub_cat_image: {
      type: 'image',
      label: 'Image',
      flag: '--image <file>',
      help: `a png or jpeg image, ${formatImageLimit()} at most; - for standard input`,
      shownIn: 'detailsOnly',
    },
  } satisfies FieldsOf<Position, PositionChangesInput>,
  emptyMessages: { noRecords: 'No positions available.', noMatches: 'No positions found matching your search.' },
  searchFields: ['subcategory_name'],
  titleOf: ({ category, subcategory_name }) =>
    category ? `${subcategory_name}, in ${category.category_name}` : subcategory_name,
  lookupFields: { name: 'subcategory_name' },
  keyFields: ['category', 'subcategory_name'],
  parent: { noun: 'categories', idField: 'category_id', nameField: 'category' },
  operations: { list: 'listPositions', create: 'savePosition', update: 'savePosition' },
  savesEveryField: false,
  async schemas() {
    const inputs = await import('./position.ts')
    return { create: inputs.newPositionInput, update: inputs.positionChangesInput }
  },
  list: ({ api, withRetry, signal }, options) =>
    withRetry('listPositions', () => unwrap(api.GET('/api/admin/subcategories', { signal }), options)),
  withNames: withCategoryNames,
  async save(form, id, { api, withRetry, signal }, version) {
    const request = { ...multipart({ id, ...form }), params: { header: ifMatch(version) }, signal }
    const isRepeatable = id !== undefined
    const send = () => unwrap(api.POST('/api/admin/subcategory', request))
    return await withRetry('savePosition', send, { isRepeatable })
  },
  delete: {
    operation: 'deletePosition',
    movesToTrash: true,
    send: (id, { api, signal }, query, version) =>
      unwrap(
        api.DELETE('/api/admin/subcategory/{id}', {
          params: { path: { id }, query, header: ifMatch(version) },
          signal,
        }),
      ),
  },
}

/** Adds category names to positions of servers that leave them out. */
export async function withCategoryNames(records: Position[], deps: CallDeps): Promise<Position[]> {
  if (records.every(({ category }) => category)) return records
  const names = new Map((await categoryEntity.list(deps)).map(({ id, category_name }) => [String(id), category_name]))
  return records.map((position) => {
    const category_name = position.category ? undefined : names.get(String(position.category_id))
    return category_name === undefined ? position : { ...position, category: { category_name } }
  })
}
