/** Deciding cases and ads, one or many at a time, with undo. */

import { useState } from 'react'
import { type CaseDecision, type CaseSource, caseActionOf } from '../../shared/case-sources.ts'
import type { CallReply } from '../../shared/contract.ts'
import { isDecision } from '../../shared/decisions.ts'
import { AppError, UnexpectedResponseError } from '../../shared/errors.ts'
import { adminRefusals } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { messageOf, toast } from '../ui/toast.ts'
import { type ActionResult, undoEntries, useAdminAction } from './use-admin-action.ts'

export type Target = { source: CaseSource; id: string; title: string }
/** A case that was left unchanged, and why: usually another admin was faster. */
type Skipped = Pick<Target, 'id' | 'title'> & { message: string }
/** A decision that waits for its reason. */
export type PendingDecision = { decision: CaseDecision; targets: Target[] }
export type Decisions = ReturnType<typeof useDecisions>

/** `isQueue`: skips what is no longer open, because another admin has already decided it. */
export function useDecisions(isQueue: boolean) {
  const { api } = useBackend()
  const run = useAdminAction()
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const [skipped, setSkipped] = useState<Skipped[]>([])

  async function send(decision: CaseDecision, targets: Target[], reason = ''): Promise<ActionResult> {
    const cases = targets.map(({ source, id }) => ({ source, id }))
    const reply =
      isQueue || !isDecision(decision)
        ? await api.decideCases({ body: { decision, cases, reason } })
        : await api.decide({ body: { decision, ids: cases.map(({ id }) => id), reason } })
    setSkipped(reportSkipped(reply, targets))
    const decided = targets.filter(({ id }) => reply.decided.includes(id))
    if (decided.length === 0) return null
    const { auditEntryIds } = reply
    const undo = auditEntryIds.length > 0 ? () => undoEntries(api, auditEntryIds) : undefined
    return { message: doneText(decided, decision), undo }
  }

  return {
    pending,
    skipped,
    dismissSkipped: () => setSkipped([]),
    /** Opens the dialog if there is one for this decision. */
    start(decision: CaseDecision, targets: Target[]) {
      if (dialogOf({ decision, targets })) return setPending({ decision, targets })
      return run(
        () => send(decision, targets),
        (error) => refusalOf(error, targets) ?? messageOf(error),
      )
    },
    cancel: () => setPending(null),
    /** Throws if it fails, so that the dialog stays open with what was typed. */
    confirm: ({ decision, targets }: PendingDecision, reason: string) => send(decision, targets, reason),
    run,
    undo: (entryId: number) => run(() => undoEntries(api, [entryId])),
  }
}

/** Returns the dialog of the decision; of cases from several sources, the one that asks most. */
export function dialogOf({ decision, targets }: PendingDecision) {
  const dialogs = targets.flatMap(({ source }) => caseActionOf(source, decision)?.dialog ?? [])
  return dialogs.find(({ reason }) => reason === 'required') ?? dialogs[0]
}

/** Returns the specification's own sentence (section 8) if the server refused without a better explanation. */
function refusalOf(error: unknown, [first]: Target[]): string | undefined {
  const isRefused =
    error instanceof UnexpectedResponseError || (error instanceof AppError && error.code === 'forbidden')
  if (!isRefused) return undefined
  return first?.source === 'service' || first?.source === 'event' ? t(adminRefusals[first.source]) : undefined
}

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

/** Returns what admins see after they decide, such as `3 services approved`. */
function doneText(decided: Target[], decision: CaseDecision): string {
  const [first, ...others] = decided
  const isMixed = others.some(({ source }) => source !== first?.source)
  const action = first && !isMixed && caseActionOf(first.source, decision)
  const count = decided.length
  return action
    ? t(action.done, { count })
    : t('{count, plural, one {# case decided} other {# cases decided}}', { count })
}

export function SkippedNotice({ skipped, onClose }: { skipped: Skipped[]; onClose: () => void }) {
  return (
    // Rendered even when empty: screen readers announce only what is added to an existing status region.
    <div role="status">
      {skipped.length > 0 && (
        <div className="mb-3 flex items-start gap-3 rounded-lg border border-line bg-butter p-4 text-sm">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{t('Not changed:')}</p>
            <ul className="mt-1 space-y-1">
              {skipped.map(({ id, title, message }) => (
                <li key={id} className="free-text">
                  <bdi className="font-semibold">{title}</bdi>: {message}
                </li>
              ))}
            </ul>
          </div>
          <Button variant="ghost" className="px-3!" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      )}
    </div>
  )
}
