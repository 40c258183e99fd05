/** The saved reasons that admins choose from when they hide or delete an ad. */

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { maxSavedReasonLength, maxSavedReasons } from '../../shared/limits.ts'
import { adminDone } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'

export function RemovalReasons({ reasons }: { reasons: string[] }) {
  return (
    <Card className="needs-script mt-8 px-4 py-1 sm:px-5">
      <Disclosure summary={<span className="text-sm font-semibold">{t('Saved reasons')}</span>}>
        <p className="mb-3 text-sm text-soft">
          {t('Offered when you hide or delete an ad. The poster gets the reason by email.')}
        </p>
        <ReasonsForm reasons={reasons} />
      </Disclosure>
    </Card>
  )
}

function ReasonsForm({ reasons }: { reasons: string[] }) {
  const { api } = useBackend()
  const revalidate = useRevalidate()
  const { items, announcement, list, ...edit } = useEditableList(reasons)
  return (
    <Form
      className="space-y-3 pb-4"
      onSubmit={async () => {
        const reasons = items.map(({ text }) => text.trim()).filter(Boolean)
        await api.setRemovalReasons({ body: { reasons } })
        await revalidate()
        toast({ tone: 'success', text: t(adminDone.reasonsSaved) })
      }}
    >
      <ol ref={list} className="space-y-2">
        {items.map((item, index) => (
          <ReasonItem
            key={item.key}
            item={item}
            index={index}
            isLast={index === items.length - 1}
            {...edit}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <FormFailure />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={t('Saving…')}>{t('Save reasons')}</SubmitButton>
        {items.length < maxSavedReasons && (
          <Button variant="secondary" onClick={edit.add}>
            {t('Add a reason')}
          </Button>
        )}
      </div>
    </Form>
  )
}

type ReasonItemProps = Pick<ReturnType<typeof useEditableList>, 'setText' | 'move' | 'remove'> & {
  item: Item
  index: number
  isLast: boolean
}

function ReasonItem({ item: { key, text }, index, isLast, setText, move, remove }: ReasonItemProps) {
  const number = index + 1
  return (
    <li className="flex flex-wrap items-center justify-end gap-1">
      <input
        aria-label={t('Reason {number}', { number })}
        value={text}
        maxLength={maxSavedReasonLength}
        onChange={({ target }) => setText(key, target.value)}
        className="min-h-11 min-w-0 grow basis-full rounded-md border border-edge bg-surface px-3.5 text-sm text-ink hover:border-ink sm:basis-0"
      />
      <IconButton
        label={t('Move reason {number} up', { number })}
        disabled={index === 0}
        onClick={() => move(index, -1)}
      >
        <Icon name="chevron-down" className="size-5 rotate-180" />
      </IconButton>
      <IconButton
        label={t('Move reason {number} down', { number })}
        disabled={isLast}
        onClick={() => move(index, 1)}
      >
        <Icon name="chevron-down" className="size-5" />
      </IconButton>
      <IconButton label={t('Remove reason {number}', { number })} onClick={() => remove(index)}>
        <Icon name="x" className="size-5" />
      </IconButton>
    </li>
  )
}

type IconButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

/** Uses `aria-disabled` at the ends of the list: a `disabled` button would lose the keyboard focus. */
function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className="flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    >
      {children}
    </button>
  )
}

type Item = { key: number; text: string }

/** A list whose items can be edited, added, removed and moved. The keyboard focus stays with the item. */
function useEditableList(texts: readonly string[]) {
  const [items, setItems] = useState<Item[]>(() => texts.map((text, key) => ({ key, text })))
  const [announcement, setAnnouncement] = useState('')
  const nextKey = useRef(texts.length)
  const list = useRef<HTMLOListElement>(null)
  const focusAfterRender = useRef<{ index: number; selector: string } | null>(null)

  useLayoutEffect(() => {
    if (!focusAfterRender.current) return
    const { index, selector } = focusAfterRender.current
    focusAfterRender.current = null
    const rows = list.current?.children
    rows?.[Math.min(index, rows.length - 1)]?.querySelector<HTMLElement>(selector)?.focus()
  })

  return {
    items,
    list,
    /** The last change, for screen readers. */
    announcement,
    setText: (key: number, text: string) =>
      setItems((before) => before.map((item) => (item.key === key ? { key, text } : item))),
    add() {
      focusAfterRender.current = { index: items.length, selector: 'input' }
      setItems([...items, { key: nextKey.current, text: '' }])
      nextKey.current += 1
    },
    remove(index: number) {
      focusAfterRender.current = { index, selector: 'button:last-of-type' }
      setItems(items.toSpliced(index, 1))
      setAnnouncement(t('Removed. {count} left.', { count: items.length - 1 }))
    },
    move(index: number, by: 1 | -1) {
      const item = items[index]
      if (!item) return
      focusAfterRender.current = {
        index: index + by,
        selector: by < 0 ? 'button' : 'button:nth-of-type(2)',
      }
      setItems(items.toSpliced(index, 1).toSpliced(index + by, 0, item))
      setAnnouncement(
        t('Moved to position {position} of {count}.', { position: index + by + 1, count: items.length }),
      )
    },
  }
}
