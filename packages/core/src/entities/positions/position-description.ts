import { formatImageLimit } from '../../images/image-kind.ts'
import type { EditableEntity, FieldsOf } from '../entity.ts'
import type { Position, PositionChangesInput } from './position.ts'

export const positionEntity: EditableEntity<Position, PositionChangesInput> = {
  noun: 'positions',
  singular: 'position',
  fields: {
    id: { type: 'id', label: 'ID' },
    category_id: {
      type: 'parent',
      label: 'Category ID',
      formLabel: 'Category',
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
      formLabel: 'Position Name',
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
      formLabel: 'Safety Tips',
      flag: '--safety-tips <text>',
      help: 'the safety tips',
      shownIn: 'detailsOnly',
    },
    sub_cat_image: {
      type: 'image',
      label: 'Image',
      formLabel: 'Photo',
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
  operations: { list: 'listPositions', create: 'savePosition', update: 'savePosition', delete: 'deletePosition' },
  movesToTrash: true,
  savesEveryField: false,
  async schemas() {
    const inputs = await import('./position.ts')
    return { create: inputs.newPositionInput, update: inputs.positionChangesInput }
  },
}
