type Props = {
  /** Says what is drawn, with its figures: of the drawing itself the ear gets nothing else. */
  label: string
  days: readonly { label: string; count: number }[]
}

const step = 10
const height = 56

/** A bar for each day, as high as its count; the highest reaches the top. */
export function DayBars({ label, days }: Props) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const width = days.length * step
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-14 w-full"
    >
      {days.map(({ label, count }, index) => {
        const high = count === 0 ? 0 : Math.max(2, Math.round((count / most) * (height - 2)))
        return (
          <g key={label}>
            <rect
              x={index * step + 1}
              y={height - 2 - high}
              width={step - 2}
              height={high}
              className="fill-accent"
            />
            {/* The whole column answers to the mouse. */}
            <rect x={index * step} y={0} width={step} height={height} className="fill-transparent">
              <title>{`${label}: ${count}`}</title>
            </rect>
          </g>
        )
      })}
      <rect x={0} y={height - 1} width={width} height={1} className="fill-line" />
    </svg>
  )
}
