import { type ComponentType, useState } from 'react'
import { unreachable } from '../../shared/messages/pages.ts'
import { toast } from '../ui/toast.ts'
import type { PreviewProps } from './preview.tsx'
import type { ListingValues } from './values.ts'

type ShownPreview = { values: ListingValues; Preview: ComponentType<PreviewProps> }

/** Of the values as they are now. Its code is fetched when somebody looks; should that fail, the form is untouched. */
export function usePreview(typed: () => ListingValues) {
  const [shown, setShown] = useState<ShownPreview | null>(null)
  return {
    shown,
    close: () => setShown(null),
    open() {
      const values = typed()
      import('./preview.tsx').then(
        ({ Preview }) => setShown({ values, Preview }),
        () => toast({ tone: 'bad', text: unreachable }),
      )
    },
  }
}
