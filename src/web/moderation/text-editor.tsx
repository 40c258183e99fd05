/** The form that changes a text or adds a page, beside what it will look like. It works without scripts, too. */
import { useEffect, useRef, useState } from 'react'
import type { EditedText, Placement, TextPage } from '../../shared/contract/texts.ts'
import type { CallRequest } from '../../shared/contract.ts'
import { textLimits } from '../../shared/limits.ts'
import { normalizeLineBreaks } from '../../shared/text-normalization.ts'
import { ownPagePrefix, pagePlaces, readTextForm } from '../../shared/texts/form.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { Form, FormFailure, SubmitButton, valuesOf } from '../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { rich } from '../ui/rich.tsx'
import { NameFields } from './name-fields.tsx'
import { TextPreview } from './text-preview.tsx'
import { TextUpdate, TextVersions } from './text-versions.tsx'
import { undoOf, useAdminAction } from './use-admin-action.ts'

type Written = CallRequest<'changeText'>['body']

export function TextEditor({ text }: { text: EditedText }) {
  const { api } = useBackend()
  const run = useAdminAction()
  const { key, label, version } = text

  async function save(values: Record<string, string>) {
    const body = { ...readTextForm(values), version } as Written
    const { message, auditEntryId } = await api.changeText({ params: { id: key }, body })
    await run(async () => ({ message, undo: undoOf(api, auditEntryId) }))
  }

  return (
    <>
      <h2 className="free-text mb-3 text-lg">{t('Edit “{name}”', { name: label })}</h2>
      {text.update && <TextUpdate text={text} diff={text.update} />}
      <Editor text={text} action={`${paths.adminTexts()}/${key}`} submit={t('Save')} onSave={save} />
      <TextVersions text={text} />
    </>
  )
}

const blankPreview: TextPage = { title: '', subtitle: '', description: '', lead: [], sections: [] }

type EditorText = Pick<
  EditedText,
  'key' | 'group' | 'source' | 'placement' | 'version' | 'variables' | 'preview'
>

const newPage = (): EditorText => ({
  key: `${ownPagePrefix}new`,
  group: 'pages',
  source: { title: '', subtitle: '', body: '' },
  placement: { address: '', place: 'footer', position: 0, names: {} },
  version: 0,
  variables: [
    { name: 'site', help: t('The name of the site.'), required: false },
    { name: 'contact', help: t('The contact address.'), required: false },
    { name: 'operator', help: t('Who runs the site, from the settings.'), required: false },
    { name: 'changed', help: t('The day of the last change.'), required: false },
  ],
  preview: blankPreview,
})

export function NewPage() {
  const { api } = useBackend()
  const run = useAdminAction()
  const navigate = useNavigate()

  async function add(values: Record<string, string>) {
    const body = readTextForm(values) as CallRequest<'addTextPage'>['body']
    const { message, key, auditEntryId } = await api.addTextPage({ body })
    await run(async () => ({ message, undo: undoOf(api, auditEntryId), onNextPage: true }))
    await navigate(paths.admin({ tab: 'texts', text: key }))
  }

  return (
    <>
      <h2 className="mb-3 text-lg">{t('Add a page')}</h2>
      <Editor text={newPage()} action={paths.adminTexts()} submit={t('Add page')} onSave={add} />
    </>
  )
}

type EditorProps = {
  text: EditorText
  action: string
  submit: string
  onSave: (values: Record<string, string>) => Promise<void>
}

