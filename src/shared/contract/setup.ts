/** The calls of the first run of the site. */
import * as z from 'zod/mini'
import { privatePaths, withQuery } from '../paths.ts'
import { LinkTokenSchema } from '../schemas/fields.ts'
import { messageReply, type Rows } from './endpoint.ts'

const SetupSchema = z.object({
  /** `begun`: an admin came through the link, and has not finished. `waiting`: a command made the first admin. */
  state: z.enum(['waiting', 'begun', 'finished']),
  countries: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Values by the keys of settings: what is usual in the country, and the email of the admin. */
  suggestions: z.record(z.string(), z.unknown()),
  /** Those of the country. */
  timeZones: z.array(z.string()),
  /** The number of demo ads. */
  demoAds: z.int(),
})
export type Setup = z.infer<typeof SetupSchema>

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
    query: z.object({ country: z._default(z.string().check(z.maxLength(2)), '') }),
    reply: SetupSchema,
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
