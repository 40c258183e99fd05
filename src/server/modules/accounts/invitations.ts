/** Links with which people can sign up while that needs an invitation. Nothing is stored: a link names when it was made. */
import { v7 as uuid } from 'uuid'
import { AppError } from '../../../shared/errors.ts'
import { invitationDays } from '../../../shared/limits.ts'
import { signUpRefusals } from '../../../shared/messages/sign-in.ts'
import { publicPaths } from '../../../shared/paths.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import type { Clock } from '../../platform/clock.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'

type Options = { secret: string; settings: CurrentSettings; publicUrl: string; clock: Clock }

export type Invitations = ReturnType<typeof createInvitations>

export function createInvitations({ secret, settings, publicUrl, clock }: Options) {
  const tokens = createIdTokens(secret, 'invitations to sign up')

  function isValid(token: string): boolean {
    const id = tokens.read(token)
    if (id === null) return false
    // A UUID of version 7 begins with the milliseconds since 1970.
    const created = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    return clock().getTime() < created + invitationDays * 86_400_000
  }

  return {
    create() {
      const token = tokens.create(uuid({ msecs: clock().getTime() }))
      return { token, link: publicUrl + publicPaths.invitation(token) }
    },

    /** Throws `forbidden` unless someone with this invitation, or without one, may sign up. */
    requireSignUp(invitation = ''): void {
      const { signUp } = settings()
      if (signUp === 'open' || (signUp === 'invitation' && isValid(invitation))) return
      throw new AppError('forbidden', signUpRefusals[signUp])
    },
  }
}
