/** Returns a function that makes the value of each key once. Creating an `Intl` formatter takes longer than rendering a card. */
export function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const values = new Map<string, Value>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const value = make(key)
    values.set(key, value)
    return value
  }
}
