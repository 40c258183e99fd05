/** Access checks. Each returns the viewer, or throws the AppError that refuses them. */

import { AppError } from '../../../shared/errors.ts'
import {
  accountSuspended,
  adminsOnly,
  recentSignInRequired,
  signInRequired,
} from '../../../shared/messages/forms.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'
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

export function requireAdmin(viewer: Viewer | null, refusal: Message = adminsOnly): Viewer {
  const account = requireActiveAccount(viewer)
  if (isAdmin(account)) return account
  throw new AppError('forbidden', t(refusal))
}
