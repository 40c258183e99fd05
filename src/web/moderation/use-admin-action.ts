import { useRef } from 'react'
import type { Api } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { t } from '../../shared/translate.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { messageOf, toast } from '../ui/toast.ts'

/** What to say about a finished action, such as the server's reply, and how to undo it if that is possible. */
export type ActionResult = {
  message: string
  undo?: (() => Promise<ActionResult>) | undefined
  /** The action leads to another page, which shows the message. */
  onNextPage?: boolean
} | null
type AdminAction = () => Promise<ActionResult>
type DescribeError = (error: unknown) => string
export type RunAdminAction = (action: AdminAction, describeError?: DescribeError) => Promise<void>

/**
 * Returns a function that runs an admin's action, reloads the list, and shows a toast with the result and an *Undo*
 * button. Buttons stay enabled meanwhile, because a disabled button loses the keyboard focus; further clicks are ignored.
 */
export function useAdminAction(): RunAdminAction {
  const revalidate = useRevalidate()
  const running = useRef(false)

  async function perform(action: AdminAction, describeError: DescribeError) {
    try {
      const result = await action()
      await revalidate()
      if (result) showResult(result)
    } catch (error) {
      toast({ tone: 'error', text: describeError(error) })
      // Another admin may have been faster, so the list may be out of date.
      await revalidate()
    }
  }

  function showResult({ message, undo, onNextPage = false }: NonNullable<ActionResult>) {
    const run = undo && (() => void perform(undo, messageOf))
    toast({ tone: 'success', text: message, onNextPage, ...(run && { action: { label: t('Undo'), run } }) })
  }

  return async (action, describeError = messageOf) => {
    if (running.current) return
    running.current = true
    await perform(action, describeError)
    running.current = false
  }
}

/** Returns what undoes the action of an audit entry. */
export const undoOf = (api: Api, entryId: number | null) =>
  entryId === null ? undefined : () => undoEntries(api, [entryId])

/**
 * Undoes the actions of these audit entries, one after the other, since each of them may be out of date by now. Throws if
 * any of them failed.
 */
export async function undoEntries(api: Api, entryIds: number[]): Promise<{ message: string }> {
  let message = ''
  const errors: string[] = []
  for (const id of entryIds) {
    try {
      message = (await api.undo({ params: { id } })).message
    } catch (error) {
      errors.push(messageOf(error))
    }
  }
  const [firstError] = errors
  if (firstError === undefined) return { message }
  const undone = entryIds.length - errors.length
  throw new AppError(
    'conflict',
    undone > 0
      ? t('Undid {undone} of {count, plural, one {# action} other {# actions}}. {error}', {
          undone,
          count: entryIds.length,
          error: firstError,
        })
      : firstError,
  )
}
