import type { Checked, Values } from '../ui/forms/form.tsx'
import type { FormName, Sent } from './forms.ts'

type Check<Name extends FormName> = (values: Values) => Promise<Checked<Sent<Name>>>

const check = <Name extends FormName>(name: Name): Check<Name> => {
  return async (values) => (await import('./forms.ts')).check(name, values)
}

/** What each form of the dashboard is checked by. */
export const checks = { admin: check('admin'), suspension: check('suspension') }
