import { useId, useState } from 'react'
import { editConflict } from '../../shared/messages/forms.ts'
import { t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { WideDialog } from '../ui/forms/dialog.tsx'
import type { Difference, Side, Sides } from './conflict.ts'
import { thumbnailUrl } from './picture-tile.tsx'

type ConflictDialogProps = {
  differences: Difference[]
  onDecide: (sides: Sides) => void
  /** Closes without a decision; the form stays as it is. */
  onClose: () => void
}

/** Lets the user choose, field by field, between the other person's value and their own. Choosing saves nothing. */
export function ConflictDialog({ differences, onDecide, onClose }: ConflictDialogProps) {
  const all = (side: Side): Sides => Object.fromEntries(differences.map(({ key }) => [key, side]))
  const [sides, setSides] = useState<Sides>(() =>
    Object.fromEntries(differences.map(({ key, suggested }) => [key, suggested])),
  )
  return (
    <WideDialog
      title={t('Someone else edited this ad')}
      close={t('Decide later')}
      onClose={onClose}
      footer={
        <div className="flex justify-end">
          <Button onClick={() => onDecide(sides)}>{t('Apply to form')}</Button>
        </div>
      }
    >
      <div className="px-4 py-5 sm:px-6">
        <p>{t(editConflict)}</p>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setSides(all('mine'))}>
            {t('Keep all mine')}
          </Button>
          <Button variant="secondary" onClick={() => setSides(all('theirs'))}>
            {t('Use all theirs')}
          </Button>
        </div>
        <div className="mt-6 space-y-5">
          {differences.map((difference) => (
            <Choice
              key={difference.key}
              difference={difference}
              side={sides[difference.key] ?? 'mine'}
              onChoose={(side) => setSides({ ...sides, [difference.key]: side })}
            />
          ))}
        </div>
      </div>
    </WideDialog>
  )
}

type ChoiceProps = { difference: Difference; side: Side; onChoose: (side: Side) => void }

function Choice({ difference, side, onChoose }: ChoiceProps) {
  const name = useId()
  const options = [
    { value: 'theirs', label: t('Theirs'), content: difference.theirs },
    // A sentence of its own: the menu of an account is not a version of a text.
    {
      value: 'mine',
      label: t('{version, select, other {Yours}}', { version: 'mine' }),
      content: difference.mine,
    },
  ] as const
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{difference.label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ value, label, content }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer gap-3 rounded-md border border-edge px-3.5 py-2.5 text-sm hover:border-ink has-[:checked]:border-accent has-[:checked]:bg-accent-wash"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={side === value}
              onChange={() => onChoose(value)}
              className="mt-0.5 size-5 shrink-0"
            />
            <span className="min-w-0">
              <span className="block text-xs text-soft">{label}</span>
              <Content content={content} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Content({ content }: { content: string | string[] }) {
  if (typeof content === 'string') {
    return (
      <span dir="auto" className="free-text block whitespace-pre-line">
        {content || t('(empty)')}
      </span>
    )
  }
  if (content.length === 0) return t('(none)')
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {content.map((address, index) => (
        <img
          key={address}
          src={thumbnailUrl(address)}
          alt={t('{position} of {count}', { position: index + 1, count: content.length })}
          className="size-14 rounded-sm object-cover"
        />
      ))}
    </span>
  )
}
