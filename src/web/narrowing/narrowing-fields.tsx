/** Plain form fields for the filters beyond words, topic, and place. They submit with the form around them. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { maxNameLength, maxPrice } from '../../shared/limits.ts'
import { currencySymbol } from '../../shared/price.ts'
import type { ListPage } from '../lists/list-page.ts'
import { useSite } from '../site.tsx'
import { SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { InputField } from '../ui/input-field.tsx'
import { defaultWithin, distanceOptions, eventDayLabels, formatCounted, type Narrowing } from './narrowing.ts'

type NarrowingFieldsProps = ListPage & {
  /** Arranges the fields in columns. */
  wide?: boolean
}

export function NarrowingFields({ wide = false, ...page }: NarrowingFieldsProps) {
  const { kind, fields } = page.loaded
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
      <NearFields {...page} />
      <PriceFields {...page} />
      {kind === 'event' && <DayFields page={page} wide={wide} />}
    </div>
  )
}

/**
 * Shows other values once another list is loaded. The fields are not controlled: what is typed into them before scripts
 * run, and until the form is sent, stays.
 */
function useLoadedValues(container: RefObject<HTMLDivElement | null>, narrowing: Narrowing) {
  const shown = useRef(narrowing)
  useEffect(() => {
    if (shown.current === narrowing) return
    shown.current = narrowing
    for (const field of container.current?.querySelectorAll<HTMLInputElement>('input, select') ?? []) {
      const value: string = Reflect.get(narrowing, field.name) ?? ''
      if (field.type === 'checkbox') field.checked = value === 'true'
      else if (field.type !== 'hidden') field.value = field.name === 'within' ? withinOption(value) : value
    }
  }, [container, narrowing])
}

/** The default distance stays out of the URL. */
const withinOption = (within = '') => (within === defaultWithin ? '' : within)

function NearFields(page: ListPage) {
  const { fields, report, form } = page.loaded
  const unit = report?.near?.unit ?? (form.filters.country === 'Canada' ? 'km' : 'mi')
  return (
    <div>
      <div className="mb-1 flex items-start gap-2">
        <InputField
          {...fieldOf(page, 'near')}
          label="Near"
          maxLength={maxNameLength}
          placeholder="City or ZIP"
          autoComplete="postal-code"
          enterKeyHint="search"
        />
        <div className="w-28 shrink-0">
          <SelectField
            label="Within"
            name="within"
            defaultValue={withinOption(fields.within)}
            options={distanceOptions.map((distance) => ({
              value: withinOption(distance),
              label: `${distance} ${unit}`,
            }))}
          />
        </div>
      </div>
      <button
        type="button"
        data-locate
        className="needs-script inline-flex min-h-11 items-center gap-2 rounded-md text-sm font-semibold text-accent hover:text-accent-deep disabled:opacity-45 lg:min-h-9"
      >
        <Icon name="map-pin" className="size-4.5" />
        Use my location
      </button>
    </div>
  )
}

function PriceFields(page: ListPage) {
  const { counts } = page.loaded
  const symbol = currencySymbol(useSite().product.currency)
  const amount = { type: 'number', inputMode: 'decimal', min: 0, max: maxPrice, step: 0.01 } as const
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-2">
        <InputField {...fieldOf(page, 'price_min')} {...amount} label="Price from" placeholder={symbol} />
        <InputField {...fieldOf(page, 'price_max')} {...amount} label="Price to" placeholder={symbol} />
      </div>
      <div>
        <Checkbox page={page} name="free">
          Free only <Count of={counts?.free} />
        </Checkbox>
        <Checkbox page={page} name="pictures">
          With pictures <Count of={counts?.pictures} />
        </Checkbox>
      </div>
    </div>
  )
}

function DayFields({ page, wide }: { page: ListPage; wide: boolean }) {
  return (
    <div className="space-y-3">
      <SelectField
        label="When"
        name="when"
        none="Any day"
        defaultValue={page.loaded.narrowing.when ?? ''}
        options={Object.entries(eventDayLabels).map(([value, label]) => ({ value, label }))}
      />
      {/* The column beside a list is too narrow for two dates. */}
      <div className={`grid grid-cols-2 items-start gap-x-2 gap-y-3 ${wide ? '' : 'lg:grid-cols-1'}`}>
        <InputField {...fieldOf(page, 'from')} type="date" label="From" />
        <InputField {...fieldOf(page, 'to')} type="date" label="To" />
      </div>
      <Checkbox page={page} name="hide_ended">
        Hide ended events
      </Checkbox>
    </div>
  )
}

type TextName = 'near' | 'price_min' | 'price_max' | 'from' | 'to'

/** The server's own sentence about a place; the others name parameters, which readers do not know. */
const corrections: Record<Exclude<TextName, 'near'>, string> = {
  price_min: 'Enter a price such as 20.',
  price_max: 'Enter a price such as 20.',
  from: 'Enter a day of the calendar.',
  to: 'Enter a day of the calendar.',
}

function fieldOf({ loaded: { fields, rejected } }: ListPage, name: TextName) {
  const wrong = rejected[name]
  const error = name === 'near' ? wrong?.message : wrong && corrections[name]
  return { name, defaultValue: fields[name] ?? '', error }
}

type CheckboxProps = { page: ListPage; name: 'free' | 'pictures' | 'hide_ended'; children: ReactNode }

function Checkbox({ page, name, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm lg:min-h-9">
      <input
        type="checkbox"
        name={name}
        value="true"
        defaultChecked={page.loaded.narrowing[name] === 'true'}
        className="size-5 shrink-0"
      />
      <span>{children}</span>
    </label>
  )
}

function Count({ of }: { of: { count: number; more: boolean } | undefined }) {
  if (!of) return null
  return <span className="text-xs text-soft tabular-nums">{formatCounted(of.count, of.more)}</span>
}
