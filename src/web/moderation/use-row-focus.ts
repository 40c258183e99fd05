import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When the row that had the keyboard is gone, the row that follows it has it, or the last one; when no row is left, the
 * page. The rows are the children of the list, in the order of their ids.
 */
export function useRowFocus(ids: readonly string[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const seen = useRef(ids)
  useLayoutEffect(() => {
    const gone = seen.current.findIndex((id) => !ids.includes(id))
    seen.current = ids
    if (gone < 0 || document.activeElement !== document.body) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[gone] ?? rows.at(-1)
    const control = row?.querySelector<HTMLElement>('button') ?? row?.querySelector<HTMLElement>('a')
    if (control) control.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  })
  return list
}
