import { useLocation } from 'react-router'
import { pathWith } from '../map/map-url.ts'
import { Icon } from '../ui/icon.tsx'

const firstPage = { page: null, eventsPage: null }

/** Shows the list as cards or as a map. */
export function ViewLinks({ isMap }: { isMap: boolean }) {
  const location = useLocation()
  return (
    <nav aria-label="View" className="mb-4 flex justify-end gap-1">
      <a
        href={pathWith(location, { ...firstPage, view: null, town: null })}
        className="view-link"
        aria-current={isMap ? undefined : 'page'}
      >
        <Icon name="layout-grid" className="size-4" />
        List
      </a>
      <a
        href={pathWith(location, { ...firstPage, view: 'map' })}
        className="view-link"
        aria-current={isMap ? 'page' : undefined}
      >
        <Icon name="map-pin" className="size-4" />
        Map
      </a>
    </nav>
  )
}
