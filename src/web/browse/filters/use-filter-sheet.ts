import { useEffect, useRef } from 'react'
import { useBackend } from '../../framework/api-context.ts'

/**
 * Returns a ref for the `<details>` of the filters: Escape and its links close it, and its button `data-locate` works.
 * The listeners capture events, because React stops those in a part whose code has not loaded.
 */
export function useFilterSheet() {
  const sheet = useRef<HTMLDetailsElement>(null)
  const { api } = useBackend()
  useEffect(() => {
    const close = () => sheet.current?.removeAttribute('open')
    function onKeyDown({ key, target }: KeyboardEvent) {
      if (key !== 'Escape' || !(target instanceof Element) || !sheet.current?.contains(target)) return
      close()
      sheet.current.querySelector('summary')?.focus()
    }
    async function onClick({ target }: MouseEvent) {
      if (!(target instanceof Element) || !sheet.current?.contains(target)) return
      if (target.closest('a')) close()
      const button = target.closest<HTMLButtonElement>('[data-locate]')
      if (button) (await import('../results/locate.ts')).searchNearby(api, button)
    }
    addEventListener('keydown', onKeyDown, true)
    addEventListener('click', onClick, true)
    return () => {
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('click', onClick, true)
    }
  }, [api])
  return sheet
}
