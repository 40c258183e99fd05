/** The letters of moderation: to authors, and to those who are to help. Each goes with the transaction of its deed. */
import type { Decision } from '../../../shared/moderation.ts'
import type { Product } from '../../../shared/product.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { EmailContent } from '../../platform/mail/layout.ts'
import { emailRow, enqueueEmail } from '../../platform/mail/outbox.ts'
import { createEmailTemplates } from '../notifications/email-templates.ts'
import type { Decided } from './decisions.ts'

type Parts = { secret: string; product: Product; publicUrl: string }
type Person = { email: string; name: string }

export type ModerationMail = ReturnType<typeof createModerationMail>

export function createModerationMail({ secret, product, publicUrl }: Parts) {
  const letters = createEmailTemplates(product, publicUrl)
  // An answer reaches the people who look after the site, not the address that sends.
  const send = (tx: Connection, to: string, kind: string, content: EmailContent) =>
    enqueueEmail(tx, emailRow(secret, { to, kind, content, replyTo: product.contactEmail }))

  const letterOf = (decision: Decision, { name, title, kind }: Decided, reason: string): EmailContent => {
    const list = kind === 'service' ? '/my-services' : '/my-events'
    if (decision === 'remove') return letters.listingRemoved({ name, title, reason })
    if (decision === 'hide') return letters.listingHidden({ name, title, reason, link: list })
    return letters.listingShown({ name, title, link: list })
  }

  return {
    /** An approval is news only to an author whose listing was hidden. */
    async decided(
      tx: Connection,
      { decision, reason }: { decision: Decision; reason: string },
      listings: Decided[],
    ) {
      for (const listing of listings) {
        if (decision === 'approve' && listing.status !== 'hidden') continue
        await send(tx, listing.email, `listing-${decision}`, letterOf(decision, listing, reason))
      }
    },

    restored: (tx: Connection, listing: Decided) =>
      send(tx, listing.email, 'listing-restore', letterOf('approve', listing, '')),

    accountSuspended: (tx: Connection, { email, name }: Person, reason: string) =>
      send(tx, email, 'account-suspend', letters.accountSuspended({ name, reason, link: '/profile' })),

    lifted: (tx: Connection, { email, name }: Person) =>
      send(tx, email, 'account-lift', letters.suspensionLifted({ name, link: '/signin' })),

    invited: (tx: Connection, { email, name }: Person, known: boolean) =>
      send(
        tx,
        email,
        'admin-invitation',
        letters.adminInvitation({ name, known, link: known ? '/admin' : '/signup' }),
      ),
  }
}
