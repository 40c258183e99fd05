type DayBarsProps = {
  /** Describes the chart with its figures; screen readers get nothing else. */
  label: string
  days: readonly { label: string; count: number }[]
  className?: string
}

const barWidth = 10
const height = 56

/** A bar chart with one bar per day, scaled to the highest count. */
export function DayBars({ label, days, className = 'h-14 w-full' }: DayBarsProps) {
  const max = Math.max(1, ...days.map(({ count }) => count))
  const width = days.length * barWidth
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`rtl:-scale-x-100 ${className}`}
    >
      {days.map(({ label, count }, index) => {
        const barHeight = count === 0 ? 0 : Math.max(2, Math.round((count / max) * (height - 2)))
        return (
          <g key={label}>
            <rect
              x={index * barWidth + 1}
              y={height - 2 - barHeight}
              width={barWidth - 2}
              height={barHeight}
              className="fill-accent"
            />
            {/* Shows the tooltip over the whole column. */}
            <rect x={index * barWidth} y={0} width={barWidth} height={height} className="fill-transparent">
              <title>{`${label}: ${count}`}</title>
            </rect>
          </g>
        )
      })}
      <rect x={0} y={height - 1} width={width} height={1} className="fill-line" />
    </svg>
  )
}
