import { useState } from 'react'
import { useLocation } from 'react-router'
import { maxSearchTextLength } from '../../shared/limits.ts'
import { paths } from '../paths.ts'
import { GetForm } from '../ui/get-form.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** Searches services and events. On the results page, it shows the current text. */
export function SearchForm({ size }: { size: 'bar' | 'large' }) {
  const { pathname, search } = useLocation()
  const current = pathname === paths.search() ? (new URLSearchParams(search).get('searchtext') ?? '') : ''
  const [lastCurrent, setLastCurrent] = useState(current)
  const [text, setText] = useState(current)
  if (lastCurrent !== current) {
    setLastCurrent(current)
    setText(current)
  }
  return (
    <GetForm role="search" to={paths.search}>
      <SearchField
        label="Search services and events"
        size={size}
        name="searchtext"
        maxLength={maxSearchTextLength}
        placeholder="Try “haircut austin”"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </GetForm>
  )
}
