import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Returns a ref for a list whose children are the rows, in the order of `ids`. When the row with the keyboard focus goes
 * away, the focus moves to the row after it, else to the last row, else to the page.
 */
export function useRowFocus(ids: readonly string[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const previousIds = useRef(ids)
  useLayoutEffect(() => {
    const removedAt = previousIds.current.findIndex((id) => !ids.includes(id))
    previousIds.current = ids
    if (removedAt < 0 || document.activeElement !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[removedAt] ?? rows.at(-1)
    const control = row?.querySelector<HTMLElement>('button') ?? row?.querySelector<HTMLElement>('a')
    if (control) control.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  })
  return list
}
