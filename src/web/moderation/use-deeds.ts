import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { messageOf } from '../failure-toast.ts'
import { toast } from '../ui/toast.ts'

/** What was done, in a sentence, and how to take it back where that is possible. Null when there is nothing to tell. */
export type Told = { text: string; undo?: (() => Promise<string>) | undefined } | null
export type Deed = () => Promise<Told>

/** What to tell when it fails; the server's own sentence unless it says otherwise. */
type Failed = (error: unknown) => string

/**
 * Does something for an admin: shows the list anew and tells how it went, with a way back. Buttons stay enabled meanwhile,
 * since a disabled one loses the keyboard; a second press is not heard.
 */
export function useAdminAction() {
  const { revalidate } = useRevalidator()
  const running = useRef(false)

  async function perform(deed: Deed, failed: Failed) {
    try {
      const told = await deed()
      await revalidate()
      if (told) tell(told)
    } catch (error) {
      toast({ tone: 'bad', text: failed(error) })
      // It may have failed because somebody else was faster: what stands there then is no longer so.
      await revalidate()
    }
  }

  function tell({ text, undo }: NonNullable<Told>) {
    const takeBack = undo && (() => void perform(async () => ({ text: await undo() }), messageOf))
    toast({ tone: 'good', text, ...(takeBack && { action: { label: 'Undo', run: takeBack } }) })
  }

  return async (deed: Deed, failed: Failed = messageOf) => {
    if (running.current) return
    running.current = true
    await perform(deed, failed)
    running.current = false
  }
}
