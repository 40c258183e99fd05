/** The forms that add, change, merge, and move entries of the catalog: topics and places. They work without scripts, too. */
import { Fragment, type ReactNode } from 'react'
import type { ListingField } from '../../shared/listing-fields/field.ts'
import { msg, t } from '../../shared/translate.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { FieldInput } from '../listing/field-input.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form, FormFailure, SubmitButton } from '../ui/forms/form.tsx'
import { useUndoableCall } from './row-actions.tsx'

type Call = (texts: Record<string, string>) => Promise<{ message: string; auditEntryId: number | null }>

/** Returns a function that makes a call, and then opens a page. A refusal shows in the form, before anything is loaded. */
function useSave(next: string) {
  const perform = useUndoableCall()
  const navigate = useNavigate()
  return (call: Call) => async (texts: Record<string, string>) => {
    const changed = await call(texts)
    await perform(async () => changed, true)
    await navigate(next)
  }
}

type EntryEditorProps = {
  title: string
  note: string
  /** The path that accepts the form, and what else that has. */
  action: string
  hidden: Record<string, string | undefined>
  properties: readonly ListingField[]
  textOf: (key: string) => string
  submit: string
  /** The page that follows. */
  list: string
  onSave: Call
  /** What follows properties, by their keys. */
  more?: Readonly<Record<string, ReactNode>>
  /** More fields. */
  children?: ReactNode
}

export function EntryEditor(props: EntryEditorProps) {
  const { title, note, action, hidden, properties, textOf, submit, list, onSave, more, children } = props
  const save = useSave(list)
  return (
    <>
      <h2 className="free-text mb-1 text-lg">{title}</h2>
      <p className="mb-3 text-sm text-soft">{note}</p>
      <Card className="p-4 sm:p-6">
        <Form action={action} onSubmit={save(onSave)}>
          <Hidden fields={hidden} />
          {properties.map((property) => (
            <Fragment key={property.key}>
              <FieldInput field={property} name={property.key} text={textOf(property.key)} />
              {more?.[property.key]}
            </Fragment>
          ))}
          {children}
          <FormFailure />
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={t('Saving…')} worksPlain>
              {submit}
            </SubmitButton>
            <ButtonLink variant="secondary" href={list}>
              {t('Cancel')}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}

type EntryMoveProps = {
  action: 'merge' | 'move'
  path: string
  hidden: Record<string, string | undefined>
  /** The page that follows. */
  list: string
  onMove: Call
  /** Where it goes. */
  children: ReactNode
}

const moveLabels = {
  merge: { submit: msg('Merge'), busy: msg('Merging…'), variant: 'danger-outline' },
  move: { submit: msg('Move'), busy: msg('Moving…'), variant: 'secondary' },
} as const

export function EntryMove({ action, path, hidden, list, onMove, children }: EntryMoveProps) {
  const save = useSave(list)
  const { submit, busy, variant } = moveLabels[action]
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-2 text-lg">{t(submit)}</h2>
      <Form action={path} onSubmit={save(onMove)}>
        <Hidden fields={{ action, ...hidden }} />
        {children}
        <FormFailure />
        <SubmitButton variant={variant} busy={t(busy)} worksPlain>
          {t(submit)}
        </SubmitButton>
      </Form>
    </Card>
  )
}

const Hidden = ({ fields }: { fields: Record<string, string | undefined> }) =>
  Object.entries(fields).map(
    ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
  )
