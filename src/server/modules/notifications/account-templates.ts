/** The emails about someone's account, by their kinds. Links are paths on this site. */
import { roleLabels } from '../../../shared/messages/roles.ts'
import type { Role } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { emailOf, type SiteInfo } from './email-text.ts'

type Named = { name: string }
type ExpiringLink = { link: string; validMinutes: number }

/** What each email is about. `name` is the recipient's. */
type Facts = {
  'verify-email': Named & ExpiringLink
  'reset-password': Named & ExpiringLink
  'email-link': ExpiringLink
  'someone-signed-up': Named
  'password-changed': Named
  'confirm-new-email': Named & ExpiringLink
  'email-changed': Named & { newEmail: string }
  'accept-admin-invitation': Named & ExpiringLink & { role: Role }
  /** `passwordRemoved`: the account had a password that anyone could have set. */
  'admin-rights-active': Named & { role: Role; passwordRemoved: boolean }
}
export type AccountEmail = keyof Facts
export type AccountFacts<K extends AccountEmail> = Facts[K]

export const accountTemplates: { [K in AccountEmail]: (site: SiteInfo, facts: Facts[K]) => EmailContent } = {
  'verify-email': (site, { link, ...details }) => emailOf(site, 'verify-email', { link }, details),
  'reset-password': (site, { link, ...details }) => emailOf(site, 'reset-password', { link }, details),
  'email-link': (site, { link, ...details }) => emailOf(site, 'email-link', { link }, details),
  // For someone who already has an account, after another sign-up with the same address.
  'someone-signed-up': (site, details) => emailOf(site, 'someone-signed-up', {}, details),
  'password-changed': (site, details) => emailOf(site, 'password-changed', {}, details),
  // For the new address, before it replaces the old one.
  'confirm-new-email': (site, { link, ...details }) => emailOf(site, 'confirm-new-email', { link }, details),
  // For the old address, so that its owner learns about a takeover.
  'email-changed': (site, { name, newEmail }) =>
    emailOf(site, 'email-changed', { new_email: newEmail }, { name }),
  // For an invited admin who signed in without proving the address.
  'accept-admin-invitation': (site, { link, role, ...details }) =>
    emailOf(site, 'accept-admin-invitation', { role: t(roleLabels[role]), link }, details),
  'admin-rights-active': (site, { name, role, passwordRemoved }) =>
    emailOf(
      site,
      passwordRemoved ? 'admin-rights-active-no-password' : 'admin-rights-active',
      { role: t(roleLabels[role]) },
      { name },
    ),
}
