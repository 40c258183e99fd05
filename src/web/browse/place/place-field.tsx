import { type ComponentProps, useRef, useState } from 'react'
import { type DistanceUnit, defaultDistance } from '../../../shared/distance.ts'
import { maxNameLength } from '../../../shared/limits.ts'
import { distances } from '../../../shared/list-filters.ts'
import { t } from '../../../shared/translate.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { useCombobox } from '../suggestions/use-combobox.ts'

/** A field for a town or a postal code, with suggestions as wide as the nearest positioned element. Not controlled, so what is typed early stays. */
export function PlaceField(props: ComponentProps<typeof InputField>) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const { Suggestions, fieldProps, setFieldProps, load } = useCombobox('PlaceCombobox')

  function fill(name: string) {
    if (field.current) field.current.value = name
    setText(name)
  }

  return (
    <>
      <InputField
        name="near"
        maxLength={maxNameLength}
        placeholder={t('City or ZIP')}
        autoComplete="postal-code"
        enterKeyHint="search"
        {...props}
        {...fieldProps}
        ref={field}
        onFocus={load}
        onChange={(event) => {
          setText(event.target.value)
          fieldProps?.onChange?.(event)
        }}
      />
      {Suggestions && <Suggestions text={text} setText={fill} field={field} setFieldProps={setFieldProps} />}
    </>
  )
}

/** The default distance stays out of the URL. */
export const withinOption = (within = '') => (within === String(defaultDistance) ? '' : within)

type WithinFieldProps = { unit: DistanceUnit; defaultValue: string; label?: string }

export const WithinField = ({ unit, defaultValue, label = t('Within') }: WithinFieldProps) => (
  <div className="w-28 shrink-0">
    <SelectField
      label={label}
      name="within"
      defaultValue={defaultValue}
      options={distances.map((distance) => ({
        value: withinOption(String(distance)),
        label: `${distance} ${unit}`,
      }))}
    />
  </div>
)
