import { useLayoutEffect, useRef } from 'react'

/** Calls `run` whenever `value` has changed since the last render, before the effects of what has changed with it. */
export function useOnChange(value: unknown, run: () => void) {
  const last = useRef(value)
  useLayoutEffect(() => {
    if (last.current === value) return
    last.current = value
    run()
  })
}
