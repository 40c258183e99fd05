/** The contact details of an ad's author, as far as the viewer gets them. */
import { useState } from 'react'
import type { Author, Kind, ServiceDetails } from '../../../shared/listing.ts'
import { isAuthor } from '../../../shared/policy.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend, useCurrentUser } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { messageOf } from '../../ui/toast.ts'

export type Contact = {
  /** The contact details; null if they are not shown. */
  author: Author | null
  /** Requests them; null if they are shown already, or never are. */
  request: ContactRequest | null
  /** Whether the viewer has just requested them on this page. */
  justShown: boolean
  /** Says who else sees them, for viewers who need not request them. */
  note: string | null
}

export type ContactRequest = {
  /** Accepts the form without scripts. */
  action: string
  send: () => Promise<void>
  busy: boolean
  /** Why the last request failed. */
  problem: string | null
}

type Listing = Pick<ServiceDetails, '_id' | 'author' | 'contact_available' | 'contact_viewers'>

export function useContact(kind: Kind, listing: Listing): Contact {
  const isOwn = isAuthor(useCurrentUser(), listing)
  const { api } = useBackend()
  const [shown, setShown] = useState<Author | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const author = shown ?? listing.author
  const { _id: id } = listing

  async function send() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const input = { params: { id } }
      const reply = await (kind === 'service' ? api.showServiceContact(input) : api.showEventContact(input))
      setShown(reply.author)
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const request = { action: paths.listing(kind, id), send, busy, problem }
  return {
    author,
    request: author === null && listing.contact_available ? request : null,
    justShown: shown !== null,
    note: noteOf(listing, isOwn),
  }
}

function noteOf({ author, contact_available, contact_viewers }: Listing, isOwn: boolean): string | null {
  if (isOwn && contact_viewers !== null) return t('Others see this when they ask for it.')
  if (contact_available) return null
  if (isOwn) return t('Only you and our moderators see this. Others write to you on this site.')
  return author ? t('Only the poster and moderators see this.') : null
}
