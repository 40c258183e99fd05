/** Plain form fields for the filters beyond search text, topic, and place. They submit with the form around them. */
import { type RefObject, useRef } from 'react'
import { adLanguagesOf, nameOfAdLanguage } from '../../../shared/ad-languages.ts'
import { currencySymbol } from '../../../shared/currency-symbol.ts'
import { distanceUnitIn } from '../../../shared/distance.ts'
import { maxPrice } from '../../../shared/limits.ts'
import {
  type FilterParameter,
  type FilterTexts,
  filtersOf,
  type ListFilter,
  listParameters,
  namesOf,
} from '../../../shared/list-filters.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { useOnChange } from '../../ui/changes.ts'
import { InputField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ListPage } from '../filtered-list/list-page.ts'
import { PlaceField, WithinField, withinOption } from '../place/place-field.tsx'
import { Count, FieldFilterControl, FilterCheckbox } from './field-filter-controls.tsx'

type FilterFieldsProps = ListPage & {
  wide?: boolean
}

export function FilterFields({ wide = false, ...page }: FilterFieldsProps) {
  const { kind, fields, fieldFilters } = page.loaded
  const columns = [...new Set(filtersOf(kind).flatMap(({ column }) => column ?? []))]
  const container = useRef<HTMLDivElement>(null)
  useLoadedValues(container, fields)
  return (
    <div
      ref={container}
      className={
        wide
          ? `grid gap-x-6 gap-y-5 sm:grid-cols-2 ${kind === 'event' ? 'xl:grid-cols-3' : ''}`
          : 'grid gap-5 border-t border-line pt-4 md:max-lg:grid-cols-2'
      }
    >
      {columns.map((column) => (
        <div key={column} className="space-y-3">
          {filtersOf(kind)
            .filter((filter) => filter.column === column)
            .map((filter) => (
              <FilterField key={namesOf(filter)[0]} filter={filter} page={page} wide={wide} />
            ))}
        </div>
      ))}
      {fieldFilters.controls.map((control) => (
        <FieldFilterControl key={control.name} control={control} texts={fields} />
      ))}
    </div>
  )
}

/**
 * Shows other values once a list with other filters is loaded. The fields are not controlled: what is typed into them before scripts
 * run, and until the form is sent, stays, also when the same list is loaded again.
 */
function useLoadedValues(container: RefObject<HTMLDivElement | null>, filters: FilterTexts) {
  useOnChange(JSON.stringify(filters), () => {
    for (const field of container.current?.querySelectorAll<HTMLInputElement>('input, select') ?? []) {
      const value: string = Reflect.get(filters, field.name) ?? ''
      if (field.type === 'checkbox') field.checked = value.split(',').includes(field.value)
      else if (field.type !== 'hidden') field.value = field.name === 'within' ? withinOption(value) : value
    }
  })
}

function NearFields(page: ListPage) {
  const { fields, report, form } = page.loaded
  const unit = report?.near?.unit ?? distanceUnitIn(form.taxonomy.country)
  return (
    <div>
      <div className="relative mb-1 flex items-start gap-2">
        <PlaceField {...fieldOf(page, 'near')} label={t('Near')} />
        <WithinField unit={unit} defaultValue={withinOption(fields.within)} />
      </div>
      <button
        type="button"
        data-locate
        className="needs-script inline-flex min-h-11 items-center gap-2 rounded-md text-sm font-semibold text-accent hover:text-accent-deep disabled:opacity-45 lg:min-h-9"
      >
        <Icon name="map-pin" className="size-4.5" />
        {t('Use my location')}
      </button>
    </div>
  )
}

function FilterField({ filter, page, wide }: { filter: ListFilter; page: ListPage; wide: boolean }) {
  const names = namesOf(filter)
  const [first] = names
  const { type } = filter.parameters[first ?? ''] ?? {}
  if (type === 'place') return <NearFields {...page} />
  if (names.length === 1) return first && <ParameterField name={first} page={page} filter={filter} />
  // The column beside a list is too narrow for two dates.
  const columns = type === 'day' && !wide ? 'grid-cols-2 lg:grid-cols-1' : 'grid-cols-2'
  return (
    <div className={`grid items-start gap-x-2 gap-y-3 ${columns}`}>
      {names.map((name) => (
        <ParameterField key={name} name={name} page={page} filter={filter} />
      ))}
    </div>
  )
}

type ParameterFieldProps = { name: FilterParameter; page: ListPage; filter: ListFilter }

function ParameterField({ name, page, filter }: ParameterFieldProps) {
  const { currency, languages } = useSite().settings
  const symbol = currencySymbol(currency)
  const parameter = listParameters[name]
  const counted = filter.count && page.loaded.counts?.[filter.count]
  switch (parameter.type) {
    case 'price':
      return (
        <InputField
          {...fieldOf(page, name)}
          type="number"
          inputMode="decimal"
          min={0}
          max={maxPrice}
          step={0.01}
          label={t(parameter.label)}
          placeholder={symbol}
        />
      )
    case 'day':
      return <InputField {...fieldOf(page, name)} type="date" label={t(parameter.label)} />
    case 'choice':
    case 'languages': {
      const options =
        parameter.type === 'choice'
          ? Object.entries(parameter.choices).map(([value, label]) => ({ value, label: t(label) }))
          : adLanguagesOf(languages).map((value) => ({ value, label: nameOfAdLanguage(value) }))
      if (options.length === 1) return null
      return (
        <SelectField
          label={t(parameter.label)}
          name={name}
          none={t(parameter.none)}
          defaultValue={page.loaded.filters[name] ?? ''}
          options={options}
        />
      )
    }
    case 'flag':
      return (
        <FilterCheckbox name={name} value="true" defaultChecked={page.loaded.filters[name] === 'true'}>
          {t(parameter.label)} {counted && <Count {...counted} />}
        </FilterCheckbox>
      )
    default:
      return null
  }
}

/** The server's own sentence about a place; the others name parameters, which readers do not know. */
const corrections: Partial<Record<string, Message>> = {
  price: msg('Enter a price such as 20.'),
  day: msg('Enter a day of the calendar.'),
}

function fieldOf({ loaded: { fields, rejected } }: ListPage, name: FilterParameter) {
  const wrong = rejected[name]
  const { type } = listParameters[name]
  const correction = corrections[type]
  const error = type === 'place' ? wrong?.message : wrong && correction && t(correction)
  return { name, defaultValue: fields[name] ?? '', error }
}
