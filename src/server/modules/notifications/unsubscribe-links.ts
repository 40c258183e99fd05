/** Links that stop emails without a sign-in. Each contains a token that names a subscription. */
import { publicPaths } from '../../../shared/paths.ts'
import { createIdTokens } from '../../platform/id-tokens.ts'
import type { Subscription } from '../../platform/mail/outbox.ts'

const pattern = /^([a-z-]{1,40})\.([a-z2-7]{45})$/

export function createUnsubscribeLinks(secret: string) {
  const tokensOf = (kind: string) => createIdTokens(secret, `unsubscribe from ${kind}`)
  return {
    /** Returns a path of this site. */
    create({ kind, id }: Subscription): string {
      return publicPaths.unsubscribe({ token: `${kind}.${tokensOf(kind).create(id)}` })
    },

    /** Returns the subscription that a token of ours names, else null. */
    read(token: string): Subscription | null {
      const [, kind = '', idToken = ''] = pattern.exec(token.toLowerCase()) ?? []
      const id = kind === '' ? null : tokensOf(kind).read(idToken)
      return id === null ? null : { kind, id }
    },
  }
}
