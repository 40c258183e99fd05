/** The calls that read categories and places. */
import * as z from 'zod/mini'
import { calls } from '../calls.ts'
import { CategorySchema, LocationSchema } from '../catalog.ts'
import { maxNameLength } from '../limits.ts'
import { textParameter } from '../schemas/fields.ts'
import type { Rows } from './endpoint.ts'

const idOrSlug = z.object({ id: textParameter('id', maxNameLength) })
const categoryName = z.object({ category: textParameter('category', maxNameLength) })

export const catalogRows = {
  listCategories: {
    ...calls.listCategories,
    summary: 'Lists all categories with their subcategories.',
    reply: z.array(CategorySchema),
  },
  getCategory: {
    ...calls.getCategory,
    summary: 'Retrieves a category by id or slug.',
    params: idOrSlug,
    reply: CategorySchema,
  },
  getSingleCategory: {
    ...calls.getSingleCategory,
    summary: 'Retrieves a category by name.',
    query: categoryName,
    reply: CategorySchema,
  },
  listLocations: {
    ...calls.listLocations,
    summary: 'Lists all countries with their states and cities.',
    reply: z.array(LocationSchema),
  },
  getLocation: {
    ...calls.getLocation,
    summary: 'Retrieves a country by id or slug.',
    params: idOrSlug,
    reply: LocationSchema,
  },
} as const satisfies Rows
