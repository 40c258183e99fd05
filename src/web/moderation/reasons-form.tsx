import { type ReactNode, useState } from 'react'
import { maxSavedReasonLength, maxSavedReasons } from '../../shared/limits.ts'
import { adminDone } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { Button } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.ts'
import { Problem } from './problem.tsx'
import { type Line, useEditableList } from './use-lines.ts'

/** Changed, ordered, added to and shortened here; saved as a whole. */
export function ReasonsForm({ reasons }: { reasons: string[] }) {
  const { api } = useBackend()
  const { lines, said, list, ...change } = useEditableList(reasons)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <Form
      className="space-y-3 pb-4"
      check={async () => ({ sent: lines.map(({ text }) => text.trim()).filter(Boolean) })}
      send={async (reasons) => {
        setProblem(null)
        await api.setRemovalReasons({ body: { reasons } })
        toast({ tone: 'good', text: adminDone.reasonsSaved })
      }}
      onFailure={(error) => setProblem(messageOf(error))}
    >
      <ol ref={list} className="space-y-2">
        {lines.map((line, at) => (
          <ReasonLine key={line.key} line={line} at={at} last={at === lines.length - 1} {...change} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Problem>{problem}</Problem>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy="Saving…">Save reasons</SubmitButton>
        {lines.length < maxSavedReasons && (
          <Button look="secondary" onClick={change.add}>
            Add a reason
          </Button>
        )}
      </div>
    </Form>
  )
}

type LineProps = Pick<ReturnType<typeof useEditableList>, 'type' | 'move' | 'remove'> & {
  line: Line
  at: number
  last: boolean
}

function ReasonLine({ line: { key, text }, at, last, type, move, remove }: LineProps) {
  const name = `reason ${at + 1}`
  return (
    <li className="flex flex-wrap items-center justify-end gap-1">
      <input
        aria-label={`Reason ${at + 1}`}
        value={text}
        maxLength={maxSavedReasonLength}
        onChange={({ target }) => type(key, target.value)}
        className="min-h-11 min-w-0 grow basis-full rounded-md border border-edge bg-surface px-3.5 text-sm text-ink hover:border-ink sm:basis-0"
      />
      <LineButton label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, -1)}>
        <Icon name="chevron-down" className="size-5 rotate-180" />
      </LineButton>
      <LineButton label={`Move ${name} down`} disabled={last} onClick={() => move(at, 1)}>
        <Icon name="chevron-down" className="size-5" />
      </LineButton>
      <LineButton label={`Remove ${name}`} onClick={() => remove(at)}>
        <Icon name="x" className="size-5" />
      </LineButton>
    </li>
  )
}

type ButtonProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode }

/** At an end it does nothing, and stays, so that the keyboard stays too. */
function LineButton({ label, disabled, onClick, children }: ButtonProps) {
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
