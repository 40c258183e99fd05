import { useEffect, useState } from 'react'
import { fetchTransport } from '../../../shared/api-client.ts'
import type { Suggestions } from '../../../shared/suggestions.ts'

/** How long to wait after a key: most people type the next letter sooner. */
const debounceMs = 120

const none: Suggestions = { topics: [], places: [], words: [] }

/** Returns what the server suggests for the text while `active`. Until the next reply, the previous suggestions stay. */
export function useSuggestions(text: string, active: boolean): Suggestions {
  const [suggestions, setSuggestions] = useState(none)
  const typed = active ? text.trim() : ''

  useEffect(() => {
    if (typed === '') return setSuggestions(none)
    const controller = new AbortController()
    const { signal } = controller
    const send = fetchTransport(window.fetch.bind(window), signal)
    const timer = setTimeout(async () => {
      // Without suggestions, the field still searches.
      const found = await send('suggest', { query: { q: typed } }).catch(() => none)
      if (!signal.aborted) setSuggestions(found)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed])

  return typed === '' ? none : suggestions
}
