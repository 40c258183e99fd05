/** Plain form fields for the filters of the site's own fields. They submit with the form around them. */
import { InputField, SelectField } from '../../ui/field.tsx'
import type { ListPage } from '../filtered-list/list-page.ts'
import { formatCounted } from '../query/active-filters.ts'
import type { FilterControl } from '../query/field-filters.ts'

/** How many choices show before "Show all". */
const shortList = 6

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

type ChoiceControl = Extract<FilterControl, { choices: unknown }>

function Control(control: FilterControl) {
  if ('choices' in control)
    return control.type === 'yes-no' ? <YesNo {...control} /> : <Choices {...control} />
  const { name, label, type, unit, min, max } = control
  const of = unit ? `${label} (${unit})` : label
  const common = { type, step: type === 'number' ? 0.01 : undefined }
  return (
    <div className="grid grid-cols-2 items-end gap-x-2 gap-y-3">
      <InputField {...common} label={`${of} from`} name={`${name}.min`} defaultValue={min} />
      <InputField {...common} label={`${of} to`} name={`${name}.max`} defaultValue={max} />
    </div>
  )
}

const YesNo = ({ name, label, text, choices }: ChoiceControl) => (
  <SelectField
    label={label}
    name={name}
    none="Any"
    defaultValue={text}
    options={choices.map(({ key, label, count }) => ({
      value: key,
      label: `${label} (${formatCounted(count.count, count.more)})`,
    }))}
  />
)

function Choices({ name, label, choices }: ChoiceControl) {
  const boxes = choices.map(({ key, label, isChosen, count }) => (
    <label key={key} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm lg:min-h-9">
      <input type="checkbox" name={name} value={key} defaultChecked={isChosen} className="size-5 shrink-0" />
      <span className="free-text min-w-0">
        {label} <Count {...count} />
      </span>
    </label>
  ))
  const hasHidden = choices.slice(shortList).some(({ isChosen }) => isChosen)
  return (
    <fieldset aria-label={label} className="min-w-0">
      <p aria-hidden className="text-sm font-semibold">
        {label}
      </p>
      {boxes.slice(0, shortList)}
      {boxes.length > shortList && (
        <details open={hasHidden} className="group/choices">
          <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-accent underline group-open/choices:hidden lg:min-h-9">
            Show all {boxes.length}
          </summary>
          {boxes.slice(shortList)}
        </details>
      )}
    </fieldset>
  )
}

/** The number of ads that would pass. */
export const Count = ({ count, more }: { count: number; more: boolean }) => (
  <span className="text-xs text-soft tabular-nums">{formatCounted(count, more)}</span>
)
