import { validateBy } from '../ui/forms/validate.ts'

const loadSchemas = async () => (await import('./form-schemas.ts')).schemas

export const validators = {
  email: validateBy(async () => (await loadSchemas()).email),
  signIn: validateBy(async () => (await loadSchemas()).signIn),
  signUp: validateBy(async () => (await loadSchemas()).signUp),
  firstAdmin: validateBy(async () => (await loadSchemas()).firstAdmin),
  newPassword: validateBy(async () => (await loadSchemas()).newPassword),
  changePassword: validateBy(async () => (await loadSchemas()).changePassword),
  changeEmail: validateBy(async () => (await loadSchemas()).changeEmail),
  display: validateBy(async () => (await loadSchemas()).display),
  profile: validateBy(async () => (await loadSchemas()).profile),
}
