import { useState } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { ListingSheet } from '../details/listing-sheet.tsx'
import { toCard } from '../lists/card.ts'
import { ListingCard } from '../lists/listing-card.tsx'
import { WideDialog } from '../ui/forms/wide-dialog.tsx'
import type { FieldPicture } from './picture-list.ts'
import { listingOf } from './preview-listing.ts'
import type { ListingValues } from './values.ts'

export type PreviewProps = {
  kind: Kind
  values: ListingValues
  pictures: readonly FieldPicture[]
  email: string
  onClose: () => void
}

/** The card and the page as others would see them. Loaded when somebody looks. */
export function Preview({ kind, values, pictures, email, onClose }: PreviewProps) {
  const [now] = useState(() => new Date().toISOString())
  const listing = listingOf({ kind, values, pictures, email, now })
  const topics = {
    category: { name: listing.category || 'No category yet', to: undefined },
    subcategory: listing.subcategory ? { name: listing.subcategory, to: undefined } : null,
  }
  return (
    <WideDialog title="Preview" close="Back to the form" onClose={onClose} full>
      {/* Links are shown, and lead nowhere: following one would leave the form. */}
      <div
        className="page-width py-6"
        onClickCapture={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) event.preventDefault()
        }}
      >
        <h3 className="text-sm font-semibold text-soft">The card in lists</h3>
        <div className="mt-3 max-w-84">
          <ListingCard card={toCard(listing)} eager />
        </div>
        <h3 className="mt-10 mb-4 border-t border-line pt-6 text-sm font-semibold text-soft">The page</h3>
        <ListingSheet listing={listing} topics={topics} />
      </div>
    </WideDialog>
  )
}
