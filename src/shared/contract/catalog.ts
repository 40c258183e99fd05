/** The calls that read categories and places. */
import * as z from 'zod/mini'
import { CategorySchema, LocationSchema } from '../catalog.ts'
import { maxNameLength } from '../limits.ts'
import { textParameter } from '../schemas/fields.ts'
import type { Rows } from './endpoint.ts'

const idOrSlug = z.object({ id: textParameter('id', maxNameLength) })
const categoryName = z.object({ category: textParameter('category', maxNameLength) })

export const catalogRows = {
  listCategories: {
    summary: 'Lists all categories with their subcategories.',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    summary: 'Retrieves a category by id or slug.',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    summary: 'Retrieves a category by name.',
    query: categoryName,
    reply: CategorySchema,
  },
  listLocations: {
    summary: 'Lists all countries with their states and cities.',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    summary: 'Retrieves a country by id or slug.',
    params: idOrSlug,
    reply: LocationSchema,
  },
} as const satisfies Rows
