import { categoryEntity } from '@rapport/core/entities/categories/category-description.ts'
import { positionEntity } from '@rapport/core/entities/positions/position-description.ts'
import { productEntity } from '@rapport/core/entities/products/product-description.ts'
import { recordsQuery } from './records.ts'

export const categoriesQuery = recordsQuery(categoryEntity)
export const positionsQuery = recordsQuery(positionEntity)
export const productsQuery = recordsQuery(productEntity)
