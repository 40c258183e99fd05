/** The streets around a venue. The map is loaded when someone asks for it: it has several hundred kilobytes. */
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../shared/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openStyle } from '../../ui/map/open-style.ts'
import type { Point } from '../../ui/map/point-map.ts'

export function StreetMap({ point, styleUrl }: { point: Point; styleUrl: string }) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed')
  const container = useRef<HTMLDivElement>(null)
  const { latitude, longitude } = point

  useEffect(() => {
    if (state !== 'open') return
    let remove: (() => void) | null = null
    let closed = false
    const draw = async () => {
      const [{ drawPointMap, startOf }, style] = await Promise.all([
        import('../../ui/map/point-map.ts'),
        openStyle(styleUrl),
      ])
      if (closed || !container.current) return
      const start = startOf({ latitude, longitude }, null)
      remove = drawPointMap(container.current, { ...start, styleUrl: style })
    }
    draw().catch(() => setState('failed'))
    return () => {
      closed = true
      remove?.()
    }
  }, [state, styleUrl, latitude, longitude])

  if (state === 'failed') return <p className="mt-3 text-sm">{t('Your browser can’t draw the map.')}</p>
  if (state === 'open')
    return (
      <section
        ref={container}
        aria-label={t('Map of the venue')}
        className="mt-3 h-72 max-w-md overflow-hidden rounded-lg border border-line bg-sunken print:hidden"
      />
    )
  return (
    <Button variant="secondary" className="needs-script mt-3 print:hidden" onClick={() => setState('open')}>
      <Icon name="map-pin" className="size-5" />
      {t('Show on a map')}
    </Button>
  )
}
