/** The control of one setting. */
import type { SettingForAdmin } from '../../shared/contract/settings.ts'
import { type FieldChoice, plainField, toChoices } from '../../shared/listing-fields/field.ts'
import { beforeName, offName, partName, valueName } from '../../shared/settings/read.ts'
import { settingOf } from '../../shared/settings/table.ts'
import type { SettingControl } from '../../shared/settings/value-types.ts'
import { type Message, t } from '../../shared/translate.ts'
import { FieldInput } from '../listing/field-input.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field, TextField, useDescription } from '../ui/forms/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { rich } from '../ui/rich.tsx'
import { ColorField, CssField, SiteFileField } from './look-fields.tsx'

type InputProps = { setting: SettingForAdmin }

export const textOf = ({ key, value }: SettingForAdmin): string => settingOf(key).type.write(value)

/** `suggested` is filled in in place of the stored text. */
export function SettingInput({ setting, suggested }: InputProps & { suggested?: string | undefined }) {
  const { key, lockedBy, note } = setting
  if (lockedBy !== null) return <LockedSetting setting={setting} variable={lockedBy} />
  if (settingOf(key).type.control.parts.length > 0) return <NumbersInput setting={setting} />
  return (
    <>
      <Control setting={setting} text={suggested ?? textOf(setting)} />
      {note && (
        <div className="mt-3">
          <Notice tone="warning">{note}</Notice>
        </div>
      )}
      <Before setting={setting} />
    </>
  )
}

function Control({ setting, text }: InputProps & { text: string }) {
  const { key } = setting
  const { label, help, type } = settingOf(key)
  const { control } = type
  const common = {
    label: t(label),
    name: valueName(key),
    hint: t(help),
    optional: !control.required,
    defaultValue: text,
  }
  switch (control.type) {
    case 'color':
      return <ColorField {...common} />
    case 'css':
      return <CssField {...common} />
    case 'file':
      return <SiteFileField {...common} settingKey={key} control={control} />
    default: {
      const own = {
        key,
        label: common.label,
        help: common.hint,
        kinds: [],
        type: control.type,
        unit: unitOf(control),
        choices: choicesOf(setting),
      }
      const field = Object.assign({}, plainField, control, own)
      return <FieldInput field={field} name={common.name} text={common.defaultValue} />
    }
  }
}

/** Returns the choices of the table in the reader's language. */
const inWords = (choices: readonly FieldChoice[]): FieldChoice[] =>
  choices.map((choice) => ({ ...choice, label: t(choice.label as Message) }))

/** The value from which the change starts. */
function Before({ setting }: InputProps) {
  return <input type="hidden" name={beforeName(setting.key)} value={textOf(setting)} />
}

const unitOf = ({ unit }: SettingControl) => unit && t(unit)

/** Returns the choices. A value that is none of them, such as a schedule of someone's own, is one more. */
function choicesOf(setting: SettingForAdmin) {
  const { control } = settingOf(setting.key).type
  const choices = setting.choices ?? inWords(control.choices)
  const text = textOf(setting)
  const isMissing = control.type === 'choice' && !choices.some(({ key }) => key === text)
  return isMissing ? [...choices, ...toChoices({ [text]: text })] : choices
}

/** Several numbers, next to each other where there is room. */
function NumbersInput({ setting }: InputProps) {
  const { key, value } = setting
  const { label, help, type } = settingOf(key)
  const { parts, off } = type.control
  const unit = unitOf(type.control)
  const numbers = value as Record<string, number> | null
  const initial = (numbers ?? settingOf(key).default) as Record<string, number>
  const hint = t(help)
  const { id, error, aria } = useDescription(valueName(key), hint)
  return (
    <fieldset aria-label={t(label)} aria-describedby={aria['aria-describedby']} className="min-w-0">
      <Field id={id} isGroup label={t(label)} hint={hint} error={error}>
        <div className="grid grid-cols-2 items-end gap-x-4 gap-y-3 rounded-md border border-line p-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))]">
          {parts.map((part) => (
            <TextField
              key={part.key}
              label={unit ? `${t(part.label)} (${unit})` : t(part.label)}
              name={partName(key, part.key)}
              defaultValue={initial[part.key]}
              inputMode="numeric"
              autoComplete="off"
              required
            />
          ))}
        </div>
        {off !== null && (
          <Checkbox name={offName(key)} defaultChecked={numbers === null}>
            {t(off)}
          </Checkbox>
        )}
      </Field>
      <Before setting={setting} />
    </fieldset>
  )
}

function LockedSetting({ setting, variable }: InputProps & { variable: string }) {
  const { label } = settingOf(setting.key)
  return (
    <div>
      <p className="mb-1.5 text-sm font-semibold">{t(label)}</p>
      <p className="free-text rounded-md border border-line bg-sunken px-3.5 py-2.75">{wordsOf(setting)}</p>
      <p className="mt-1.5 text-xs text-soft">
        {rich(
          'The environment variable <code>{variable}</code> sets it. To change it here, remove the variable and restart the site.',
          { code: (text) => <code>{text}</code> },
          { variable },
        )}
      </p>
    </div>
  )
}

/** Returns what a setting says, in the words of its control. */
function wordsOf(setting: SettingForAdmin): string {
  const { control } = settingOf(setting.key).type
  const { parts, off } = control
  const unit = unitOf(control)
  const text = textOf(setting)
  if (control.type === 'yes-no') return setting.value ? t('yes') : t('no')
  if (parts.length === 0)
    return (
      choicesOf(setting).find(({ key }) => key === text)?.label ?? (`${text} ${unit}`.trim() || t('None'))
    )
  const numbers = setting.value as Record<string, number> | null
  if (numbers === null) return off ? t(off) : text
  return parts.map(({ key, label }) => `${t(label)}: ${numbers[key]} ${unit}`.trim()).join(' · ')
}
