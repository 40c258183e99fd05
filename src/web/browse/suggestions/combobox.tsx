/** Turns a field that the page already shows into a combobox, and shows its suggestions below. */
import { useCombobox } from 'downshift'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { fetchTransport } from '../../../shared/api-client.ts'
import type { Suggestions } from '../../../shared/contract/browse.ts'
import { t } from '../../../shared/translate.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { addRecentSearch, readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { type SuggestionItem, suggestionItems, townItem } from './suggestion-items.ts'
import { SuggestionList } from './suggestion-list.tsx'

export type FieldProps = Omit<ComponentProps<'input'>, 'size'>
type Field = RefObject<HTMLInputElement | null>

export type ComboboxProps = {
  text: string
  setText: (text: string) => void
  field: Field
  /** Receives what makes the field a combobox. */
  setFieldProps: (props: FieldProps) => void
}

/** The field of a search: an option leads to its page. */
export function SearchCombobox(props: ComboboxProps) {
  const { text, setText, field } = props
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(() => field.current === document.activeElement)
  const [recent, setRecent] = useState<readonly string[]>(() => readRecentSearches())
  const suggestions = useSuggestions(text, isOpen)
  const items = useMemo(() => suggestionItems(text, recent, suggestions), [text, recent, suggestions])
  useFormEvents(field, {
    setOpen,
    // The page's other search field, and other tabs, store searches, too.
    onFocus: () => setRecent(readRecentSearches()),
    onSubmit: (submitted) => setRecent(addRecentSearch(submitted)),
  })

  function follow(item: SuggestionItem) {
    if (item.text !== null) setRecent(addRecentSearch(item.text))
    setText(item.text ?? '')
    // On a touch screen, this also closes the keyboard.
    field.current?.blur()
    navigate(item.to)
  }

  function replaceRecent(texts: readonly string[]) {
    // The pressed button disappears, and with it the focus.
    field.current?.focus()
    storeRecentSearches(texts)
    setRecent(texts)
  }

  return (
    <Combobox
      {...props}
      items={items}
      isOpen={isOpen}
      setOpen={setOpen}
      onChoose={follow}
      onRemove={(removed) => replaceRecent(readRecentSearches().filter((text) => text !== removed))}
      onClear={() => replaceRecent([])}
    />
  )
}

/** The field of a place: an option fills it in. */
export function PlaceCombobox(props: ComboboxProps) {
  const { text, setText, field } = props
  const [isOpen, setOpen] = useState(() => field.current === document.activeElement)
  const { places } = useSuggestions(text, isOpen, 'places')
  const items = useMemo(() => places.map(townItem), [places])
  useFormEvents(field, { setOpen })
  return (
    <Combobox
      {...props}
      items={items}
      isOpen={isOpen}
      setOpen={setOpen}
      onChoose={({ text }) => setText(text ?? '')}
    />
  )
}

type ListProps = ComboboxProps & {
  items: SuggestionItem[]
  isOpen: boolean
  setOpen: (open: boolean) => void
  onChoose: (item: SuggestionItem) => void
  onRemove?: (text: string) => void
  onClear?: () => void
}

function Combobox({ text, field, setFieldProps, items, isOpen, setOpen, onChoose, ...recent }: ListProps) {
  const isExpanded = isOpen && items.length > 0
  const { highlightedIndex, setHighlightedIndex, getInputProps, getMenuProps, getItemProps } =
    useCombobox<SuggestionItem>({
      items,
      isOpen,
      inputValue: text,
      onIsOpenChange: (change) => setOpen(change.isOpen),
      itemToString: (item) => item?.label ?? '',
      // The page scrolls, too: the end of the list may be below the window.
      scrollIntoView: (option) => option.scrollIntoView({ block: 'nearest' }),
      // An option that is chosen again is a new choice.
      selectedItem: null,
      onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem),
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items have other options at the same position
  useEffect(() => setHighlightedIndex(-1), [items])

  const { ref, ...input }: FieldProps = getInputProps({}, { suppressRefError: true })
  const activeOption = isExpanded ? input['aria-activedescendant'] || undefined : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers are equivalent in every render
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(field.current)
    setFieldProps({
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': input['aria-controls'],
      'aria-expanded': isExpanded,
      'aria-activedescendant': activeOption,
      onChange: input.onChange,
      onClick: () => setOpen(true),
      onKeyDown(event) {
        if (!concernsList(event, isExpanded, activeOption !== undefined)) return
        // A list inside a menu closes first.
        if (event.key === 'Escape') event.stopPropagation()
        input.onKeyDown?.(event)
      },
    })
  }, [isExpanded, activeOption])

  return (
    <>
      <p role="status" className="sr-only">
        {isExpanded &&
          t('{count, plural, one {# suggestion} other {# suggestions}}', { count: items.length })}
      </p>
      {isExpanded && (
        <SuggestionList
          items={items}
          highlightedIndex={highlightedIndex}
          listProps={getMenuProps({ 'aria-label': t('Suggestions') }, { suppressRefError: true })}
          optionProps={(item, index) => getItemProps({ item, index })}
          onRemove={recent.onRemove}
          onClear={recent.onClear}
        />
      )}
    </>
  )
}

/** Enter without a chosen option submits the form, Home and End move the cursor, and Escape clears the field. */
function concernsList({ key }: KeyboardEvent, isExpanded: boolean, hasActiveOption: boolean): boolean {
  if (key === 'Home' || key === 'End') return false
  if (key === 'Enter') return hasActiveOption
  return isExpanded || key === 'ArrowDown' || key === 'ArrowUp'
}

type FormEvents = {
  setOpen: (open: boolean) => void
  onFocus?: () => void
  onSubmit?: (text: string) => void
}

/** Opens and closes the list with the focus. */
function useFormEvents(field: Field, events: FormEvents) {
  const latest = useRef(events)
  latest.current = events
  useEffect(() => {
    const setOpen = (open: boolean) => latest.current.setOpen(open)
    const form = field.current?.form
    if (!form) return
    const controller = new AbortController()
    // When the window gets the focus back, it gives it to the same element.
    let leftWindow = false
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => form.addEventListener(name, listener, { signal: controller.signal })
    on('focusin', ({ target }) => {
      if (target === field.current && !leftWindow) {
        latest.current.onFocus?.()
        setOpen(true)
      }
      leftWindow = false
    })
    on('focusout', ({ relatedTarget }) => {
      leftWindow = document.activeElement !== document.body
      if (!leftWindow && !form.contains(relatedTarget as Node | null)) setOpen(false)
    })
    on('submit', () => {
      latest.current.onSubmit?.(field.current?.value ?? '')
      setOpen(false)
    })
    return () => controller.abort()
  }, [field])
}

/** How long to wait after a key: most people type the next letter sooner. */
const debounceMs = 120

const none: Suggestions = { topics: [], places: [], words: [], ads: [] }

/** Returns what the server suggests for the text while `active`. Until the next reply, the previous suggestions stay. */
function useSuggestions(text: string, active: boolean, only?: 'places'): Suggestions {
  const [suggestions, setSuggestions] = useState(none)
  const typed = active ? text.trim() : ''

  useEffect(() => {
    if (typed === '') return setSuggestions(none)
    const controller = new AbortController()
    const { signal } = controller
    const send = fetchTransport(window.fetch.bind(window), signal)
    const timer = setTimeout(async () => {
      // Without suggestions, the field still searches.
      const found = await send('suggest', { query: { q: typed, only } }).catch(() => none)
      if (!signal.aborted) setSuggestions(found)
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed, only])

  return typed === '' ? none : suggestions
}
