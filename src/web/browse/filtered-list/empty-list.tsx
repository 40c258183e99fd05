import { LatePart } from '../../framework/deferred.tsx'
import type { NoListingsProps } from '../lists/no-listings.tsx'
import type { ListPage } from './list-page.ts'
import { listPart } from './list-part.ts'

type EmptyListProps = { page: ListPage; empty: NoListingsProps }

/** Says that a list is empty, and where to go. Its code loads only then. */
export const EmptyList = ({ page, empty }: EmptyListProps) => (
  <LatePart part={listPart} props={{ part: 'empty', ...page, empty }} />
)
