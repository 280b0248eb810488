import { multipart } from '@rapport/core/api/multipart.ts'
import { unwrap } from '@rapport/core/api/unwrap.ts'
import type { CategoryChangesInput, Category } from '@rapport/core/categories/category.ts'
import type { EditableEntity, FieldsOf } from './entity.ts'

export const categories: EditableEntity<Category, CategoryChangesInput> = {
  type: 'categories',
  one: 'category',
  fields: {
    id: { type: 'id', label: 'ID' },
    category_name: { type: 'name', label: 'Name', flag: '--name <name>', help: 'the name, unique among categories' },
    slug: { type: 'slug', label: 'Slug', dropOrder: 2 },
    category_image: {
      type: 'image',
      label: 'Image',
      flag: '--image <file>',
      help: 'a png, jpeg (5 MiB at most) or svg image (512 KiB); - for standard input',
      dropOrder: 1,
    },
  } satisfies FieldsOf<Category, CategoryChangesInput>,
  none: { all: 'No categories available.', found: 'No categories found matching your search.' },
  searched: ['category_name'],
  titleOf: ({ category_name }) => category_name,
  references: { name: 'category_name', slug: 'slug' },
  key: ['category_name'],
  savesEveryField: false,
  async inputs() {
    const core = await import('@rapport/core/categories/category.ts')
    return { create: core.newCategoryInput, update: core.categoryChangesInput }
  },
  list: ({ api, call, signal }, options) =>
    call('listCategories', () => unwrap(api.GET('/api/admin/categories', { signal }), options)),
  async save(form, id, { api, call, signal }) {
    const request = { ...multipart({ id, ...form }), signal }
    const isRepeatable = id !== undefined
    const send = () => unwrap(api.POST('/api/admin/category', request))
    return await call('saveCategory', send, { isRepeatable })
  },
  delete: {
    operation: 'deleteCategory',
    movesToTrash: true,
    send: (id, { api, signal }, query) =>
      unwrap(api.DELETE('/api/admin/category/{id}', { params: { path: { id }, query }, signal })),
  },
}
