import { lazyCheck } from '../ui/forms/validate.ts'

const loadSchemas = async () => (await import('./form-schemas.ts')).schemas

/** The `check` of each account form. */
export const checks = {
  email: lazyCheck(async () => (await loadSchemas()).email),
  signIn: lazyCheck(async () => (await loadSchemas()).signIn),
  signUp: lazyCheck(async () => (await loadSchemas()).signUp),
  newPassword: lazyCheck(async () => (await loadSchemas()).newPassword),
  changePassword: lazyCheck(async () => (await loadSchemas()).changePassword),
  changeEmail: lazyCheck(async () => (await loadSchemas()).changeEmail),
  display: lazyCheck(async () => (await loadSchemas()).display),
  profile: lazyCheck(async () => (await loadSchemas()).profile),
}
