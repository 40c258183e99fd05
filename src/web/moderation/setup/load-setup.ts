/** Loads a page of the first run. */
import type { SettingForAdmin } from '../../../shared/contract/settings.ts'
import type { Setup } from '../../../shared/contract/setup.ts'
import { canModerate } from '../../../shared/policy.ts'
import {
  findSetupStep,
  type SetupStepId,
  setupEnd,
  setupSteps,
} from '../../../shared/settings/setup-steps.ts'
import type { LoaderContext } from '../../framework/loading.ts'
import { Redirect } from '../../framework/router/outcomes.ts'
import { paths } from '../../paths.ts'

type AdminStepId = Exclude<SetupStepId, 'account'>

export type StepData = Omit<Setup, 'state'> & {
  page: AdminStepId
  /** The code of the country whose usual values are filled in; empty for none. */
  country: string
  settings: SettingForAdmin[]
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
  if (user && canModerate(user)) return loadStep({ api, query })
  const { works } = token === '' ? { works: false } : await api.checkSetupLink({ body: { token } })
  return works ? { page: 'account', token } : { page: 'no-link' }
}

async function loadStep({ api, query }: Pick<LoaderContext, 'api' | 'query'>): Promise<SetupData> {
  const country = query.get('country') ?? ''
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
    countries: page === 'place' ? setup.countries : [],
    // In the order of the step.
    settings: keys.flatMap((key) => settings.filter((setting) => setting.key === key)).map(withZones),
  }
}
