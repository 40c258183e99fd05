/** A dialog with a map on which an author puts the pin of a venue. The map loads when it opens. */
import { useEffect, useRef, useState } from 'react'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { Button } from '../ui/button.tsx'
import { WideDialog } from '../ui/forms/dialog.tsx'
import { openStyle } from '../ui/map/open-style.ts'
import type { Point } from '../ui/map/point-map.ts'

type PointPickerProps = {
  /** The values of the fields, as typed. */
  start: { latitude: string; longitude: string }
  town: { state: string; city: string }
  /** The operator's style of maps: the outlines of the built-in one show no place within a town. */
  styleUrl: string
  onChoose: (point: Point) => void
  onClose: () => void
}

/** The pin stays in the middle, and the map moves below it: by finger, by mouse, and by the arrow keys. */
export function PointPicker({ start, town, styleUrl, onChoose, onClose }: PointPickerProps) {
  const container = useRef<HTMLDivElement>(null)
  const [point, setPoint] = useState<Point | null>(null)
  const [failed, setFailed] = useState(false)
  const { api } = useBackend()

  /** Without an answer, the map starts without the town. */
  const positionOf = ({ city, state }: PointPickerProps['town']) =>
    city === '' ? null : api.locateTown({ query: { near: `${city}, ${state}` } }).catch(() => null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the values with which it was opened
  useEffect(() => {
    let remove: (() => void) | null = null
    let closed = false
    const draw = async () => {
      const [{ drawPointMap, pointOf, startOf }, style, position] = await Promise.all([
        import('../ui/map/point-map.ts'),
        openStyle(styleUrl),
        positionOf(town),
      ])
      if (closed || !container.current) return
      const from = startOf(pointOf(start), position)
      setPoint(from.point)
      remove = drawPointMap(container.current, { ...from, styleUrl: style, onMove: setPoint })
    }
    draw().catch(() => setFailed(true))
    return () => {
      closed = true
      remove?.()
    }
  }, [])

  return (
    <WideDialog
      title={t('Choose the place')}
      close={t('Cancel')}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-soft tabular-nums">
            {point && `${point.latitude.toFixed(5)}, ${point.longitude.toFixed(5)}`}
          </p>
          <Button disabled={failed || !point} onClick={() => point && onChoose(point)}>
            {t('Use this place')}
          </Button>
        </div>
      }
    >
      <div className="space-y-3 p-4 sm:p-6">
        <p className="text-sm">
          {t('Move the map until the pin is at the right place: drag it, or use the arrow keys and + and −.')}
        </p>
        {failed ? (
          <p className="rounded-lg border border-line bg-sunken p-4 text-sm">
            {t('Your browser can’t draw the map. Enter the latitude and the longitude instead.')}
          </p>
        ) : (
          <div className="relative">
            <section
              ref={container}
              aria-label={t('Map')}
              className="h-[50dvh] max-h-112 min-h-64 overflow-hidden rounded-lg border border-line bg-sunken"
            />
            <span
              aria-hidden
              className="place-pin pointer-events-none absolute top-1/2 left-1/2 -translate-1/2"
            />
          </div>
        )}
      </div>
    </WideDialog>
  )
}
