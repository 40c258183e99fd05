/** Each throws what its name refuses, and answers the one who asks. */
import { AppError } from '../../../shared/errors.ts'
import {
  accountSuspended,
  adminsOnly,
  recentSignInRequired,
  signInRequired,
} from '../../../shared/messages/forms.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'

export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('unauthenticated', signInRequired)
  return viewer
}

/** For what changes whose account it is: whoever finds an open browser must not be able to take it over. */
export function requireRecentLogin(viewer: Viewer | null): Viewer {
  const asking = requireViewer(viewer)
  if (asking.hasRecentLogin) return asking
  throw new AppError('forbidden', recentSignInRequired)
}

/** Somebody who is signed in and not suspended. */
export function requireActiveAccount(viewer: Viewer | null): Viewer {
  const asking = requireViewer(viewer)
  if (asking.suspensionReason === null) return asking
  throw new AppError('forbidden', accountSuspended)
}

export function requireAdmin(viewer: Viewer | null, refusal: string = adminsOnly): Viewer {
  const asking = requireActiveAccount(viewer)
  if (isAdmin(asking)) return asking
  throw new AppError('forbidden', refusal)
}
