/** The calls of the first run of the site. */
import * as z from 'zod/mini'
import { privatePaths, withQuery } from '../paths.ts'
import { LinkTokenSchema, textParameter } from '../schemas/fields.ts'
import { type PlaceLimits, settingOf } from '../settings/table.ts'
import { topicSetKeys } from '../topics/sets.ts'
import { t } from '../translate.ts'
import { messageReply, type Rows } from './endpoint.ts'

const SetupSchema = z.object({
  /** `begun`: an admin came through the link, and has not finished. `waiting`: a command made the first admin. */
  state: z.enum(['waiting', 'begun', 'finished']),
  /** Values by the keys of settings: what is usual in the country, and the email of the admin. */
  suggestions: z.record(z.string(), z.unknown()),
  /** Those of the country. */
  timeZones: z.array(z.string()),
  /** The number of demo ads. */
  demoAds: z.int(),
  /** Whether there are other ads. Then a set can no longer replace the categories. */
  hasOwnAds: z.boolean(),
  /** The sets of categories. `isUsed`: the site has these categories. */
  topicSets: z.array(
    z.object({ key: z.enum(topicSetKeys), categories: z.array(z.string()), isUsed: z.boolean() }),
  ),
})
export type Setup = z.infer<typeof SetupSchema>

const PlacesPreviewSchema = z.object({
  /** The home town with its state; null if no town has this name. */
  home: z.nullable(z.string()),
  /** How many towns the site offers, and the largest of them. */
  towns: z.int(),
  largest: z.array(z.string()),
})
export type PlacesPreview = z.infer<typeof PlacesPreviewSchema>

const limit = <Key extends keyof PlaceLimits>(key: Key) =>
  settingOf(key).type.schema as z.ZodMiniType<PlaceLimits[Key]>
const PlaceLimitsSchema = z.object({
  onlyRegions: limit('onlyRegions'),
  homeTown: limit('homeTown'),
  homeRadius: limit('homeRadius'),
  distanceUnit: limit('distanceUnit'),
})

export const setupRows = {
  checkSetupLink: {
    summary:
      'Returns whether this is the link with which someone becomes the first admin. It works once, for a day, while the site has no admin.',
    body: LinkTokenSchema,
    reply: z.object({ works: z.boolean() }),
  },
  getSetup: {
    summary: 'Retrieves what the first run of the site offers. `country` is the code of one, such as `FR`.',
    access: 'admin',
    query: z.object({ country: z._default(z.string(), '') }),
    reply: SetupSchema,
  },
  previewPlaces: {
    summary: 'Says which towns the site would offer with other limits. Stores nothing.',
    access: 'admin',
    body: PlaceLimitsSchema,
    reply: PlacesPreviewSchema,
  },
  chooseTopicSet: {
    summary:
      'Gives the site the categories of a set in place of those it has, and deletes the demo ads, which are in those. A site with other ads refuses it with 409.',
    access: 'admin',
    body: z.object({ set: z.enum(topicSetKeys, { error: () => t('Please choose a set from the list.') }) }),
    reply: messageReply,
    forms: [{ path: privatePaths.setupTopics, next: () => withQuery(privatePaths.setup, { step: 'ads' }) }],
  },
  removeSetupCountry: {
    summary: 'Deletes the demo ads, and removes a country with all of its places, soon after the reply.',
    access: 'admin',
    params: z.object({ id: textParameter('id', 2) }),
    reply: messageReply,
    forms: [
      {
        path: privatePaths.setupCountryRemoval,
        next: () => withQuery(privatePaths.setup, { step: 'place' }),
      },
    ],
  },
  changeDemoAds: {
    summary: 'Adds all demo ads, or deletes them.',
    access: 'admin',
    body: z.object({ shown: z.boolean() }),
    reply: messageReply,
    forms: [
      {
        path: privatePaths.setupDemo,
        toBody: ({ shown }) => ({ shown: shown === 'yes' }),
        next: () => withQuery(privatePaths.setup, { step: 'ads' }),
      },
    ],
  },
  finishSetup: {
    summary: 'Ends the first run of the site, which the dashboard then no longer mentions.',
    access: 'admin',
    reply: messageReply,
    forms: [{ path: privatePaths.setupEnd, next: () => '/' }],
  },
} as const satisfies Rows
