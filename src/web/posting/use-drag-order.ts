import { type PointerEvent, type RefObject, useRef, useState } from 'react'

/** A press that moves less is a press. */
const startsAfter = 6

export type Drag = { from: number; over: number }

/**
 * Takes things out of a list and puts them down at another place of it, by mouse, pen or finger. Its items carry their
 * place as `data-place`. Nothing moves before it is put down; Escape puts it back.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, drop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const dragging = useRef(false)

  function start(event: PointerEvent, from: number) {
    if (event.button !== 0 || dragging.current) return
    const { clientX, clientY, pointerId } = event
    const ended = new AbortController()
    const { signal } = ended
    let over: number | null = null

    function move(now: globalThis.PointerEvent) {
      if (now.pointerId !== pointerId) return
      if (over === null && Math.hypot(now.clientX - clientX, now.clientY - clientY) < startsAfter) return
      over = placeAt(list.current, now) ?? over ?? from
      setDrag({ from, over })
    }

    function end(put: boolean) {
      ended.abort()
      dragging.current = false
      setDrag(null)
      if (put && over !== null && over !== from) drop(from, over)
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

function placeAt(list: HTMLElement | null, { clientX, clientY }: globalThis.PointerEvent): number | null {
  const item = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-place]')
  return item && list?.contains(item) ? Number(item.dataset.place) : null
}
