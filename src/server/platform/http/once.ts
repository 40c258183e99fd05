/** Runs a read once for all callers that give the same key, and returns its result to each. */
export type Once = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>

/** Returns a function that remembers every read until it is garbage. */
export function createOnce(): Once {
  const results = new Map<string, Promise<unknown>>()
  return <Value>(key: string, read: () => Promise<Value>) => {
    const result = (results.get(key) as Promise<Value> | undefined) ?? read()
    results.set(key, result)
    return result
  }
}

/** Reads for every caller. */
export const always: Once = (_key, read) => read()
