/** Approving, hiding and deleting listings, one or many: with the way back, and with what a colleague was faster with. */
import { useState } from 'react'
import type { Api } from '../../shared/api-client.ts'
import type { CallReply } from '../../shared/contract.ts'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import type { Kind } from '../../shared/listing.ts'
import { adminRefusals, decided as sentences } from '../../shared/messages/forms.ts'
import type { Decision } from '../../shared/moderation.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { toast } from '../ui/toast.ts'
import { undoEntries } from './undo.ts'
import { type Told, useAdminAction } from './use-deeds.ts'

export type Target = { id: string; title: string }
/** What was not decided, and why not. */
export type Late = Target & { message: string }
/** A decision that waits for its reason. The reasons to choose from are on their way. */
export type Asked = { decision: 'hide' | 'remove'; targets: Target[]; reasons: Promise<string[]> }
export type Decisions = ReturnType<typeof useDecisions>

type Options = {
  kind: Kind
  /** Only what still has open reports: what a colleague decided meanwhile is left as it is. */
  onlyOpenReports: boolean
}

export function useDecisions({ kind, onlyOpenReports }: Options) {
  const { api } = useBackend()
  const run = useAdminAction()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [late, setLate] = useState<Late[]>([])

  async function send(decision: Decision, targets: Target[], reason = ''): Promise<Told> {
    const ids = targets.map(({ id }) => id)
    const reply = await api.decide({ body: { decision, ids, reason, onlyOpenReports } })
    setLate(tellLate(reply, targets))
    return toldOf(reply, { api, kind, decision })
  }

  return {
    asked,
    late,
    forgetLate: () => setLate([]),
    approve: (targets: Target[]) =>
      run(
        () => send('approve', targets),
        (error) => (isRefused(error) ? adminRefusals[kind] : messageOf(error)),
      ),
    ask: (decision: Asked['decision'], targets: Target[]) =>
      setAsked({ decision, targets, reasons: loadReasons(api) }),
    cancel: () => setAsked(null),
    /** Throws when it could not be done: the dialog says so, and keeps what was typed. */
    async decide({ decision, targets }: Asked, reason: string) {
      const told = await send(decision, targets, reason)
      setAsked(null)
      await run(async () => told)
    },
    undo: (entry: number) => run(async () => ({ text: await undoEntries(api, [entry]) })),
  }
}

/** Without them a reason can still be typed. */
const loadReasons = (api: Api): Promise<string[]> =>
  api.listRemovalReasons({}).then(
    ({ reasons }) => reasons,
    () => [],
  )

/** Whether the server refused without a better explanation than the specification's own (section 8). */
const isRefused = (error: unknown) =>
  error instanceof UnexpectedResponseError || (error instanceof AppError && error.code === 'forbidden')

/** Of a single one it is told in the corner, as its success would be; of many it is answered, to be listed. */
function tellLate({ skipped }: CallReply<'decide'>, targets: Target[]): Late[] {
  const late = skipped.map(({ id, message }) => ({
    id,
    message,
    title: targets.find((target) => target.id === id)?.title ?? id,
  }))
  const [only] = late
  if (!only || targets.length > 1) return late
  toast({ tone: 'bad', text: only.message })
  return []
}

type Done = { api: Api; kind: Kind; decision: Decision }

function toldOf({ decided, auditEntryIds }: CallReply<'decide'>, { api, kind, decision }: Done): Told {
  if (decided.length === 0) return null
  const text =
    decided.length === 1 ? sentences[kind][decision] : sentences.many(decided.length, kind, decision)
  return { text, undo: () => undoEntries(api, auditEntryIds) }
}
