/** How far countries are that are being added or removed. With scripts, it says so while it goes on. */
import { useCallback, useEffect, useRef } from 'react'
import type { PlaceLoad } from '../../shared/contract/places.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation, useRevalidate } from '../framework/router/hooks.ts'
import { useRefreshed } from '../messages/use-refreshed.ts'
import { Notice } from '../ui/notice.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

const refreshMs = 1_000

const isGoing = ({ state }: PlaceLoad) => state === 'waiting' || state === 'running'

/** Reloads the page's data when one has finished. */
export function PlaceLoads({ loads }: { loads: PlaceLoad[] }) {
  return loads.some(isGoing) ? <Going loads={loads} /> : <Loads loads={loads} />
}

function Going({ loads: loaded }: { loads: PlaceLoad[] }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const { pathname, search } = useLocation()
  const load = useCallback(async () => (await api.getPlaceProgress({})).loads, [api])
  const { data: loads } = useRefreshed(loaded, load, refreshMs)
  const finished = loads.filter((each) => !isGoing(each)).length
  const shown = useRef(loaded.filter((each) => !isGoing(each)).length)
  useEffect(() => {
    if (finished === shown.current) return
    shown.current = finished
    void revalidate()
  }, [finished, revalidate])
  return (
    <>
      <Loads loads={loads} />
      <noscript>
        <p className="mb-5 text-sm text-soft">
          {rich('<link>Reload this page</link> to see how far it is.', {
            link: (text) => <TextLink href={pathname + search}>{text}</TextLink>,
          })}
        </p>
      </noscript>
    </>
  )
}

function Loads({ loads }: { loads: PlaceLoad[] }) {
  return (
    <div role="status" className="mb-5 space-y-3 empty:hidden">
      {loads.map((load) => (
        <Notice
          key={load.code}
          tone={load.state === 'failed' ? 'error' : load.state === 'done' ? 'success' : 'warning'}
        >
          {load.message}
          {load.state === 'running' && (
            <progress
              aria-label={t('{country}, towns stored', { country: load.name })}
              className="mt-2 block h-2 w-full"
              value={load.total > 0 ? load.done : undefined}
              max={load.total > 0 ? load.total : undefined}
            />
          )}
        </Notice>
      ))}
    </div>
  )
}
