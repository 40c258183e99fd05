/** Plain form fields for the filters of the site's own fields. They submit with the form around them. */
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
  if ('choices' in control) return <Choices {...control} />
  const { name, label, type, min, max, error } = control
  const common = { type, step: type === 'number' ? 0.01 : undefined }
  return (
    <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3">
      <InputField
        {...common}
        label={`${label} from`}
        name={`${name}.min`}
        defaultValue={min}
        error={min || !max ? error : ''}
      />
      <InputField
        {...common}
        label={`${label} to`}
        name={`${name}.max`}
        defaultValue={max}
        error={max && error}
      />
    </div>
  )
}

const Choices = ({ name, label, choices }: Extract<FilterControl, { choices: unknown }>) => (
  <fieldset aria-label={label} className="min-w-0">
    <p aria-hidden className="text-sm font-semibold">
      {label}
    </p>
    <div className="max-h-60 overflow-y-auto">
      {choices.map(({ key, label, isChosen, count, more }) => (
        <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm lg:min-h-9">
          <input
            type="checkbox"
            name={name}
            value={key}
            defaultChecked={isChosen}
            className="size-5 shrink-0"
          />
          <span className="free-text min-w-0">
            {label} <Count count={count} more={more} />
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** The number of ads that would pass. */
export const Count = ({ count, more }: { count: number; more: boolean }) => (
  <span className="text-xs text-soft tabular-nums">{formatCounted(count, more)}</span>
)
