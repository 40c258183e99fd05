/** The buttons of rows that admins order, retire, and restore. They work without scripts, too. */
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { ActionForm } from '../ui/forms/action-form.tsx'
import { Notice } from '../ui/notice.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { DashboardView } from './dashboard-url.ts'
import { undoOf, useAdminAction } from './use-admin-action.ts'

type Changed = Promise<{ message: string; auditEntryId: number | null }>

/** Returns a function that makes a call whose audit entry can be undone. */
export function useUndoableCall() {
  const { api } = useBackend()
  const run = useAdminAction()
  return (call: () => Changed, onNextPage = false) =>
    run(async () => {
      const { message, auditEntryId } = await call()
      return { message, undo: undoOf(api, auditEntryId), onNextPage }
    })
}

type OrderButtonsProps = {
  name: string
  id: string
  /** The ids of the rows before and after this one. */
  above: string | undefined
  below: string | undefined
  /** The path that accepts the form without scripts, and what else that has. */
  action: string
  fields: Record<string, string>
  /** Lets two rows, whose ids are joined by a comma, change places. */
  onSwap: (swap: string) => Changed
}

export function OrderButtons({ name, id, above, below, action, fields, onSwap }: OrderButtonsProps) {
  const perform = useUndoableCall()
  const arrow = (sign: string, label: string, neighbor: string | undefined) => {
    const swap = `${id},${neighbor}`
    // The first and the last row leave room, so that the buttons of all rows are in columns.
    if (!neighbor) return <span className="w-12" aria-hidden />
    return (
      <ActionForm
        action={action}
        fields={{ ...fields, swap }}
        submit={sign}
        label={label}
        busy={sign}
        variant="secondary"
        className="w-12 [&_button]:w-full [&_button]:px-0"
        onSubmit={() => perform(() => onSwap(swap))}
      />
    )
  }
  return (
    <>
      {arrow('↑', t('Move {name} up', { name }), above)}
      {arrow('↓', t('Move {name} down', { name }), below)}
    </>
  )
}

type RetireButtonProps = {
  name: string
  retired: boolean
  action: string
  fields: Record<string, string>
  onRetire: (retired: boolean) => Changed
}

export function RetireButton({ name, retired, action, fields, onRetire }: RetireButtonProps) {
  const perform = useUndoableCall()
  return (
    <ActionForm
      action={action}
      fields={{ ...fields, action: retired ? 'restore' : 'retire' }}
      submit={retired ? t('Restore') : t('Retire')}
      label={retired ? t('Restore {name}', { name }) : t('Retire {name}', { name })}
      busy="…"
      variant="secondary"
      onSubmit={() => perform(() => onRetire(!retired))}
    />
  )
}

/** Follows a form without scripts. */
export const SavedNotice = ({ view }: { view: DashboardView }) =>
  view.status === 'saved' && (
    <div role="status" className="mb-3">
      <Notice tone="success">
        {rich('Saved. <link>Undo it in the log</link>', {
          link: (text) => <TextLink href={paths.admin({ tab: 'log' })}>{text}</TextLink>,
        })}
      </Notice>
    </div>
  )
