import type { KeyboardEvent } from 'react'

/** On a phone's keyboard Enter goes on to the next box, as its key says; on a desk it sends the form. */
export function goToNextField(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const controls = [...(target.form?.elements ?? [])].filter(isTyped)
  controls[controls.indexOf(target) + 1]?.focus()
}

const isTyped = (element: Element): element is HTMLElement =>
  element.matches('input:not([type=file]):not(:disabled):not(:read-only), textarea, select')
