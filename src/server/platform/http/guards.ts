/** Each throws what its name refuses, and answers the one who asks. */
import { AppError } from '../../../shared/errors.ts'
import { adminsOnly, signInAgain, signInFirst, suspended } from '../../../shared/form-messages.ts'
import { isAdmin, type Viewer } from '../../../shared/policy.ts'

export function requireViewer(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('unauthenticated', signInFirst)
  return viewer
}

/** For what changes whose account it is: whoever finds an open browser must not be able to take it over. */
export function requireLately(viewer: Viewer | null): Viewer {
  const asking = requireViewer(viewer)
  if (asking.signedInLately) return asking
  throw new AppError('forbidden', signInAgain)
}

/** Somebody who is signed in and not suspended. */
export function requireMember(viewer: Viewer | null): Viewer {
  const asking = requireViewer(viewer)
  if (asking.suspended === null) return asking
  throw new AppError('forbidden', suspended)
}

export function requireAdmin(viewer: Viewer | null, refusal: string = adminsOnly): Viewer {
  const asking = requireMember(viewer)
  if (isAdmin(asking)) return asking
  throw new AppError('forbidden', refusal)
}
