/** A list as a map: towns with their number of ads, the cards of a chosen town beside it, and the same towns as a list. */

import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Town } from '../../../shared/contract/browse.ts'
import { localPlace } from '../../../shared/local-names.ts'
import { t } from '../../../shared/translate.ts'
import { useLocation, useNavigate } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { openStyle } from '../../ui/map/open-style.ts'
import { pathWith } from '../lists/url-params.ts'
import type { TownMap } from './draw-map.ts'
import { keepMap, type ListMap, townLabel } from './list-map.ts'

type MapViewProps = {
  map: ListMap
  to: (page: number) => string
  /** Renders the cards of the chosen town, or of all. Gets the path of a page of the map. */
  children: (to: (page: number) => string) => ReactNode
}

export function MapView({ map: { towns, town }, to, children }: MapViewProps) {
  const location = useLocation()
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div className="min-w-0 xl:sticky xl:top-22">
        {/* The same towns come again, as a new array, with every town that is chosen. */}
        <Canvas key={JSON.stringify(towns)} towns={towns} town={town} />
        <Towns towns={towns} town={town} />
      </div>
      <div className="map-cards min-w-0">
        <h2 className="mb-3 text-base" aria-live="polite">
          {town ? t('Ads in {town}', { town: localPlace(townLabel(town)) }) : t('Ads in all towns')}
        </h2>
        {children((page) => keepMap(to(page), location.search))}
      </div>
    </div>
  )
}

type TownsProps = Pick<ListMap, 'towns' | 'town'>

function Canvas({ towns, town }: TownsProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawn = useRef<TownMap | null>(null)
  const [failed, setFailed] = useState(false)
  const { mapStyleUrl } = useSite().settings
  const location = useLocation()
  const navigate = useNavigate()
  const label = town ? townLabel(town) : null
  const open = useRef((_label: string) => {})
  useEffect(() => {
    open.current = (chosen) => navigate(pathWith(location, { town: chosen }), { keepScroll: true })
    drawn.current?.choose(label)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other towns have another canvas
  useEffect(() => {
    let unmounted = false
    const draw = async () => {
      const [{ drawMap }, style] = await Promise.all([import('./draw-map.ts'), openStyle(mapStyleUrl)])
      if (unmounted || !container.current) return
      drawn.current = drawMap(container.current, towns, style, (chosen) => open.current(chosen))
    }
    // Without WebGL, or without a connection, the list below has the same towns.
    draw().catch(() => setFailed(true))
    return () => {
      unmounted = true
      drawn.current?.remove()
      drawn.current = null
    }
  }, [])

  if (failed) {
    return (
      <p className="rounded-lg border border-line bg-sunken p-4 text-sm">
        {t('Your browser can’t draw the map. The list below has the same towns.')}
      </p>
    )
  }
  return (
    <>
      <p className="without-script rounded-lg border border-line bg-sunken p-4 text-sm">
        {t('The map needs JavaScript. The list below has the same towns.')}
      </p>
      <section
        ref={container}
        aria-label={t('Map of towns')}
        className="needs-script h-[52dvh] max-h-128 min-h-72 overflow-hidden rounded-lg border border-line bg-sunken"
      />
    </>
  )
}

/** The same towns for people who cannot use the map. Works without scripts. */
function Towns({ towns, town }: TownsProps) {
  const location = useLocation()
  const link = (chosen: Town | null) => pathWith(location, { town: chosen && townLabel(chosen) })
  return (
    <details className="mt-3 rounded-lg border border-line bg-surface">
      <summary className="min-h-11 px-4 py-2.5 text-sm font-semibold">
        {t('{count, plural, one {# town} other {# towns}} as a list', { count: towns.length })}
      </summary>
      <ul className="max-h-96 overflow-y-auto border-t border-line p-2 sm:columns-2">
        {town && (
          <li>
            <a href={link(null)} className="side-link">
              {t('All towns')}
            </a>
          </li>
        )}
        {towns.map((row) => (
          <li key={townLabel(row)}>
            <a href={link(row)} className="side-link" aria-current={row === town ? 'page' : undefined}>
              {localPlace(townLabel(row))} ({row.count})
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
