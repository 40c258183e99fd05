import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { type Message, msg, t } from '../../../shared/translate.ts'
import { Icon } from '../../ui/icon.tsx'
import { rich } from '../../ui/rich.tsx'
import type { SuggestionGroup, SuggestionItem } from './suggestion-items.ts'

type SuggestionListProps = {
  items: SuggestionItem[]
  highlightedIndex: number
  /** The props of the list box. Its `ref` gets the whole popup, so that a click on a button inside does not count as outside. */
  listProps: ComponentProps<'div'>
  optionProps: (item: SuggestionItem, index: number) => ComponentProps<'div'>
  onRemove?: ((text: string) => void) | undefined
  onClear?: (() => void) | undefined
}

const groupLooks: Record<SuggestionGroup, { label: Message; icon: ComponentProps<typeof Icon>['name'] }> = {
  'Recent searches': { label: msg('Recent searches'), icon: 'history' },
  Categories: { label: msg('Categories'), icon: 'layout-grid' },
  Places: { label: msg('Places'), icon: 'map-pin' },
  Words: { label: msg('Words'), icon: 'search' },
  Ads: { label: msg('Ads'), icon: 'arrow-right' },
}

/** The options in groups. Options cannot contain buttons, so those that remove recent searches are beside the list. */
export function SuggestionList(props: SuggestionListProps) {
  const { items, highlightedIndex, optionProps, onRemove, onClear } = props
  const { ref, ...listProps } = props.listProps
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => fitAboveKeyboard(popup.current), [])
  const groups = Map.groupBy(items.entries(), ([, { group }]) => group)
  const recent = items.filter(({ group }) => group === 'Recent searches')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: people interact with what is inside
    <div
      ref={(element) => {
        popup.current = element
        if (typeof ref === 'function') ref(element)
      }}
      className="suggestion-popup"
      // A click must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div {...listProps}>
        {[...groups].map(([group, options]) => (
          <Group key={group} name={group}>
            {options.map(([index, item]) => (
              <Option
                key={item.to}
                item={item}
                {...optionProps(item, index)}
                highlighted={index === highlightedIndex}
              />
            ))}
          </Group>
        ))}
      </div>
      {recent.length > 0 && (
        <div className="absolute top-1.5 end-1.5 text-soft">
          <button
            type="button"
            className="ms-auto flex h-9 items-center px-3 text-xs font-semibold hover:text-ink"
            onClick={onClear}
          >
            {rich('Clear all<what> recent searches</what>', {
              what: (text) => <span className="sr-only">{text}</span>,
            })}
          </button>
          {recent.map(({ label }) => (
            <button
              key={label}
              type="button"
              className="ms-auto flex size-11 items-center justify-center rounded-md hover:text-ink"
              aria-label={t('Remove “{text}” from recent searches', { text: label })}
              onClick={() => onRemove?.(label)}
            >
              <Icon name="x" className="size-4.5" />
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The least height that shows two options. */
const minHeight = 160
const margin = 12

/** Ends the popup above the keyboard of a touch screen. Returns how to stop. */
function fitAboveKeyboard(popup: HTMLDivElement | null) {
  const viewport = window.visualViewport
  if (!popup || !viewport) return
  const limitHeight = () => {
    const room = viewport.offsetTop + viewport.height - popup.getBoundingClientRect().top - margin
    popup.style.maxHeight = `${Math.max(minHeight, room)}px`
  }
  limitHeight()
  viewport.addEventListener('resize', limitHeight)
  return () => viewport.removeEventListener('resize', limitHeight)
}

function Group({ name, children }: { name: SuggestionGroup; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box
    <div
      role="group"
      aria-labelledby={id}
      className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
    >
      <p id={id} className="flex h-9 items-center px-3 text-xs font-semibold text-soft">
        {t(groupLooks[name].label)}
      </p>
      {children}
    </div>
  )
}

type OptionProps = ComponentProps<'div'> & { item: SuggestionItem; highlighted: boolean }

function Option({ item: { group, label, detail }, highlighted, ...props }: OptionProps) {
  return (
    <div
      {...props}
      className={`flex h-11 cursor-pointer items-center gap-3 rounded-md px-3 text-sm ${group === 'Recent searches' ? 'pe-12' : ''} ${highlighted ? 'bg-accent-wash' : ''}`}
    >
      <Icon
        name={groupLooks[group].icon}
        className={`size-4.5 shrink-0 text-soft ${group === 'Ads' ? 'rtl:-scale-x-100' : ''}`}
      />
      <span className="min-w-0 truncate">{label}</span>
      {detail && <span className="min-w-0 flex-1 truncate text-xs text-soft">{detail}</span>}
    </div>
  )
}
