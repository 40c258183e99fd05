import type { CallReply } from '../../../shared/contract.ts'
import { isOffered } from '../../../shared/offered-kinds.ts'
import { type SettingKey, type SiteSettings, settingKeys, settingOf } from '../../../shared/settings/table.ts'
import { siteFileUrl } from '../../../shared/site-files.ts'
import { t } from '../../../shared/translate.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Module } from '../../platform/module.ts'
import { actorOf, recordAudit } from '../audit/service.ts'
import type { SettingChanges } from './changes.ts'
import type { Settings } from './service.ts'
import { sendTestEmail, type TestEmailOptions } from './test-email.ts'

type Invitation = { id: string; token: string; link: string }
type Uses = {
  database: Database
  settings: Settings
  changes: SettingChanges
  invitations: { create: () => Invitation }
  testEmail: Omit<TestEmailOptions, 'settings'>
  /** Returns what an admin should know about the value of a setting, or null. */
  noteOn: (key: SettingKey, settings: SiteSettings) => string | null
}

/** The settings of the site, which admins change. */
export const settingsModule = ({ database, settings, changes, invitations, testEmail, noteOn }: Uses) =>
  ({
    handlers: {
      getHomePage: async () => homePageOf(settings.current()),
      listSettings: async () => ({ settings: listForAdmin(settings, noteOn) }),
      async sendTestEmail(request) {
        const options = Object.assign({ settings: settings.current }, testEmail)
        const to = await sendTestEmail(options, request)
        return {
          message: t('The mail server has accepted a message to {email}. Please look for it.', { email: to }),
        }
      },
      async changeSettings(request) {
        const { values, before } = request.body
        const auditEntryIds = await changes.change(request, values, before)
        if (auditEntryIds.length === 0) return { message: t('Nothing changed.'), auditEntryIds }
        const isOnPages = settingKeys.some((key) => key in values && settingOf(key).audience === 'page')
        const message = isOnPages
          ? t('Settings saved. Pages that are open show them once they are reloaded.')
          : t('Settings saved.')
        return { message, auditEntryIds }
      },
      async createInvitation(request) {
        const { id, token, link } = invitations.create()
        const target = { type: 'invitation' as const, id }
        await recordAudit(database.kysely, await actorOf(database, request), [
          { action: 'invitation.create', target },
        ])
        return { token, link }
      },
    },
  }) satisfies Module

function homePageOf(settings: SiteSettings): CallReply<'getHomePage'> {
  const { homeSections, homeCategories, homeRegions } = settings
  const all = [
    ['postService', 'service', settings.bannerPostService, settings.bannerPostServicePicture],
    ['findService', 'service', settings.bannerFindService, settings.bannerFindServicePicture],
    ['postEvent', 'event', settings.bannerPostEvent, settings.bannerPostEventPicture],
    ['findEvent', 'event', settings.bannerFindEvent, settings.bannerFindEventPicture],
  ] as const
  const banners = all.flatMap(([action, kind, words, picture]) => {
    const [title = '', ...rest] = words.split('\n')
    return title && isOffered(settings, kind)
      ? [{ action, title, text: rest.join(' '), picture: picture && siteFileUrl(picture) }]
      : []
  })
  return { sections: [...homeSections], categories: [...homeCategories], regions: [...homeRegions], banners }
}

function listForAdmin(settings: Settings, noteOn: Uses['noteOn']) {
  const { settings: values, fixed, problems } = settings.state()
  return settingKeys.map((key) => {
    const { variable = null, type } = settingOf(key)
    return {
      key,
      value: values[key],
      choices: type.offered?.() ?? null,
      lockedBy: fixed.includes(key) ? variable : null,
      problem:
        problems
          .filter((problem) => problem.key === key)
          .map(({ sentence }) => sentence)
          .join(' ') || null,
      note: noteOn(key, values),
    }
  })
}
