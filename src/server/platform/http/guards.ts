/** Access checks. Each returns the viewer, or throws the AppError that refuses them. */

import { AppError } from '../../../shared/errors.ts'
import {
  accountSuspended,
  adminsOnly,
  allModeratorsOnly,
  moderatorsOnly,
  recentSignInRequired,
  signInRequired,
} from '../../../shared/messages/forms.ts'
import { hasRole, type Role, type Viewer } from '../../../shared/policy.ts'
import { type Message, t } from '../../../shared/translate.ts'

export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('unauthenticated', t(signInRequired))
  return viewer
}

/** Requires a fresh login for changes that could hand over the account to someone at an unlocked computer. */
export function requireRecentLogin(viewer: Viewer | null): Viewer {
  const account = requireViewer(viewer)
  if (account.hasRecentLogin) return account
  throw new AppError('sign_in_again', t(recentSignInRequired))
}

/** Requires an account that is not suspended. */
export function requireActiveAccount(viewer: Viewer | null): Viewer {
  const account = requireViewer(viewer)
  if (account.suspensionReason === null) return account
  throw new AppError('forbidden', t(accountSuspended))
}

/** Requires this role, or one with more rights. */
export function requireRole(least: Role, viewer: Viewer | null, refusal: Message = refusals[least]): Viewer {
  const account = requireActiveAccount(viewer)
  if (hasRole(account, least)) return account
  throw new AppError('forbidden', t(refusal))
}

const refusals: Record<Role, Message> = {
  'scoped-moderator': moderatorsOnly,
  moderator: allModeratorsOnly,
  admin: adminsOnly,
}
