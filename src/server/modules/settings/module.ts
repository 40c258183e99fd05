import { settingKeys, settingOf } from '../../../shared/settings/table.ts'
import type { Module } from '../../platform/module.ts'
import type { SettingChanges } from './changes.ts'
import type { Settings } from './service.ts'

type Uses = { settings: Settings; changes: SettingChanges }

/** The settings of the site, which admins change. */
export const settingsModule = ({ settings, changes }: Uses) =>
  ({
    handlers: {
      listSettings: async () => ({ settings: listForAdmin(settings) }),
      async changeSettings(request) {
        const { values, before } = request.body
        const auditEntryIds = await changes.change(request, values, before)
        return { message: auditEntryIds.length > 0 ? 'Settings saved.' : 'Nothing changed.', auditEntryIds }
      },
    },
  }) satisfies Module

function listForAdmin(settings: Settings) {
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
    }
  })
}
