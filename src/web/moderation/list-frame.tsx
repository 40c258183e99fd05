/** What all lists of the dashboard have around them: search, order and filter, how many there are, and the way on. */
import { type FormEvent, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxSearchTextLength } from '../../shared/limits.ts'
import { useListPending } from '../lists/listing-grid.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SearchField, SelectField } from '../ui/field.tsx'
import { EmptyState } from '../ui/lists/empty-state.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import type { ListPage } from './load.ts'
import { type View, viewPath } from './view.ts'

type Choice = { name: 'sort' | 'status'; label: string; labels: Record<string, string>; value: string }

type Props = {
  view: View
  list: ListPage
  /** What the search box looks through. */
  searches: string
  choices?: Choice[]
  /** How many there are, in words. */
  counted: string
  /** Said when there are none, whatever is searched for. */
  empty: { title: string; hint: string }
  /** Stands above the list, whether it has rows or not. */
  notice?: ReactNode
  children: ReactNode
}

export function ListFrame({ view, list, searches, choices = [], counted, empty, notice, children }: Props) {
  const pending = useListPending()
  return (
    <>
      <Search view={view} searches={searches} choices={choices} />
      <p role="status" className="mt-4 mb-3 text-sm font-semibold">
        {counted}
      </p>
      {notice}
      <div aria-busy={pending}>{list.total > 0 ? children : <Nothing view={view} empty={empty} />}</div>
      {list.totalPages > 0 && (
        <Pagination
          page={view.page}
          totalPages={list.totalPages}
          to={(page) => viewPath({ ...view, page })}
        />
      )}
    </>
  )
}

function Nothing({ view, empty }: { view: View; empty: { title: string; hint: string } }) {
  if (!view.search) {
    return (
      <EmptyState {...empty}>
        <ButtonLink look="secondary" href={paths.admin()}>
          Back to the dashboard
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nothing found"
      hint={`Nothing here matches “${view.search}”. Try fewer letters, or another filter.`}
    >
      <ButtonLink look="secondary" href={viewPath({ ...view, search: '', page: 1 })}>
        Show all
      </ButtonLink>
    </EmptyState>
  )
}

type SearchProps = Pick<Props, 'view' | 'searches'> & { choices: Choice[] }

/** A form that works by itself; with scripts a choice applies at once and the address leaves out what is empty. */
function Search({ view, searches, choices }: SearchProps) {
  const navigate = useNavigate()
  const [text, setText] = useFollowing(view.search)

  function go(change: Partial<View>) {
    const next = { ...view, search: text.trim(), page: 1, ...change }
    navigate(viewPath(next), { preventScrollReset: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    go({})
  }

  return (
    <search>
      <form
        method="get"
        action={paths.admin()}
        onSubmit={submit}
        className="grid grid-cols-2 items-end gap-3 md:flex"
      >
        <input type="hidden" name="tab" value={view.tab} />
        <div className="col-span-2 min-w-0 grow">
          <SearchField
            label="Search"
            name="search"
            maxLength={maxSearchTextLength}
            placeholder={searches}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        {choices.map((choice) => (
          <ChoiceSelect
            key={choice.name}
            choice={choice}
            onChoose={(value) => go({ [choice.name]: value })}
          />
        ))}
      </form>
    </search>
  )
}

function ChoiceSelect({ choice, onChoose }: { choice: Choice; onChoose: (value: string) => void }) {
  const { name, label, labels, value } = choice
  const [shown, setShown] = useFollowing(value)
  // The first is what the list does unasked.
  const [unasked] = Object.keys(labels)
  return (
    <div className="max-md:last:nth-3:col-span-2 md:w-52">
      <SelectField
        label={label}
        name={name}
        value={shown}
        onChange={({ target }) => {
          setShown(target.value)
          onChoose(target.value === unasked ? '' : target.value)
        }}
        options={Object.entries(labels).map(([value, label]) => ({ value, label }))}
      />
    </div>
  )
}

/** Changed at once here, and by every new page. */
function useFollowing(value: string) {
  const [seen, setSeen] = useState(value)
  const [shown, setShown] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setShown(value)
  }
  return [shown, setShown] as const
}
