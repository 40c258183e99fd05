/** The calls with which admins change categories and subcategories. */
import * as z from 'zod/mini'
import { topicLimits } from '../limits.ts'
import { swapKeys } from '../listing-fields/definition-form.ts'
import { privatePaths, withQuery } from '../paths.ts'
import { textParameter, yesNo } from '../schemas/fields.ts'
import { topicSetKeys } from '../topics/sets.ts'
import { topicProperties } from '../topics/topic.ts'
import { readTopicForm, topicFormLists } from '../topics/topic-form.ts'
import { t } from '../translate.ts'
import type { Fields, Rows } from './endpoint.ts'

const id = z.string({ error: () => t('id must be text.') }).check(z.maxLength(20))

const TopicForAdminSchema = z.object({
  ...topicProperties,
  id: z.string(),
  /** The id of its category; null for a category. */
  parent: z.nullable(z.string()),
  slug: z.string(),
  position: z.int(),
  /** Changes with every change of what a form says. */
  version: z.string(),
  /** How many listings visitors see. */
  listings: z.int(),
})
export type TopicForAdmin = z.infer<typeof TopicForAdminSchema>

const params = z.object({ id: textParameter('id', 20) })
const version = z.string({ error: () => t('version is required.') }).check(z.maxLength(64))

/** The audit entry by which the change can be undone; null if nothing changed. */
export const ChangedSchema = z.object({ message: z.string(), auditEntryId: z.nullable(z.int()) })

const optional = z.partial(z.object(topicProperties)).shape
const ids = z
  .array(id)
  .check(
    z.minLength(1, { error: () => t('Please send the ids of all categories.') }),
    z.maxLength(2 * topicLimits.siblings),
  )

const path = `${privatePaths.adminCategories}/:id`
/** Leads to the list that has the topic. */
const next = ({ fields }: { fields: Fields }) =>
  withQuery(privatePaths.admin, { tab: 'categories', field: fields.parent, status: 'saved' })

export const topicRows = {
  listTopics: {
    summary: 'Lists categories and subcategories, also retired ones, with how many listings each has.',
    access: 'admin',
    reply: z.object({ topics: z.array(TopicForAdminSchema), hasListings: z.boolean() }),
  },
  addTopic: {
    summary: 'Adds a category, or a subcategory of `parent`. It comes after the others.',
    access: 'admin',
    body: z.object({ ...optional, name: topicProperties.name, parent: z.optional(id) }),
    reply: ChangedSchema,
    forms: [{ path: privatePaths.adminCategories, lists: topicFormLists, toBody: readTopicForm, next }],
  },
  changeTopic: {
    summary:
      'Changes what the body has of a category or subcategory, also to retire and restore it. A new name gives it a new address; the old ones lead to it. Returns 409 if it has changed since `version`.',
    access: 'admin',
    params,
    body: z.object({ ...optional, version }),
    reply: ChangedSchema,
    forms: [
      { path, lists: topicFormLists, toBody: readTopicForm, next },
      {
        path,
        actions: { retire: { retired: true }, restore: { retired: false } },
        toBody: ({ version }) => ({ version }),
        next,
      },
    ],
  },
  orderTopics: {
    summary:
      'Puts all categories, or all subcategories of one category, in an order. Returns 409 if it is no longer `before`.',
    access: 'admin',
    body: z.object({ ids, before: ids }),
    reply: ChangedSchema,
    forms: [
      {
        path: `${privatePaths.adminCategories}-order`,
        toBody: ({ before = '', swap = '' }) => swapIds(before, swap),
        next,
      },
    ],
  },
  mergeTopic: {
    summary:
      'Merges a category into another one, or a subcategory into one of any category. Its listings move there, and its name and address lead there.',
    access: 'admin',
    params,
    body: z.object({ version, target: id }),
    reply: ChangedSchema,
    forms: [{ path, actions: { merge: {} }, next }],
  },
  moveTopic: {
    summary:
      'Makes a topic a subcategory of `parent`, or a category of its own if that is empty, with its listings. A category with subcategories cannot become one (409).',
    access: 'admin',
    params,
    body: z.object({ version, parent: id }),
    reply: ChangedSchema,
    forms: [{ path, actions: { move: {} }, next: () => next({ fields: {} }) }],
  },
  addTopicSet: {
    summary:
      'Adds what the site lacks of a set of categories. With `replace`, removes all others; a site with listings refuses that with 409.',
    access: 'admin',
    body: z.object({
      set: z.enum(topicSetKeys, { error: () => t('Please choose a set from the list.') }),
      replace: z._default(yesNo('replace'), false),
    }),
    reply: ChangedSchema,
    forms: [
      {
        path: `${privatePaths.adminCategories}-set`,
        toBody: ({ set, replace }) => ({ set, replace: replace === 'yes' }),
        next,
      },
    ],
  },
} as const satisfies Rows

/** Returns an order of ids, which is joined by commas, and the one in which two of them have changed places. */
export function swapIds(before: string, swap: string) {
  const { keys, before: current } = swapKeys(before, swap)
  return { ids: keys, before: current }
}
