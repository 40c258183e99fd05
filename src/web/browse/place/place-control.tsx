import { useEffect } from 'react'
import { DeferredSection, defer } from '../../framework/sections/deferred.tsx'
import { readCookies } from '../../ui/storage/read-cookies.ts'

/** The server loads it before it renders the first page. */
export const placeSection = defer(async () => (await import('./place-section.tsx')).PlaceSection)

/** The visitor's place: in the header, in its phone menu, or on the corkboard of the home page. Its code loads once it is used, or has a place to show. */
export function PlaceControl({ where }: { where: 'bar' | 'menu' | 'hero' }) {
  useEffect(() => {
    // Scripts cannot read the other cookies.
    if (readCookies()) placeSection.start()
  }, [])
  return <DeferredSection section={placeSection} props={{ where }} onUse />
}