function Editor({ text, action, submit, onSave }: EditorProps) {
  const { key, group, source, placement, version, variables } = text
  const form = useRef<HTMLFormElement>(null)
  const { preview, failure, update } = usePreview(key, text.preview, form)
  const isEmail = group === 'emails'
  const lengthOf = (written: string) => normalizeLineBreaks(written).length
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card className="p-4 sm:p-6">
        <Form ref={form} action={action} onInput={update} onSubmit={onSave}>
          <input type="hidden" name="version" value={version} />
          <TextField
            label={isEmail ? t('Subject') : t('Title')}
            name="title"
            defaultValue={source.title}
            required
            autoComplete="off"
            maxLength={textLimits.title}
          />
          {group === 'pages' && (
            <TextField
              label={t('Subtitle')}
              name="subtitle"
              defaultValue={source.subtitle}
              optional
              autoComplete="off"
              maxLength={textLimits.subtitle}
            />
          )}
          {placement && <PlacementFields placement={placement} />}
          <TextAreaField
            label={t('Text')}
            name="body"
            defaultValue={source.body}
            optional={group !== 'emails'}
            rows={16}
            limit={{ max: textLimits.body, lengthOf }}
          />
          <Help isEmail={isEmail} variables={variables} />
          <FormFailure />
          <div className="flex flex-wrap gap-3">
            <SubmitButton busy={t('Saving…')} worksPlain>
              {submit}
            </SubmitButton>
            <Button
              type="submit"
              variant="secondary"
              formAction={`${paths.adminTextPreview()}/${key}`}
              formTarget="_blank"
              className="without-script"
            >
              {t('Preview')}
            </Button>
            <ButtonLink variant="secondary" href={paths.admin({ tab: 'texts' })}>
              {t('Back to the texts')}
            </ButtonLink>
          </div>
        </Form>
      </Card>
      <TextPreview page={preview} failure={failure} isEmail={isEmail} variables={variables} />
    </div>
  )
}

const PlacementFields = ({ placement: { address, place, position, names } }: { placement: Placement }) => (
  <>
    <NameFields label={t('Title')} name="placement.names" names={names} maxLength={textLimits.title} />
    <TextField
      label={t('Address')}
      name="placement.address"
      symbol={{ text: '/', follows: false }}
      defaultValue={address}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={textLimits.address}
      hint={t('Small letters, digits, and hyphens, such as house-rules.')}
    />
    <div className="grid gap-5 sm:grid-cols-2">
      <ChoiceField
        label={t('Link to it')}
        name="placement.place"
        required
        none={t('Choose')}
        options={Object.entries(pagePlaces).map(([value, label]) => ({ value, label: t(label) }))}
        defaultValue={place}
      />
      <TextField
        label={t('Position')}
        name="placement.position"
        defaultValue={position}
        inputMode="numeric"
        autoComplete="off"
        hint={t('Lower numbers come first.')}
      />
    </div>
  </>
)

const code = (text: string) => <code>{text}</code>

type HelpProps = { isEmail: boolean; variables: EditedText['variables'] }

const Help = ({ isEmail, variables }: HelpProps) => (
  <Disclosure summary={<span className="text-sm font-semibold">{t('Variables and formatting')}</span>}>
    <dl className="space-y-1 text-sm">
      {variables.map(({ name, help, required }) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt>
            <code>{`{${name}}`}</code>
          </dt>
          <dd className="text-soft">
            {help}
            {required && ` ${t('Required.')}`}
          </dd>
        </div>
      ))}
    </dl>
    <ul className="mt-4 list-disc space-y-1 ps-5 text-sm wrap-anywhere text-soft">
      <li>
        {rich(
          'The text is Markdown: <code>**bold**</code>, <code>*italic*</code>, <code>[a link](/contact)</code>, and <code>- </code> before each item of a list.',
          { code },
        )}
      </li>
      {!isEmail && (
        <li>
          {rich(
            '<code>## </code> begins a section. <code>### </code> begins a card, and <code>### 1. </code> a numbered one.',
            { code },
          )}
        </li>
      )}
      <li>{t('A link that is alone in its paragraph is a button.')}</li>
      <li>{rich('A line of <code>---</code> begins the small print.', { code })}</li>
      <li>{t('A paragraph with a variable that is empty is left out.')}</li>
    </ul>
  </Disclosure>
)

const previewDelayMs = 400

/** Asks the server for the preview once nobody has typed for a moment. */
function usePreview(key: string, initial: TextPage, form: React.RefObject<HTMLFormElement | null>) {
  const { api } = useBackend()
  const [shown, setShown] = useState({ preview: initial, failure: '' })
  const [typed, setTyped] = useState(0)
  useEffect(() => {
    if (typed === 0) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      if (!form.current) return
      const { title = '', subtitle = '', body = '' } = valuesOf(form.current)
      const source = { title: title || '…', subtitle, body }
      const next = await api.previewText({ params: { id: key }, body: source }).then(
        (preview) => ({ preview, failure: '' }),
        ({ fields, message }: { fields?: Record<string, string>; message: string }) => ({
          failure: Object.values(fields ?? {})[0] ?? message,
        }),
      )
      if (isCurrent) setShown((before) => ({ ...before, ...next }))
    }, previewDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed, key, api, form])
  return { ...shown, update: () => setTyped((count) => count + 1) }
}
