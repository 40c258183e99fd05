import { type Message, msg } from '../translate.ts'
import type { SettingKey } from './table.ts'

/** The steps of the first run. What a step has besides settings is in `src/web/moderation/setup/`. */
type SetupStep = {
  title: Message
  intro: Message
  /** The keys of its settings. */
  keys: readonly SettingKey[]
}
const step = <const Id extends string>(id: Id, rest: SetupStep) => ({ id, ...rest })

export const setupSteps = [
  step('account', {
    title: msg('Your account'),
    intro: msg('You are the first admin. You can make others admins later.'),
    keys: [],
  }),
  step('site', {
    title: msg('Your site'),
    intro: msg('What is it called, and what is it for?'),
    keys: ['name', 'tagline', 'languages', 'logo', 'logoDark', 'accent'],
  }),
  step('place', {
    title: msg('Your place'),
    intro: msg('Where your visitors are, and how they write prices, dates, and times.'),
    keys: [
      'homeTown',
      'homeRadius',
      'distanceUnit',
      'onlyRegions',
      'currency',
      'timeZone',
      'regionFormat',
      'weekStart',
      'paper',
    ],
  }),
  step('ads', {
    title: msg('Your ads'),
    intro: msg('What people can post, and in which categories.'),
    keys: ['kinds'],
  }),
  step('email', {
    title: msg('Email'),
    intro: msg('Who gets what visitors write to you, and whether emails arrive.'),
    keys: ['contactEmail'],
  }),
] as const
export type SetupStepId = (typeof setupSteps)[number]['id']

/** The page after the last step. */
export const setupEnd = 'end'

/** Returns the step of a query, or `otherwise`: the first one of an admin. */
export const findSetupStep = (id: string | null) => setupSteps.find((step) => step.id === id) ?? null

/** Returns the id of the step that follows, or that of the last page. */
export function stepAfter(id: string): string {
  const index = setupSteps.findIndex((step) => step.id === id)
  return setupSteps[index + 1]?.id ?? setupEnd
}
