import { useRef } from 'react'
import { maxSearchTextLength } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { GetForm } from '../../framework/router/get-form.tsx'
import { useLocation } from '../../framework/router/hooks.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { useStateFrom } from '../../ui/changes.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { useCombobox } from './use-combobox.ts'

export function SearchForm({ size }: { size: 'bar' | 'large' }) {
  const { pathname, search } = useLocation()
  const current = pathname === paths.search() ? (new URLSearchParams(search).get('searchtext') ?? '') : ''
  const [text, setText] = useStateFrom(current)
  const field = useRef<HTMLInputElement>(null)
  const { settings } = useSite()
  const { Suggestions, fieldProps, setFieldProps, load } = useCombobox('SearchCombobox')
  return (
    <GetForm role="search" className="relative" to={paths.search} onFocus={load} onInput={load}>
      <SearchField
        label={t('Search {kinds, select, services {services} events {events} other {services and events}}', {
          kinds: settings.kinds,
        })}
        size={size}
        name="searchtext"
        maxLength={maxSearchTextLength}
        placeholder={settings.kinds === 'events' ? t('Try “market austin”') : t('Try “haircut austin”')}
        {...fieldProps}
        ref={field}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          fieldProps?.onChange?.(event)
        }}
      />
      {Suggestions && (
        <Suggestions text={text} setText={setText} field={field} setFieldProps={setFieldProps} />
      )}
    </GetForm>
  )
}
