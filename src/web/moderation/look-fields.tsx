/** The controls of settings that have their own: colors, CSS, and uploaded files. */
import { type ChangeEvent, type ComponentProps, useRef, useState } from 'react'
import { readReply } from '../../shared/api-client.ts'
import { maxCssLength } from '../../shared/limits.ts'
import type { SettingControl } from '../../shared/settings/value-types.ts'
import {
  isPhoto,
  parseSiteFile,
  siteFileEndings,
  siteFileUploadPath,
  siteFileUrl,
} from '../../shared/site-files.ts'
import { type Message, t } from '../../shared/translate.ts'
import { Select } from '../ui/field.tsx'
import {
  Field,
  fileInputClass,
  inputClass,
  TextAreaField,
  TextField,
  useDescription,
} from '../ui/forms/text-field.tsx'
import { messageOf } from '../ui/toast.ts'

type FieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'optional'> & {
  name: string
  defaultValue: string
}

/** A text field, and the color picker of the browser. */
export function ColorField(props: FieldProps) {
  const row = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState(props.defaultValue)

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const field = row.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(props.name)}"]`)
    if (!field) return
    field.value = target.value
    // The form notices it like typing.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div
      ref={row}
      className="flex gap-3"
      onInput={({ target }) => setPicked((target as HTMLInputElement).value)}
    >
      <div className="min-w-0 flex-1">
        <TextField {...props} autoComplete="off" spellCheck={false} enterKeyHint="next" />
      </div>
      <input
        type="color"
        aria-label={t('{field}: choose', { field: props.label ?? '' })}
        value={/^#[\da-f]{6}$/i.test(picked) ? picked.toLowerCase() : '#ffffff'}
        onChange={pick}
        className="needs-script mt-[1.875rem] h-12 w-16 shrink-0 cursor-pointer rounded-md border border-edge bg-surface p-1"
      />
    </div>
  )
}

export function CssField(props: FieldProps) {
  return (
    <TextAreaField
      {...props}
      rows={6}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      limit={{ max: maxCssLength, lengthOf: (text) => text.length }}
    />
  )
}

type FileFieldProps = FieldProps & { settingKey: string; control: SettingControl }

/** What is used, and a file to upload. Without scripts, the file comes with the form, and wins. */
export function SiteFileField({ label, name, hint, defaultValue, settingKey, control }: FileFieldProps) {
  const { id, error, aria } = useDescription(name, hint)
  const [value, setValue] = useState(defaultValue)
  const [uploaded, setUploaded] = useState(parseSiteFile(defaultValue) ? defaultValue : '')
  const [problem, setProblem] = useState('')
  const { file: kind = 'logo' } = control
  const accept = isPhoto(kind) ? '.jpg,.jpeg,.png,.webp' : siteFileEndings[kind].join()
  const options = control.choices.map(({ key, label }) => ({ value: key, label: t(label as Message) }))
  if (uploaded) options.push({ value: uploaded, label: t('The file that was uploaded') })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setProblem('')
    try {
      const stored = await sendFile(settingKey, file)
      setUploaded(stored)
      setValue(stored)
      // After React has written it: the preview reads the form.
      setTimeout(() => target.form?.dispatchEvent(new Event('input', { bubbles: true })))
    } catch (error) {
      setProblem(messageOf(error))
    }
    target.value = ''
  }

  return (
    <Field id={id} label={label} hint={hint} error={problem || error}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex min-w-56 flex-1">
          <Select
            {...aria}
            id={id}
            name={name}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            options={options}
            className={`${inputClass} min-h-12`}
          />
        </div>
        <input
          type="file"
          name={settingKey}
          aria-label={t('{field}: upload a file', { field: label ?? '' })}
          accept={accept}
          onChange={(event) => void upload(event)}
          className={`${fileInputClass} min-w-56 flex-1`}
        />
        <Thumbnail name={value} />
      </div>
    </Field>
  )
}

function Thumbnail({ name }: { name: string }) {
  const file = parseSiteFile(name)
  if (!file || file.kind === 'font') return null
  return (
    <img
      src={siteFileUrl(name)}
      alt=""
      width={file.width}
      height={file.height}
      className="h-12 w-auto max-w-40 rounded-sm border border-line bg-sunken object-contain p-1"
    />
  )
}

/** Returns the name of the stored file. */
async function sendFile(settingKey: string, file: File): Promise<string> {
  const body = new FormData()
  body.set(settingKey, file)
  const response = await fetch(siteFileUploadPath, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  })
  return ((await readReply(response)) as { name: string }).name
}
