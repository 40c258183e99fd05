/** The calls of the site's settings. */
import * as z from 'zod/mini'
import { privatePaths, withQuery } from '../paths.ts'
import { readSettingsForm } from '../settings/read.ts'
import { setupEnd } from '../settings/setup-steps.ts'
import {
  homeSections,
  type SettingKey,
  type SiteSettings,
  settingKeys,
  settingOf,
} from '../settings/table.ts'
import { t } from '../translate.ts'
import type { Rows } from './endpoint.ts'

const unknownSetting = { error: () => t('There is no setting of this name.') }
const shape = Object.fromEntries(
  settingKeys.map((key) => [key, z.optional(settingOf(key).type.schema)] as const),
)
const ValuesSchema = z.strictObject(shape, unknownSetting) as unknown as z.ZodMiniType<Partial<SiteSettings>>

const SettingForAdminSchema = z.object({
  key: z.enum(settingKeys as [SettingKey, ...SettingKey[]]),
  value: z.unknown(),
  /** What the form offers of what the server knows, such as time zones; null if the table says it. */
  choices: z.nullable(z.array(z.object({ key: z.string(), label: z.string(), retired: z.boolean() }))),
  /** The environment variable that sets it, so that it cannot be changed; null if none does. */
  lockedBy: z.nullable(z.string()),
  /** What is wrong with the stored value, or the one of the environment variable; null if nothing. */
  problem: z.nullable(z.string()),
  /** What the site makes of the value; null if it is used as it is. */
  note: z.nullable(z.string()),
})
export type SettingForAdmin = z.infer<typeof SettingForAdminSchema>

const invitationToken = z
  .string({ error: () => t('Please enter the token of an invitation.') })
  .check(z.maxLength(200))
const InvitationSchema = z.object({ token: z.string(), link: z.string() })

const next = () => withQuery(privatePaths.admin, { tab: 'settings', status: 'saved' })

const bannerActions = ['postService', 'findService', 'postEvent', 'findEvent'] as const
const BannerSchema = z.object({
  /** What its button does. */
  action: z.enum(bannerActions),
  title: z.string(),
  text: z.string(),
  /** The path of the operator's own; empty for the photos that come with the site. */
  picture: z.string(),
})
export type HomeBanner = z.infer<typeof BannerSchema>

export const settingRows = {
  getHomePage: {
    summary: 'Retrieves what admins have chosen for the home page.',
    constant: true,
    reply: z.object({
      /** The parts below the board, in their order. */
      sections: z.array(z.enum(homeSections)),
      /** Names of categories; empty for the most used ones. */
      categories: z.array(z.string()),
      /** Names of states or provinces; empty for the most used ones. */
      regions: z.array(z.string()),
      banners: z.array(BannerSchema),
    }),
  },
  listSettings: {
    summary: 'Lists the settings of the site with their values.',
    access: 'admin',
    reply: z.object({ settings: z.array(SettingForAdminSchema) }),
  },
  changeSettings: {
    summary:
      'Changes settings. `before` has the value from which each change starts: if one has changed since, nothing changes, and `fields` says which. Returns 409 for a setting that an environment variable sets.',
    access: 'admin',
    body: z.object({ values: ValuesSchema, before: z.record(z.string(), z.unknown()) }),
    /** The audit entries by which the changes can be undone. */
    reply: z.object({ message: z.string(), auditEntryIds: z.array(z.int()) }),
    forms: [
      { path: privatePaths.adminSettings, hidden: /^before\./, toBody: readSettingsForm, next },
      {
        path: privatePaths.setupSettings,
        hidden: /^before\./,
        toBody: readSettingsForm,
        next: ({ fields }) => withQuery(privatePaths.setup, { step: fields.next }),
      },
    ],
  },
  sendTestEmail: {
    summary:
      'Sends a message to the address of the admin who calls it. Returns 409 with the reply of the mail server if it does not accept the message.',
    access: 'admin',
    reply: z.object({ message: z.string() }),
    forms: [
      {
        path: privatePaths.adminTestEmail,
        next: () => withQuery(privatePaths.admin, { tab: 'settings', status: 'test-sent' }),
      },
      {
        path: privatePaths.setupTestEmail,
        next: () => withQuery(privatePaths.setup, { step: setupEnd, status: 'test-sent' }),
      },
    ],
  },
  createInvitation: {
    summary: 'Creates a link with which people can sign up while sign-up needs an invitation.',
    access: 'admin',
    reply: InvitationSchema,
    forms: [
      {
        path: privatePaths.adminInvitations,
        next: ({ reply }) =>
          withQuery(privatePaths.admin, { tab: 'settings', invitation: InvitationSchema.parse(reply).token }),
      },
    ],
  },
  getInvitation: {
    summary: 'Says whether someone with this invitation can sign up now.',
    body: z.object({ token: invitationToken }),
    reply: z.object({ valid: z.boolean() }),
  },
} as const satisfies Rows
