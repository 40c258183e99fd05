/** Ends calculations that never end by themselves, so that one event does not cost all others. */
import { createContext, Script } from 'node:vm'

/** A rule in use takes a few milliseconds. */
const maxMs = 400
const maxFileMs = 1_000

/** Returns what the function returns; null if it throws, or does not end. */
export type WithinTime = <Result>(calculate: () => Result) => Result | null

export function limitTime(): WithinTime {
  const context = createContext({})
  const script = new Script('calculate()')
  let left = maxFileMs
  return (calculate) => {
    const started = performance.now()
    if (left < 1) return null
    try {
      return script.runInContext(Object.assign(context, { calculate }), {
        timeout: Math.ceil(Math.min(left, maxMs)),
      })
    } catch {
      return null
    } finally {
      left -= performance.now() - started
    }
  }
}
