/** The frame of every list in the dashboard: search, filters, the number of results, the rows, and pagination. */
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { maxCounted, maxSearchTextLength } from '../../shared/limits.ts'
import { type Message, t } from '../../shared/translate.ts'
import { useListPending } from '../browse/cards/listing-grid.tsx'
import { GetForm } from '../framework/router/get-form.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useStateFrom } from '../ui/changes.ts'
import { SelectField } from '../ui/field.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { type DashboardView, oneOf } from './dashboard-url.ts'
import type { ListPage } from './load.ts'

type Options = Record<string, Message>

type ListScreenProps = {
  view: DashboardView
  list: ListPage
  /** Names what the search covers. Without it, the list cannot be searched. */
  searchPlaceholder?: string
  statuses?: Options
  sorts?: Options
  /** The number of results, in words. */
  summary: string
  /** Shown when there is nothing to list and nothing was searched for. */
  empty: { title: string; hint: string }
  /** Shown above the list, even when it is empty. */
  notice?: ReactNode
  /** Shown directly above the rows. */
  toolbar?: ReactNode
  /** The accessible name of the list. */
  label: string
  /** The ids of the rows, if actions can remove or move some. */
  ids?: readonly string[]
  /** Takes the place of numbered pages. */
  foot?: ReactNode
  /** The rows. */
  children: ReactNode
}

export function ListScreen({
  view,
  list,
  searchPlaceholder,
  statuses,
  sorts,
  summary,
  empty,
  notice,
  toolbar,
  label,
  ids = [],
  foot,
  children,
}: ListScreenProps) {
  const pending = useListPending()
  const rows = useRowFocus(ids)
  return (
    <>
      {searchPlaceholder !== undefined && (
        <Search view={view} searchPlaceholder={searchPlaceholder} statuses={statuses} sorts={sorts} />
      )}
      <p role="status" className="mt-4 mb-3 text-sm font-semibold">
        {summary}
      </p>
      {notice}
      <div aria-busy={pending}>
        {list.total > 0 ? (
          <>
            {toolbar}
            <ul
              {...rows}
              aria-label={label}
              className="divide-y divide-line rounded-lg border border-line bg-surface shadow-sheet"
            >
              {children}
            </ul>
          </>
        ) : (
          <EmptyList view={view} empty={empty} />
        )}
      </div>
      {foot ?? (
        <Pagination
          page={view.page}
          totalPages={list.totalPages}
          to={(page) => paths.admin({ ...view, page })}
        />
      )}
    </>
  )
}

/** Returns the number of results in words, such as those of `{count, plural, one {# user} other {# users}}`. A search stops counting at `maxCounted`. */
export function summarizeTotal(total: number, search: string, counted: Message): string {
  const count = t(counted, { count: total })
  return search && total >= maxCounted ? t('At least {count}', { count }) : count
}

export function EmptyList({ view, empty }: Pick<ListScreenProps, 'view' | 'empty'>) {
  if (!view.search) {
    return (
      <EmptyState {...empty}>
        <ButtonLink variant="secondary" href={paths.admin()}>
          {t('Back to the dashboard')}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('No matches')}
      hint={t('Nothing here matches “{search}”. Try a shorter search or another filter.', {
        search: view.search,
      })}
    >
      <ButtonLink variant="secondary" href={paths.admin({ ...view, search: '', page: 1 })}>
        {t('Show all')}
      </ButtonLink>
    </EmptyState>
  )
}

type SearchProps = Pick<ListScreenProps, 'view'> & {
  searchPlaceholder: string
  statuses?: Options | undefined
  sorts?: Options | undefined
}

/** A form that works without scripts. With them, filters apply at once and empty parameters stay out of the URL. */
export function Search({ view, searchPlaceholder, statuses, sorts }: SearchProps) {
  const filters: Filter[] = []
  if (statuses) filters.push({ name: 'status', label: t('Show'), options: statuses })
  if (sorts) filters.push({ name: 'sort', label: t('Sort by'), options: sorts })
  const [text, setText] = useStateFrom(view.search)

  /** Leaves out the first option of each filter, which is the default. */
  function pathTo(fields: Record<string, string>) {
    const chosen = filters.filter(({ name, options }) => fields[name] !== Object.keys(options)[0])
    const query = Object.fromEntries(chosen.map(({ name }) => [name, fields[name]]))
    return paths.admin({ tab: view.tab, field: view.field, search: fields.search, ...query })
  }

  return (
    <search>
      <GetForm to={pathTo} keepScroll className="grid grid-cols-2 items-end gap-3 md:flex">
        <div className="col-span-2 min-w-0 grow">
          <SearchField
            label={t('Search')}
            name="search"
            maxLength={maxSearchTextLength}
            placeholder={searchPlaceholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {filters.map((filter) => (
          <FilterSelect key={filter.name} view={view} filter={filter} />
        ))}
      </GetForm>
    </search>
  )
}

type Filter = { name: 'sort' | 'status'; label: string; options: Options }
type FilterSelectProps = Pick<ListScreenProps, 'view'> & { filter: Filter }

function FilterSelect({ view, filter: { name, label, options } }: FilterSelectProps) {
  const [selected, setSelected] = useStateFrom(oneOf(options, view[name]))
  return (
    <div className="max-md:last:nth-3:col-span-2 md:w-52">
      <SelectField
        label={label}
        name={name}
        value={selected}
        onChange={({ target }) => {
          setSelected(target.value)
          target.form?.requestSubmit()
        }}
        options={Object.entries(options).map(([value, label]) => ({ value, label: t(label) }))}
      />
    </div>
  )
}

/**
 * Returns the props of a list whose children are the rows, in the order of `ids`. When the row with the keyboard focus moves in the
 * document, the focus stays with it. When it goes away, the focus moves to the row after it, else to the last row, else to the page.
 */
function useRowFocus(ids: readonly string[]) {
  const list = useRef<HTMLUListElement>(null)
  const previousIds = useRef(ids)
  const focused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const removedAt = previousIds.current.findIndex((id) => !ids.includes(id))
    const isMoved = removedAt < 0 && previousIds.current.join() !== ids.join()
    previousIds.current = ids
    if (document.activeElement !== document.body) return
    if (isMoved) focused.current?.focus()
    if (removedAt < 0) return
    const rows = [...(list.current?.children ?? [])]
    const row = rows[removedAt] ?? rows.at(-1)
    const control = row?.querySelector<HTMLElement>('button') ?? row?.querySelector<HTMLElement>('a')
    if (control) control.focus()
    else document.querySelector('main')?.focus({ preventScroll: true })
  })
  return {
    ref: list,
    onFocus(event: FocusEvent<HTMLElement>) {
      focused.current = event.target
    },
  }
}
