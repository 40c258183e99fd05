/** The form that adds or changes a field. It works without scripts, too. */

import { type ReactNode, useRef, useState } from 'react'
import type { Category } from '../../shared/contract/catalog.ts'
import type { FieldForAdmin } from '../../shared/contract/listing-fields.ts'
import type { CallRequest } from '../../shared/contract.ts'
import { maxNameLength } from '../../shared/limits.ts'
import { fieldTextLength, normalizeField, type WrittenField } from '../../shared/listing-fields/definition.ts'
import { namedProperties, readDefinition } from '../../shared/listing-fields/definition-form.ts'
import { type FieldChoice, type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { toFormText } from '../../shared/listing-fields/form.ts'
import { localField, localName } from '../../shared/local-names.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { FieldInput } from '../listing/field-input.tsx'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Checkboxes } from '../ui/forms/checkbox-group.tsx'
import { Form, FormFailure, SubmitButton, valuesOf } from '../ui/forms/form.tsx'
import { FieldError, TextField, useDescription } from '../ui/forms/text-field.tsx'
import { rich } from '../ui/rich.tsx'
import { FieldPreview } from './field-preview.tsx'
import {
  fieldProperties,
  hasProperty,
  inWords,
  propertyOf,
  propertyText,
  topicNames,
} from './field-properties.ts'
import { NameFields } from './name-fields.tsx'
import { undoOf, useAdminAction } from './use-admin-action.ts'

const blank: ListingField = { ...plainField, key: '', label: '', type: 'choice', kinds: ['service'] }

type FieldEditorProps = {
  /** null for a new field. */
  current: FieldForAdmin | null
  categories: Category[]
}

export function FieldEditor({ current, categories }: FieldEditorProps) {
  const { api } = useBackend()
  const run = useAdminAction()
  const navigate = useNavigate()
  // What is typed stays when another admin changes the field.
  const [start] = useState(current)
  const field = start?.field ?? blank
  const { key } = field
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(field)

  function updateDraft() {
    const written = form.current && (readDefinition(valuesOf(form.current)) as WrittenField)
    setDraft(normalizeField({ ...field, ...written }))
  }

  async function save(body: CallRequest<'addField'>['body']) {
    const { message, auditEntryId } = start
      ? await api.changeField({ params: { key }, body: { ...body, version: start.version } })
      : await api.addField({ body })
    await run(async () => ({ message, undo: undoOf(api, auditEntryId), onNextPage: true }))
    navigate(paths.admin({ tab: 'fields' }))
  }

  return (
    <>
      <h2 className="free-text mb-3 text-lg">
        {start ? t('Edit “{name}”', { name: localName(field.label) }) : t('Add a field')}
      </h2>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Card className="p-4 sm:p-6">
          <Form
            ref={form}
            action={start ? `${paths.adminFields()}/${key}` : paths.adminFields()}
            onInput={updateDraft}
            onSubmit={(texts) => save(readDefinition(texts) as Parameters<typeof save>[0])}
          >
            {start && <input type="hidden" name="version" value={start.version} />}
            <Properties field={field} draft={draft} isNew={!start} categories={categories} />
            <FormFailure />
            <div className="flex flex-wrap gap-3">
              <SubmitButton busy={t('Saving…')} worksPlain>
                {start ? t('Save field') : t('Add field')}
              </SubmitButton>
              <ButtonLink variant="secondary" href={paths.admin({ tab: 'fields' })}>
                {t('Cancel')}
              </ButtonLink>
            </div>
          </Form>
        </Card>
        <FieldPreview draft={draft} />
      </div>
    </>
  )
}

type PropertiesProps = {
  /** What the form starts from. */
  field: ListingField
  /** What it says now. */
  draft: ListingField
  isNew: boolean
  categories: Category[]
}

function Properties({ field, draft, isNew, categories }: PropertiesProps) {
  const initial = {
    ...localField(draft),
    label: t('New ads begin with'),
    help: t('Authors can change it.'),
    required: false,
  }
  /** What follows a property. */
  const more: Record<string, ReactNode> = {
    type: <Choices choices={field.choices} isIdle={!draft.type.startsWith('choice')} />,
    max: <FieldInput field={initial} name="initial" text={toFormText(field.initial)} />,
    kinds: <Topics chosen={field.topics} drafted={draft.topics} categories={categories} />,
  }
  return fieldProperties
    .filter(({ key }) => isNew || key !== 'key')
    .flatMap((property) => [
      // Hidden, so that it keeps what was entered for another type. Without scripts, everything shows.
      <div
        key={property.key}
        className={`space-y-3 ${hasProperty(draft, property.key) ? '' : 'without-script'}`}
      >
        <FieldInput field={inWords(property)} name={property.key} text={propertyText(field, property.key)} />
        {isNamed(property.key) && <Names field={field} property={property.key} />}
      </div>,
      more[property.key] && <div key={`after ${property.key}`}>{more[property.key]}</div>,
    ])
}

type NamedProperty = (typeof namedProperties)[number]
const isNamed = (key: string): key is NamedProperty => namedProperties.some((property) => property === key)

type NamesProps = { field: ListingField; property: NamedProperty }

const Names = ({ field, property }: NamesProps) => (
  <NameFields
    label={propertyOf(property)?.label ?? ''}
    name={`names.${property}`}
    names={field.names?.[property]}
    maxLength={fieldTextLength[property]}
  />
)

/** Rows to fill in without scripts. */
const blankRows = 3

function Choices({ choices, isIdle }: { choices: readonly FieldChoice[]; isIdle: boolean }) {
  const [count, setCount] = useState(choices.length + blankRows)
  const { id, error } = useDescription('choices')
  return (
    <fieldset aria-describedby={error && `${id}-error`} className={isIdle ? 'without-script' : ''}>
      <legend className="text-sm font-semibold">{t('Choices')}</legend>
      <p className="mb-2 text-xs text-soft">
        {t(
          'The positions are their order: 1.5 comes between 1 and 2. Ads keep a retired choice, and nobody can choose it anymore. To remove a choice that no ad has, clear its name.',
        )}
      </p>
      <ol className="space-y-2">
        {Array.from({ length: count }, (_, row) => row).map((row) => (
          <ChoiceRow key={row} number={row + 1} name={`choices.${row}`} choice={choices[row]} />
        ))}
      </ol>
      <Button variant="secondary" className="needs-script mt-3" onClick={() => setCount(count + 1)}>
        {t('Add a choice')}
      </Button>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type ChoiceRowProps = { number: number; name: string; choice: FieldChoice | undefined }

const ChoiceRow = ({ number, name, choice }: ChoiceRowProps) => (
  <li className="grid grid-cols-[5.25rem_minmax(0,1fr)] sm:grid-cols-[5.25rem_minmax(0,1fr)_auto] items-end gap-2">
    <TextField
      label={t('Position {number}', { number })}
      name={`${name}.place`}
      defaultValue={number}
      inputMode="decimal"
    />
    <TextField
      label={t('Choice {number}', { number })}
      name={`${name}.label`}
      defaultValue={choice?.label}
      maxLength={maxNameLength}
      autoComplete="off"
    />
    <div className="max-sm:col-start-2">
      <Checkbox name={`${name}.retired`} defaultChecked={choice?.retired ?? false}>
        {rich('Retired <number>choice {number}</number>', { number: hiddenText }, { number })}
      </Checkbox>
    </div>
    <div className="col-start-2 space-y-2 empty:hidden">
      <NameFields
        label={t('Choice {number}', { number })}
        name={`${name}.names`}
        names={choice?.names}
        maxLength={maxNameLength}
      />
    </div>
    <input type="hidden" name={`${name}.key`} value={choice?.key ?? ''} />
  </li>
)

const hiddenText = (text: string) => <span className="sr-only">{text}</span>

type TopicsProps = {
  chosen: readonly string[]
  /** Those that are checked now. */
  drafted: readonly string[]
  categories: Category[]
}

/** A category includes its subcategories. */
function Topics({ chosen, drafted, categories }: TopicsProps) {
  const { id, error } = useDescription('topics')
  return (
    <Disclosure
      summary={
        <span className="text-sm font-semibold">
          {t('Topics: {names}', { names: topicNames(drafted, categories) || t('all') })}
        </span>
      }
    >
      <p className="mb-3 text-xs text-soft">
        {t('Only ads of these topics have the field. Without any, all ads have it.')}
      </p>
      {categories.map(({ _id, name, subcategories }) => (
        <fieldset key={_id} aria-label={localName(name)} aria-describedby={error && `${id}-error`}>
          <p className="mt-4 text-sm font-semibold">{localName(name)}</p>
          <Checkboxes
            name="topics"
            options={[
              { value: _id, label: t('All {topics}', { topics: localName(name) }) },
              ...subcategories.map(({ id, name }) => ({ value: id, label: localName(name) })),
            ]}
            checked={chosen}
          />
        </fieldset>
      ))}
      <FieldError id={id} error={error} />
    </Disclosure>
  )
}
