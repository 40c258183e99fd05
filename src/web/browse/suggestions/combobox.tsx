/** Turns a field that the page already shows into a combobox, and shows its suggestions below. */
import { useCombobox } from 'downshift'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { fetchTransport } from '../../../shared/api-client.ts'
import type { Suggestions } from '../../../shared/contract/browse.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { addRecentSearch, readRecentSearches, storeRecentSearches } from './recent-searches.ts'
import { type SuggestionItem, suggestionItems } from './suggestion-items.ts'
import { SuggestionList } from './suggestion-list.tsx'

export type FieldProps = Omit<ComponentProps<'input'>, 'size'>
type Field = RefObject<HTMLInputElement | null>

type ComboboxProps = {
  text: string
  setText: (text: string) => void
  field: Field
  /** Receives what makes the field a combobox. */
  setFieldProps: (props: FieldProps) => void
}

export function Combobox({ text, setText, field, setFieldProps }: ComboboxProps) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(() => field.current === document.activeElement)
  const [recent, setRecent] = useState<readonly string[]>(() => readRecentSearches())
  const suggestions = useSuggestions(text, isOpen)
  const items = useMemo(() => suggestionItems(text, recent, suggestions), [text, recent, suggestions])
  const isExpanded = isOpen && items.length > 0
  useFormEvents(field, setOpen, setRecent)

  function follow(item: SuggestionItem) {
    if (item.text !== null) setRecent(addRecentSearch(item.text))
    setText(item.text ?? '')
    // On a touch screen, this also closes the keyboard.
    field.current?.blur()
    navigate(item.to)
  }

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
      onSelectedItemChange: ({ selectedItem }) => selectedItem && follow(selectedItem),
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

  function replaceRecent(texts: readonly string[]) {
    // The pressed button disappears, and with it the focus.
    field.current?.focus()
    storeRecentSearches(texts)
    setRecent(texts)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {isExpanded && (items.length === 1 ? '1 suggestion' : `${items.length} suggestions`)}
      </p>
      {isExpanded && (
        <SuggestionList
          items={items}
          highlightedIndex={highlightedIndex}
          listProps={getMenuProps({ 'aria-label': 'Suggestions' }, { suppressRefError: true })}
          optionProps={(item, index) => getItemProps({ item, index })}
          onRemove={(removed) => replaceRecent(readRecentSearches().filter((text) => text !== removed))}
          onClear={() => replaceRecent([])}
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

/** Opens and closes the list with the focus, and stores each submitted text. */
function useFormEvents(
  field: Field,
  setOpen: (open: boolean) => void,
  setRecent: (texts: readonly string[]) => void,
) {
  useEffect(() => {
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
        // The page's other search field, and other tabs, store searches, too.
        setRecent(readRecentSearches())
        setOpen(true)
      }
      leftWindow = false
    })
    on('focusout', ({ relatedTarget }) => {
      leftWindow = document.activeElement !== document.body
      if (!leftWindow && !form.contains(relatedTarget as Node | null)) setOpen(false)
    })
    on('submit', () => {
      setRecent(addRecentSearch(field.current?.value ?? ''))
      setOpen(false)
    })
    return () => controller.abort()
  }, [field, setOpen, setRecent])
}

/** How long to wait after a key: most people type the next letter sooner. */
const debounceMs = 120

const none: Suggestions = { topics: [], places: [], words: [] }

/** Returns what the server suggests for the text while `active`. Until the next reply, the previous suggestions stay. */
function useSuggestions(text: string, active: boolean): Suggestions {
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
