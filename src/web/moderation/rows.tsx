/** The rows of the dashboard's lists and their parts. */
import type { ComponentProps, ReactNode } from 'react'
import { type Decision, decisionNames, decisionOf } from '../../shared/decisions.ts'
import { formatInstant } from '../../shared/format.ts'
import { t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'

type RowProps = {
  /** Of a case, whose heading the keyboard can reach. */
  caseId?: string
  heading: ReactNode
  badges?: ReactNode
  /** Buttons and links on the right. */
  actions?: ReactNode
  /** Shown to the left of the text. */
  before?: ReactNode
  /** Shown below the text, at full width. */
  below?: ReactNode
  children: ReactNode
}

export function Row({ caseId, heading, badges, actions, before, below, children }: RowProps) {
  return (
    // Emails and other texts without a space must not widen the page, wherever in the row they are.
    <li data-case={caseId} className="px-4 py-3 wrap-anywhere sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {before}
        <div className="min-w-0 flex-1 basis-44">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 tabIndex={caseId ? -1 : undefined} className="min-w-0 rounded-sm text-base leading-snug">
              {heading}
            </h2>
            {badges}
          </div>
          <div className="mt-0.5 space-y-0.5 text-sm text-soft">{children}</div>
        </div>
        {actions && <div className="flex max-w-full flex-wrap gap-2 max-sm:w-full">{actions}</div>}
      </div>
      {below}
    </li>
  )
}

/** `of` completes the accessible name, because a list has many buttons with the same text. */
type ActionProps = { children: string; of: string }

/** On a phone, several actions share the width. */
const actionClass = 'max-w-full px-3.5! max-sm:px-2.5! max-sm:not-only:grow'

type RowButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  ActionProps & {
    /** Whether it deletes something. */
    danger?: boolean
  }

export function RowButton({ of, danger = false, children, ...rest }: RowButtonProps) {
  return (
    <Button
      {...rest}
      variant={danger ? 'danger-outline' : 'secondary'}
      aria-label={t('{action} {name}', { action: children, name: of })}
      className={`needs-script ${actionClass}`}
    >
      {/* Some have the name of a person. */}
      <span className="truncate">{children}</span>
    </Button>
  )
}

type DecisionButtonsProps = {
  of: string
  /** What this row has no button for. */
  without?: Decision
  /** Labels that differ in this row. */
  labels: Partial<Record<Decision, string>>
  onClick: (decision: Decision) => void
}

export const DecisionButtons = ({ of, without, labels, onClick }: DecisionButtonsProps) =>
  decisionNames
    .filter((name) => name !== without)
    .map((name) => (
      <RowButton key={name} of={of} danger={decisionOf(name).danger ?? false} onClick={() => onClick(name)}>
        {labels[name] ?? t(decisionOf(name).label)}
      </RowButton>
    ))

export function RowLink({ of, children, ...rest }: Omit<ComponentProps<'a'>, 'children'> & ActionProps) {
  return (
    <ButtonLink
      {...rest}
      variant="secondary"
      aria-label={t('{action} {name}', { action: children, name: of })}
      className={actionClass}
    >
      {children}
    </ButtonLink>
  )
}

const badgeColors = {
  success: 'bg-success-wash text-success',
  waiting: 'bg-warning-wash text-warning',
  error: 'bg-danger-wash text-danger',
  plain: 'bg-sunken',
  special: 'bg-sky',
}

type BadgeProps = { tone: keyof typeof badgeColors; children: string }

export const Badge = ({ tone, children }: BadgeProps) => (
  <span className={`badge ${badgeColors[tone]}`}>{children}</span>
)

/** An instant, to the minute, in the site's time zone. */
export function Timestamp({ at }: { at: string }) {
  const { settings } = useSite()
  return <time dateTime={at}>{formatInstant(at, settings.timeZone)}</time>
}

/** A link in the text color, for lists where a colored link in every row would be too loud. */
export const SubtleLink = (props: ComponentProps<'a'>) => (
  <a {...props} className="underlined inline-flex min-h-6 min-w-0 items-center hover:text-ink" />
)
