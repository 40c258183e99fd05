import { type PointerEvent, type RefObject, useRef, useState } from 'react'

/** Pixels; a shorter movement is a click. */
const dragThreshold = 6

export type Drag = { from: number; over: number }

/**
 * Reorders a list by dragging with mouse, pen or finger. Items carry their index as `data-index`. The order changes only
 * on drop; Escape cancels.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const dragging = useRef(false)

  function start(event: PointerEvent, from: number) {
    if (event.button !== 0 || dragging.current) return
    const { clientX, clientY, pointerId } = event
    const controller = new AbortController()
    const { signal } = controller
    let over: number | null = null

    function move(current: globalThis.PointerEvent) {
      if (current.pointerId !== pointerId) return
      const distance = Math.hypot(current.clientX - clientX, current.clientY - clientY)
      if (over === null && distance < dragThreshold) return
      over = indexAt(list.current, current) ?? over ?? from
      setDrag({ from, over })
    }

    function end(drop: boolean) {
      controller.abort()
      dragging.current = false
      setDrag(null)
      if (drop && over !== null && over !== from) onDrop(from, over)
    }

    dragging.current = true
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', () => end(true), { signal })
    window.addEventListener('pointercancel', () => end(false), { signal })
    window.addEventListener('blur', () => end(false), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
  }

  return { drag, start }
}

function indexAt(list: HTMLElement | null, { clientX, clientY }: globalThis.PointerEvent): number | null {
  const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-index]')
  return item && list?.contains(item) ? Number(item.dataset.index) : null
}
