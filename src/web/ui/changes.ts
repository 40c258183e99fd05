import { useLayoutEffect, useRef, useState } from 'react'

/** Calls `run` whenever `value` has changed since the last render, before the effects of what has changed with it. */
export function useOnChange(value: unknown, run: () => void) {
  const last = useRef(value)
  useLayoutEffect(() => {
    if (last.current === value) return
    last.current = value
    run()
  })
}

/** Like `useState(source)`, but another source replaces the state. */
export function useStateFrom<Value>(source: Value) {
  const [lastSource, setLastSource] = useState(source)
  const [state, setState] = useState(source)
  if (lastSource !== source) {
    setLastSource(source)
    setState(source)
  }
  return [state, setState] as const
}
