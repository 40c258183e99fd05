/** Approving, hiding and deleting ads, one or many at a time, with undo. */
import { useState } from 'react'
import type { Api } from '../../shared/api-client.ts'
import type { CallReply } from '../../shared/contract.ts'
import { type Decision, decisionOf } from '../../shared/decisions.ts'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import type { Kind } from '../../shared/listing.ts'
import { adminDone, adminRefusals } from '../../shared/messages/forms.ts'
import { useBackend } from '../framework/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { messageOf, toast } from '../ui/toast.ts'
import { type ActionResult, undoEntries, useAdminAction } from './use-admin-action.ts'

export type Target = { id: string; title: string }
/** An ad that was left unchanged, and why: usually another admin was faster. */
type Skipped = Target & { message: string }
/** A decision that waits for its reason. */
export type PendingDecision = { decision: Decision; targets: Target[] }
export type Decisions = ReturnType<typeof useDecisions>

type DecisionOptions = {
  kind: Kind
  /** Skip ads without open reports: another admin has already decided about them. */
  onlyOpenReports: boolean
}

export function useDecisions({ kind, onlyOpenReports }: DecisionOptions) {
  const { api } = useBackend()
  const run = useAdminAction()
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const [skipped, setSkipped] = useState<Skipped[]>([])

  async function send(decision: Decision, targets: Target[], reason = ''): Promise<ActionResult> {
    const ids = targets.map(({ id }) => id)
    const reply = await api.decide({ body: { decision, ids, reason, onlyOpenReports } })
    setSkipped(reportSkipped(reply, targets))
    return toActionResult(reply, { api, kind, decision })
  }

  return {
    pending,
    skipped,
    dismissSkipped: () => setSkipped([]),
    /** Opens the dialog if there is one for this decision. */
    start(decision: Decision, targets: Target[]) {
      if (decisionOf(decision).dialog) return setPending({ decision, targets })
      return run(
        () => send(decision, targets),
        (error) => (isRefused(error) ? adminRefusals[kind] : messageOf(error)),
      )
    },
    cancel: () => setPending(null),
    /** Throws if it fails, so that the dialog stays open with what was typed. */
    confirm: ({ decision, targets }: PendingDecision, reason: string) => send(decision, targets, reason),
    run,
    undo: (entryId: number) => run(() => undoEntries(api, [entryId])),
  }
}

/** Returns whether the server refused without a better explanation than the specification's own (section 8). */
const isRefused = (error: unknown) =>
  error instanceof UnexpectedResponseError || (error instanceof AppError && error.code === 'forbidden')

/** Shows a toast for a single skipped ad, as for a single success. Returns the skipped ads of many, to be listed. */
function reportSkipped(reply: CallReply<'decide'>, targets: Target[]): Skipped[] {
  const skipped = reply.skipped.map(({ id, message }) => ({
    id,
    message,
    title: targets.find((target) => target.id === id)?.title ?? id,
  }))
  const [only] = skipped
  if (!only || targets.length > 1) return skipped
  toast({ tone: 'error', text: only.message })
  return []
}

type DecisionContext = { api: Api; kind: Kind; decision: Decision }

function toActionResult(reply: CallReply<'decide'>, { api, kind, decision }: DecisionContext): ActionResult {
  const count = reply.decided.length
  if (count === 0) return null
  return {
    message: doneText(count, kind, decision),
    undo: () => undoEntries(api, reply.auditEntryIds),
  }
}

/** Returns what admins see after they decide one or several listings, such as `3 services approved`. */
function doneText(count: number, kind: Kind, decision: Decision): string {
  const { pastTense } = decisionOf(decision)
  if (count > 1) return `${count} ${kind}s ${pastTense}`
  if (decision === 'approve') return adminDone[kind]
  return `${kind === 'service' ? 'Service' : 'Event'} ${pastTense}`
}

export function SkippedNotice({ skipped, onClose }: { skipped: Skipped[]; onClose: () => void }) {
  return (
    // Rendered even when empty: screen readers announce only what is added to an existing status region.
    <div role="status">
      {skipped.length > 0 && (
        <div className="mb-3 flex items-start gap-3 rounded-lg border border-line bg-butter p-4 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">Not changed:</p>
            <ul className="mt-1 space-y-1">
              {skipped.map(({ id, title, message }) => (
                <li key={id} className="free-text">
                  <bdi className="font-semibold">{title}</bdi>: {message}
                </li>
              ))}
            </ul>
          </div>
          <Button variant="ghost" className="px-3!" onClick={onClose}>
            Close
          </Button>
        </div>
      )}
    </div>
  )
}
