import { type TouchEvent, useRef } from 'react'

const farEnough = 40

/** A page that is zoomed in is moved about with one finger. */
export const isZoomedIn = () => (window.visualViewport?.scale ?? 1) > 1.01

/** Tells one finger that goes to the side, from which `onSwipe` learns the step, from scrolling and from pinching. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches.length === 1 && !isZoomedIn() ? touches[0] : undefined
      from.current = finger ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!from.current || !finger) return
      const along = finger.clientX - from.current.x
      const across = Math.abs(finger.clientY - from.current.y)
      from.current = null
      if (Math.abs(along) > Math.max(farEnough, across)) onSwipe(along > 0 ? -1 : 1)
    },
  }
}
