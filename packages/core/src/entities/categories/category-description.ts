import { ifMatch } from '../../api/if-match.ts'
import { multipart } from '../../api/multipart.ts'
import { unwrap } from '../../api/unwrap.ts'
import { formatImageLimit } from '../../images/image-kind.ts'
import type { EditableEntity, FieldsOf } from '../entity.ts'
import type { CategoryChangesInput, Category } from './category.ts'

export const categoryEntity: EditableEntity<Category, CategoryChangesInput> = {
  noun: 'categories',
  singular: 'category',
  fields: {
    id: { type: 'id', label: 'ID' },
    category_name: { type: 'name', label: 'Name', flag: '--name <name>', help: 'the name, unique among categories' },
    slug: { type: 'slug', label: 'Slug', dropOrder: 2 },
    category_image: {
      type: 'image',
      label: 'Image',
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
  operations: { list: 'listCategories', create: 'saveCategory', update: 'saveCategory' },
  savesEveryField: false,
  async schemas() {
    const inputs = await import('./category.ts')
    return { create: inputs.newCategoryInput, update: inputs.categoryChangesInput }
  },
  list: ({ api, withRetry, signal }, options) =>
    withRetry('listCategories', () => unwrap(api.GET('/api/admin/categories', { signal }), options)),
  async save(form, id, { api, withRetry, signal }, version) {
    const request = { ...multipart({ id, ...form }), params: { header: ifMatch(version) }, signal }
    const isRepeatable = id !== undefined
    const send = () => unwrap(api.POST('/api/admin/category', request))
    return await withRetry('saveCategory', send, { isRepeatable })
  },
  delete: {
    operation: 'deleteCategory',
    movesToTrash: true,
    send: (id, { api, signal }, query, version) =>
      unwrap(
        api.DELETE('/api/admin/category/{id}', { params: { path: { id }, query, header: ifMatch(version) }, signal }),
      ),
  },
}
