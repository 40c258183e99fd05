/** Loads a page of the first run. */
import type { Api } from '../../../shared/api-client.ts'
import type { SettingForAdmin } from '../../../shared/contract/settings.ts'
import type { PlacesPreview, Setup } from '../../../shared/contract/setup.ts'
import type { CallReply } from '../../../shared/contract.ts'
import { isAdmin } from '../../../shared/policy.ts'
import {
  findSetupStep,
  type SetupStepId,
  setupEnd,
  setupSteps,
} from '../../../shared/settings/setup-steps.ts'
import { type PlaceLimits, type SettingKey, settingOf } from '../../../shared/settings/table.ts'
import { isRefused, type LoaderContext } from '../../framework/loading.ts'
import { Redirect } from '../../framework/router/outcomes.ts'
import { paths } from '../../paths.ts'
import { textOf } from '../setting-input.tsx'

type AdminStepId = Exclude<SetupStepId, 'account'>

export type StepData = Omit<Setup, 'state'> & {
  page: AdminStepId
  /** The code of the country whose usual values are filled in; empty for none. */
  country: string
  settings: SettingForAdmin[]
  /** Of the step about places only. */
  places: (CallReply<'listCountries'> & { preview: PlacesPreview }) | null
}

export type SetupData =
  /** For the person with the link. */
  | { page: 'account'; token: string }
  /** For everyone who is no admin and has no link that works. */
  | { page: 'no-link' }
  | { page: typeof setupEnd; isTestSent: boolean }
  | StepData

export async function loadSetup({ api, query }: LoaderContext): Promise<SetupData> {
  const token = query.get('token') ?? ''
  const user = await api.getSession({})
  if (isAdmin(user) && user?.suspensionReason === null) return loadStep({ api, query })
  const isLink = token !== '' && (await api.checkSetupLink({ body: { token } }).catch(noneIfInvalid)).works
  return isLink ? { page: 'account', token } : { page: 'no-link' }
}

/** A text that cannot be a token is like one that does not work. */
function noneIfInvalid(error: unknown) {
  if (isRefused(error, 'invalid')) return { works: false }
  throw error
}

async function loadStep({ api, query }: Pick<LoaderContext, 'api' | 'query'>): Promise<SetupData> {
  const country = /^[A-Z]{2}$/.exec(query.get('country') ?? '')?.[0] ?? ''
  const [{ state, ...setup }, { settings }] = await Promise.all([
    api.getSetup({ query: { country } }),
    api.listSettings({}),
  ])
  if (state === 'finished') throw new Redirect(paths.admin({ tab: 'settings' }))
  const id = query.get('step')
  if (id === setupEnd) return { page: setupEnd, isTestSent: query.get('status') === 'test-sent' }
  const step = findSetupStep(id)
  const page = step && step.id !== 'account' ? step.id : setupSteps[1].id
  const { keys } = setupSteps.find((step) => step.id === page) ?? setupSteps[1]
  /** Of the many time zones, shows those of the country. */
  const withZones = (setting: SettingForAdmin) => {
    const found = setting.choices?.filter(({ key }) => setup.timeZones.includes(key)) ?? []
    return setting.key === 'timeZone' && found.length > 0 ? { ...setting, choices: found } : setting
  }
  return {
    ...setup,
    page,
    country,
    // In the order of the step.
    settings: keys.flatMap((key) => settings.filter((setting) => setting.key === key)).map(withZones),
    places: page === 'place' ? await loadPlaces(api, settings) : null,
  }
}

async function loadPlaces(api: Api, settings: SettingForAdmin[]) {
  const textOfKey = (key: SettingKey) => {
    const setting = settings.find((setting) => setting.key === key)
    return setting ? textOf(setting) : ''
  }
  const [countries, preview] = await Promise.all([
    api.listCountries({}),
    api.previewPlaces({ body: placeLimitsOf(textOfKey) }),
  ])
  return { ...countries, preview }
}

/** Returns the limits that the texts of a form say, not yet checked. */
export const placeLimitsOf = (textOfKey: (key: SettingKey) => string) =>
  Object.fromEntries(
    (['onlyRegions', 'homeTown', 'homeRadius', 'distanceUnit'] as const).map((key) => [
      key,
      settingOf(key).type.read(textOfKey(key)),
    ]),
  ) as PlaceLimits
