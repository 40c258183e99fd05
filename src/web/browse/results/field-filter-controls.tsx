/** A plain form field for a filter of the site's own fields. It submits with the form around it. */
import type { ComponentProps } from 'react'
import type { FilterTexts } from '../../../shared/list-filters.ts'
import { t } from '../../../shared/translate.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { InputField } from '../../ui/field.tsx'
import { formatCounted } from '../query/active-filters.ts'
import type { FilterControl } from '../query/field-filters.ts'

type ChoicesControl = Extract<FilterControl, { choices: unknown }>
type RangeControl = Exclude<FilterControl, ChoicesControl>
type FieldFilterControlProps<Control = FilterControl> = {
  control: Control
  /** What the fields of the form show. */
  texts: FilterTexts
}

export function FieldFilterControl(props: FieldFilterControlProps) {
  const { label } = props.control
  return (
    <fieldset aria-label={label} className="min-w-0">
      <p aria-hidden className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      {'choices' in props.control ? (
        <Choices {...props} control={props.control} />
      ) : (
        <Range {...props} control={props.control} />
      )}
    </fieldset>
  )
}

function Range({ control: { name, label, type, error }, texts }: FieldFilterControlProps<RangeControl>) {
  const { [`${name}.min` as const]: min, [`${name}.max` as const]: max } = texts
  const end = (title: string, name_: string, suffix: string, value = '', error = '') => (
    <InputField
      label={title}
      aria-label={name_}
      name={`${name}.${suffix}`}
      type={type}
      step={type === 'number' ? 0.01 : undefined}
      defaultValue={value}
      error={error || undefined}
    />
  )
  // The column beside a list is too narrow for two dates.
  const columns = type === 'date' ? 'grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]' : 'grid-cols-2'
  return (
    <div className={`grid items-start gap-2 ${columns}`}>
      {end(t('From'), t('{field} from', { field: label }), 'min', min, min || !max ? error : '')}
      {end(t('To'), t('{field} to', { field: label }), 'max', max, max && error)}
    </div>
  )
}

/** How many choices show at once. */
const shownChoices = 6

function Choices({ control: { name, choices }, texts }: FieldFilterControlProps<ChoicesControl>) {
  const chosen = texts[name]?.split(',') ?? []
  const boxes = choices.map(({ key, label, count, more }) => (
    <FilterCheckbox key={key} name={name} value={key} defaultChecked={chosen.includes(key)}>
      {label} <Count count={count} more={more} />
    </FilterCheckbox>
  ))
  const others = choices.slice(shownChoices)
  return (
    <div className="space-y-3">
      {boxes.slice(0, shownChoices)}
      {others.length > 0 && (
        <Disclosure
          className="-mt-3"
          initiallyOpen={others.some(({ key }) => chosen.includes(key))}
          summary={<span className="text-sm">{t('{count} more', { count: others.length })}</span>}
        >
          <div className="space-y-3">{boxes.slice(shownChoices)}</div>
        </Disclosure>
      )}
    </div>
  )
}

export const FilterCheckbox = ({ children, ...input }: ComponentProps<'input'>) => (
  // One checkbox follows another without the gap between fields: its own height keeps them apart.
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm lg:min-h-9 [label+&]:-mt-3">
    <input {...input} type="checkbox" className="size-5 shrink-0" />
    <span className="free-text min-w-0">{children}</span>
  </label>
)

/** The number of ads that would pass. */
export const Count = ({ count, more }: { count: number; more: boolean }) => (
  <span className="text-xs text-soft tabular-nums">{formatCounted(count, more)}</span>
)
