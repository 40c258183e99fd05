import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { Icon } from '../../ui/icon.tsx'

type FilterSheetProps = {
  active: number
  buttonClass: string
  children: ReactNode
}

/** The filters of a list: always open on wide screens, below a button on tablets, and on phones a sheet. Opens without scripts. */
export function FilterSheet({ active, buttonClass, children }: FilterSheetProps) {
  return (
    <details ref={useFilterSheet()} className="filter-sheet unfold-wide group/sheet">
      <summary className={`flex min-h-11 items-center gap-2 text-sm font-semibold ${buttonClass}`}>
        <Icon name="sliders-horizontal" className="size-4" />
        {active > 0 ? `${t('Filters')} (${active})` : t('Filters')}
        <Icon name="x" className="ms-auto hidden size-5 max-md:group-open/sheet:block" />
      </summary>
      {children}
    </details>
  )
}

/**
 * Returns a ref for the `<details>` of the filters: Escape and its links close it, and its button `data-locate` works.
 * The listeners capture events, because React stops those in a part whose code has not loaded.
 */
function useFilterSheet() {
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
