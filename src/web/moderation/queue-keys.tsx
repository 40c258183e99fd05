import { useEffect, useState } from 'react'
import { msg, t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/forms/dialog.tsx'
import { localStore } from '../ui/storage/browser-storage.ts'
import { toast } from '../ui/toast.ts'

/** Who speaks to their computer types single letters by accident, so the keys can be turned off, in this browser. */
const offKey = 'queue-keys-off'

/** Keys that act on the case with the focus press its button that announces them. */
const actions = {
  a: {
    does: msg('Approve it: keep the ad, deliver the message, or close the report'),
    missing: msg('There is nothing to approve.'),
  },
  h: { does: msg('Hide or delete it'), missing: msg('There is nothing to hide.') },
  s: { does: msg('Suspend the person'), missing: msg('There is nobody to suspend.') },
}
const help = [
  { key: 'j', does: msg('Go to the next case') },
  { key: 'k', does: msg('Go to the case before') },
  ...Object.entries(actions).map(([key, { does }]) => ({ key, does })),
  { key: '?', does: msg('Show these keys') },
]

const isAction = (key: string): key is keyof typeof actions => Object.hasOwn(actions, key)

/** Whether a key is typed into something, or belongs to a dialog or a shortcut of the browser. */
function isTaken({
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return true
  if (document.querySelector('dialog[open]')) return true
  const field = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
  return target instanceof Element && target.closest(field) !== null
}

/** Deciding by keyboard, with a button that shows the keys. */
export function QueueKeys() {
  const [isOpen, setOpen] = useState(false)
  const [isOff, setOff] = useState(false)

  // The server does not know it.
  useEffect(() => setOff(localStore.get(offKey) !== null), [])

  useEffect(() => {
    if (isOff) return
    function onKeyDown(event: KeyboardEvent) {
      if (isTaken(event)) return
      const { key, repeat } = event
      if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
      else if (key === '?') setOpen(true)
      else if (isAction(key)) {
        if (!repeat) act(key)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOff])

  function turn(off: boolean) {
    localStore.set(offKey, off ? 'off' : null)
    setOff(off)
  }

  return (
    <>
      <Button
        variant="ghost"
        className="px-3! text-sm max-sm:hidden"
        aria-keyshortcuts={isOff ? undefined : '?'}
        onClick={() => setOpen(true)}
      >
        {t('Keyboard shortcuts')}
      </Button>
      {isOpen && (
        <Dialog
          title={t('Decide by keyboard')}
          text={t('The keys do nothing while you type in a field.')}
          onClose={() => setOpen(false)}
        >
          <dl className="mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
            {help.map(({ key, does }) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="inline-block min-w-8 rounded-md border border-edge bg-sunken px-2 py-0.5 text-center font-semibold">
                    {key}
                  </kbd>
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
          <label className="mt-5 flex min-h-11 items-center gap-3 text-sm font-semibold">
            <input
              type="checkbox"
              className="size-5"
              checked={!isOff}
              onChange={({ target }) => turn(!target.checked)}
            />
            {t('Use these keys in this browser')}
          </label>
          <div className="mt-4 flex justify-end">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('Close')}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}

const headings = () => [...document.querySelectorAll<HTMLElement>('[data-case] h2')]
const indexOfFocused = () =>
  headings().findIndex((heading) => heading.closest('[data-case]')?.contains(document.activeElement))

/** Focuses the heading of a case, so that screen readers say it and the next Tab reaches its buttons. */
function move(step: 1 | -1) {
  const all = headings()
  const at = indexOfFocused()
  const next = all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]
  next?.focus({ preventScroll: true })
  next?.closest('[data-case]')?.scrollIntoView({ block: 'center' })
}

/** Without the focus in a case, does nothing but say so: which case is meant must never be a guess. */
function act(key: keyof typeof actions) {
  const row = headings()[indexOfFocused()]?.closest('[data-case]')
  if (!row) return toast({ tone: 'error', text: t('Press {key} to go to a case first.', { key: 'j' }) })
  const button = row.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`)
  if (button) button.click()
  else toast({ tone: 'error', text: t(actions[key].missing) })
}
