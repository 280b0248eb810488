import { formatImageLimit } from '../../images/image-kind.ts'
import type { EditableEntity, FieldsOf } from '../entity.ts'
import type { CategoryChangesInput, Category } from './category.ts'

export const categoryEntity: EditableEntity<Category, CategoryChangesInput> = {
  noun: 'categories',
  singular: 'category',
  fields: {
    id: { type: 'id', label: 'ID' },
    category_name: {
      type: 'name',
      label: 'Name',
      formLabel: 'Category Name',
      flag: '--name <name>',
      help: 'the name, unique among categories',
    },
    slug: { type: 'slug', label: 'Slug', dropOrder: 2 },
    category_image: {
      type: 'image',
      label: 'Image',
      formLabel: 'Photo',
      flag: '--image <file>',
      help: `a png, jpeg (${formatImageLimit()} at most) or svg image (${formatImageLimit('image/svg+xml')}); - for standard input`,
      dropOrder: 1,
    },
  } satisfies FieldsOf<Category, CategoryChangesInput>,
  emptyMessages: { noRecords: 'No categories available.', noMatches: 'No categories found matching your search.' },
  searchFields: ['category_name'],
  titleOf: ({ category_name }) => category_name,
  lookupFields: { name: 'category_name', slug: 'slug' },
  keyFields: ['category_name'],
  operations: { list: 'listCategories', create: 'saveCategory', update: 'saveCategory', delete: 'deleteCategory' },
  movesToTrash: true,
  savesEveryField: false,
  async schemas() {
    const inputs = await import('./category.ts')
    return { create: inputs.newCategoryInput, update: inputs.categoryChangesInput }
  },
}
