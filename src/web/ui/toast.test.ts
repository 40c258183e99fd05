import { afterEach, expect, test, vi } from 'vitest'
import { endPage, holdToasts, onPageEnd, onToast, onToastsDismissed, takeToasts, toast } from './toast.ts'

afterEach(() => {
  takeToasts()
  onToast(() => {})
  onToastsDismissed(() => {})
  onPageEnd(() => {})
})

test('a toast waits until there is something to show it', () => {
  toast({ tone: 'good', text: 'Saved.' })
  const shown: string[] = []
  onToast(() => shown.push(...takeToasts().map(({ text }) => text)))
  toast({ tone: 'bad', text: 'Not saved.' })
  expect(shown).toEqual(['Saved.', 'Not saved.'])
})

test('opening a dialog closes all toasts, and those of the dialog wait until the last dialog is closed', () => {
  const shown: string[] = []
  const dismiss = vi.fn()
  onToast(() => shown.push(...takeToasts().map(({ text }) => text)))
  onToastsDismissed(dismiss)
  const closeFirst = holdToasts()
  expect(dismiss).toHaveBeenCalledOnce()
  const closeSecond = holdToasts()
  toast({ tone: 'bad', text: 'Not sent.' })
  closeSecond()
  expect(shown).toEqual([])
  closeFirst()
  expect(shown).toEqual(['Not sent.'])
})

test('the toasts of a page end with it, and those for the next page with that one', () => {
  const closeDialog = holdToasts()
  toast({ tone: 'good', text: 'Draft discarded.' })
  toast({ tone: 'good', text: 'Posted.', onNextPage: true })
  const endShown = vi.fn()
  onPageEnd(endShown)
  endPage()
  expect(endShown).toHaveBeenCalledOnce()
  closeDialog()
  expect(takeToasts()).toEqual([{ tone: 'good', text: 'Posted.' }])
})
