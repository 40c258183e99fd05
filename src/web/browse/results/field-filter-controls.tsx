/** Plain form fields for the filters of the site's own fields. They submit with the form around them. */
import type { ComponentProps } from 'react'
import { InputField } from '../../ui/field.tsx'
import type { ListPage } from '../filtered-list/list-page.ts'
import { formatCounted } from '../query/active-filters.ts'
import type { FilterControl } from '../query/field-filters.ts'

export function FieldFilterControls({ loaded, wide }: Pick<ListPage, 'loaded'> & { wide: boolean }) {
  const { controls } = loaded.fieldFilters
  if (controls.length === 0) return null
  return (
    <div
      className={
        wide
          ? 'grid items-start gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-3'
          : 'grid gap-5 border-t border-line pt-4 md:max-lg:grid-cols-2'
      }
    >
      {/* Another filter replaces what was typed. */}
      {controls.map((control) => (
        <Control key={`${control.name} ${control.text}`} {...control} />
      ))}
    </div>
  )
}

function Control(control: FilterControl) {
  const { label } = control
  return (
    <fieldset aria-label={label} className="min-w-0">
      <p aria-hidden className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      {'choices' in control ? <Choices {...control} /> : <Range {...control} />}
    </fieldset>
  )
}

function Range({ name, label, type, min, max, error }: Exclude<FilterControl, { choices: unknown }>) {
  const end = (title: string, suffix: string, value: string, error: string) => (
    <InputField
      label={title}
      aria-label={`${label} ${title.toLowerCase()}`}
      name={`${name}.${suffix}`}
      type={type}
      step={type === 'number' ? 0.01 : undefined}
      defaultValue={value}
      error={error}
    />
  )
  return (
    <div className="flex items-start gap-2">
      {end('From', 'min', min, min || !max ? error : '')}
      {end('To', 'max', max, max && error)}
    </div>
  )
}

const Choices = ({ name, choices }: Extract<FilterControl, { choices: unknown }>) => (
  <div className="max-h-60 space-y-3 overflow-y-auto">
    {choices.map(({ key, label, isChosen, count, more }) => (
      <FilterCheckbox key={key} name={name} value={key} defaultChecked={isChosen}>
        {label} <Count count={count} more={more} />
      </FilterCheckbox>
    ))}
  </div>
)

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
