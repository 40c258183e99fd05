import { type TouchEvent, useRef } from 'react'
import { isRightToLeft } from './reading-direction.ts'

/** Pixels. */
const swipeThreshold = 40

/** In a zoomed page, one finger pans. */
export const isZoomedIn = () => (window.visualViewport?.scale ?? 1) > 1.01

/** Detects horizontal swipes with one finger, as opposed to scrolling and pinching. `onSwipe` gets the step. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches.length === 1 && !isZoomedIn() ? touches[0] : undefined
      start.current = finger ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0]
      if (!start.current || !finger) return
      const dx = finger.clientX - start.current.x
      const dy = Math.abs(finger.clientY - start.current.y)
      start.current = null
      if (Math.abs(dx) > Math.max(swipeThreshold, dy)) onSwipe(dx > 0 === isRightToLeft() ? 1 : -1)
    },
  }
}
