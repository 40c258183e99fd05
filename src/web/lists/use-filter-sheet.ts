import { useEffect, useRef } from 'react'

/**
 * Returns a ref for the `<details>` of the filters: Escape and its links close it, and its button `data-locate` works.
 * These are listeners of the element, because React ignores clicks in a part whose code has not loaded.
 */
export function useFilterSheet() {
  const sheet = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = sheet.current
    const close = () => element?.removeAttribute('open')
    function onKeyDown({ key, target }: KeyboardEvent) {
      if (key !== 'Escape' || target instanceof HTMLSelectElement || !element?.open) return
      close()
      element.querySelector('summary')?.focus()
    }
    async function onClick({ target }: MouseEvent) {
      if (!(target instanceof Element)) return
      if (target.closest('a')) close()
      const button = target.closest<HTMLButtonElement>('[data-locate]')
      if (button) (await import('../narrowing/locate.ts')).searchNearby(button)
    }
    element?.addEventListener('keydown', onKeyDown)
    element?.addEventListener('click', onClick)
    return () => {
      element?.removeEventListener('keydown', onKeyDown)
      element?.removeEventListener('click', onClick)
    }
  }, [])
  return sheet
}
