import { useNavigate } from 'react-router'
import type { Event, Kind, Service } from '../../shared/listing.ts'
import { listings } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import type { Sent } from './input.ts'
import { isCode, sendListing } from './send.ts'
import { failureOf } from './tell-outcome.ts'
import { forget, type Work } from './use-work.ts'
import { leftOut } from './words.ts'

/** What becomes of a change when somebody else was faster. */
export type Resolution =
  /** What was to be saved is there already: an answer was lost. */
  | { outcome: 'saved'; listing: Service | Event }
  /** Nothing that was typed is touched by it. */
  | { outcome: 'again'; version: number }
  /** The person is asked. */
  | { outcome: 'asked' }

type Given = {
  kind: Kind
  work: Work
  listingId: string | null
  onConflict: () => Promise<Resolution>
}

/** Sends what was checked, says so, and goes to one's own list (specification, section 8). */
export function useSending({ kind, work, listingId, onConflict }: Given) {
  const { api } = useBackend()
  const navigate = useNavigate()
  const { base, key, queue } = work

  async function save(sent: Sent): Promise<Service | Event | null> {
    try {
      return await sendListing(api, { sent, id: listingId, key })
    } catch (error) {
      if (!base || !isCode(error, 'conflict')) throw error
      const resolution = await onConflict()
      if (resolution.outcome === 'asked') return null
      if (resolution.outcome === 'saved') return resolution.listing
      if ('version' in sent.body) sent.body.version = resolution.version
      return save(sent)
    }
  }

  return async (sent: Sent) => {
    const saved = await save(sent)
    if (!saved) return
    work.keeper.finish()
    const failed = queue.pictures().flatMap(({ name, state }) => (state.at === 'failed' ? [name] : []))
    toast({ tone: 'good', text: base ? listings[kind].updated : listings[kind].posted })
    // Failed ones are dropped from the list (specification, section 7), and it is told which.
    if (failed.length > 0) {
      const edit = () => void navigate(paths.editListing(kind, saved._id))
      toast({
        tone: 'bad',
        text: `${failureOf(failed)}. ${leftOut}`,
        action: { label: 'Edit', run: edit },
      })
    }
    await navigate(paths.ownListings(kind))
    forget(work)
  }
}
