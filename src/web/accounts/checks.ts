import type { Checked, Values } from '../ui/forms/form.tsx'
import type { FormName, Sent } from './forms.ts'

type Check<Name extends FormName> = (values: Values) => Promise<Checked<Sent<Name>>>

/** Fetches the schemas when a form is first sent. */
function check<Name extends FormName>(name: Name): Check<Name> {
  return async (values) => (await import('./forms.ts')).check(name, values)
}

/** What each form of accounts is checked by. */
export const checks = {
  email: check('email'),
  signIn: check('signIn'),
  signUp: check('signUp'),
  newPassword: check('newPassword'),
  changePassword: check('changePassword'),
  changeEmail: check('changeEmail'),
  displayed: check('displayed'),
  profile: check('profile'),
}
