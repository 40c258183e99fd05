import { FieldError, useDescription } from './text-field.tsx'

type Props = {
  label: string
  name: string
  /** Their labels, by value. */
  options: Record<string, string>
  defaultValue?: string | undefined
}

/** One of a few, all of them to be seen. */
export function RadioGroup({ label, name, options, defaultValue }: Props) {
  const { id, error, described } = useDescription(name)
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} {...described}>
      <p id={`${id}-label`} className="mb-1 text-sm font-semibold">
        {label}
      </p>
      <FieldError id={id} error={error} />
      <div className="grid gap-x-4 sm:grid-cols-2">
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
