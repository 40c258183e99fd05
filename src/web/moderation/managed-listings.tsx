import { formatCount } from '../../shared/format.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { SkippedNotice } from './late.tsx'
import { ListFrame } from './list-frame.tsx'
import type { TabData } from './load.ts'
import { ManagedListing } from './managed-listing.tsx'
import { Rows } from './row.tsx'
import { sortsOf, statusesOf } from './tabs.ts'
import { useDecisions } from './use-decisions.ts'
import { useRowFocus } from './use-row-focus.ts'
import { chosen } from './view.ts'

/** Every listing of one kind, in one state at a time. */
export function ManagedListings({ shown }: { shown: TabData<'services' | 'events'> }) {
  const { view, kind, status, listings, total } = shown
  const decisions = useDecisions({ kind, onlyOpenReports: false })
  const list = useRowFocus(listings.map(({ _id }) => _id))
  return (
    <>
      <ListFrame
        view={view}
        list={shown}
        searches="Words, the author’s email, or the id of the ad"
        choices={[
          { name: 'status', label: 'Show', labels: statusesOf.managed, value: status },
          {
            name: 'sort',
            label: 'Sort by',
            labels: sortsOf.managed,
            value: chosen(sortsOf.managed, view.sort),
          },
        ]}
        counted={formatCount(total, kind, `${kind}s`)}
        empty={{
          title: kind === 'service' ? 'No Service Found' : 'No Event Found',
          hint: emptyHints[status],
        }}
        notice={<SkippedNotice late={decisions.late} onClose={decisions.forgetLate} />}
      >
        <Rows label={kind === 'service' ? 'Services' : 'Events'} ref={list}>
          {listings.map((listing) => (
            <ManagedListing key={listing._id} listing={listing} decisions={decisions} />
          ))}
        </Rows>
      </ListFrame>
      <DecisionDialog kind={kind} decisions={decisions} />
    </>
  )
}

const emptyHints = {
  live: 'What people post is listed here, the newest first.',
  reported: 'Nothing has been reported.',
  hidden: 'Nothing is hidden.',
  deleted: 'Nothing has been deleted.',
}
