import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../../shared/translate.ts'

export type TextLimit = {
  max: number
  /** Counts as the server does; trims by default. */
  lengthOf?: (text: string) => number
}

const trimmedLength = (text: string) => text.trim().length

/** The counter appears when this many characters are left, or this share of a large limit. */
const near = { characters: 20, share: 0.05 }
/** Screen readers hear the count once the user pauses, not on every key. */
const announceAfterMs = 1000

/** Shows how many characters are left in a text control once there are few, or how many are too many. */
export function CharacterCounter({
  controlId,
  max,
  lengthOf = trimmedLength,
}: TextLimit & { controlId: string }) {
  const left = max - lengthOf(useControlText(controlId))
  const isNear = left <= Math.max(near.characters, max * near.share)
  const sentence = isNear ? sentenceOf(left) : ''
  const announced = useDelayed(sentence, announceAfterMs)
  if (!isNear) return null
  return (
    <>
      <p
        aria-hidden
        className={`mt-1.5 text-xs tabular-nums ${left < 0 ? 'font-semibold text-accent' : 'text-soft'}`}
      >
        {sentence}
      </p>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

function sentenceOf(left: number): string {
  return left < 0
    ? t('{count, plural, one {# character too many} other {# characters too many}}', { count: -left })
    : t('{count, plural, one {# character left} other {# characters left}}', { count: left })
}

/** Follows the text of an uncontrolled control. */
function useControlText(id: string): string {
  return useSyncExternalStore(
    subscribe,
    () => (document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null)?.value ?? '',
    () => '',
  )
}

function subscribe(onChange: () => void) {
  // The event precedes the reset.
  const onReset = () => setTimeout(onChange)
  document.addEventListener('input', onChange)
  document.addEventListener('reset', onReset)
  return () => {
    document.removeEventListener('input', onChange)
    document.removeEventListener('reset', onReset)
  }
}

/** Returns the text as it was once it has not changed for a while. */
function useDelayed(text: string, delayMs: number): string {
  const [delayed, setDelayed] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return delayed
}
