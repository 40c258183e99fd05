import { FieldError, useDescription } from './text-field.tsx'

type RadioGroupProps = {
  label: string
  name: string
  /** Labels by value. */
  options: Record<string, string>
  defaultValue?: string | undefined
  /** Each on its own line, for long labels. Otherwise, wide screens show them in two columns. */
  stacked?: boolean
}

export function RadioGroup({ label, name, options, defaultValue, stacked = false }: RadioGroupProps) {
  const { id, error, aria } = useDescription(name)
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} {...aria}>
      <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
        {label}
      </p>
      <FieldError id={id} error={error} />
      <div className={`grid gap-x-4 ${stacked ? '' : 'sm:grid-cols-2'}`}>
        {Object.entries(options).map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              className="size-5 shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
    </div>
  )
}
