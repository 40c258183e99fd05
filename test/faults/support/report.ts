/** Prints what a fault test measured: counts as they are, durations as median and maximum. */
export function report(name: string, figures: Record<string, number | number[]>) {
  const texts = Object.entries(figures).map(([key, value]) => `${key}: ${format(value)}`)
  process.stdout.write(`${name}: ${texts.join(', ')}\n`)
}

function format(value: number | number[]): string {
  if (typeof value === 'number') return String(Math.round(value))
  const sorted = value.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${sorted.length} times, ${Math.round(median)} ms (median), ${Math.round(sorted.at(-1) ?? 0)} ms (maximum)`
}
