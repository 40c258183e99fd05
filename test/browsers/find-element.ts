/** Finds elements the way a person names them. Both drivers run this function in the page, so it must be self-contained. */

export type Role = 'button' | 'link' | 'heading' | 'field'

export type Target = {
  role: Role
  /** The whole accessible name, or its beginning followed by an ellipsis. */
  name: string
  /** Only an element that a click would reach. */
  clickable?: boolean
}

/**
 * Returns the first visible, enabled element with this role and name, or null. While a modal dialog is open, only its
 * content counts. A clickable target is scrolled to the middle of the window first.
 */
export function findElement({ role, name, clickable = false }: Target): HTMLElement | null {
  const selectors = {
    button: 'button, summary, [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    field: 'input, textarea, select',
  }

  function textOf(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element) || node.ariaHidden === 'true' || !node.checkVisibility()) return ''
    return [...node.childNodes].map(textOf).join(' ')
  }

  function nameOf(element: Element): string {
    const labelledBy = element.getAttribute('aria-labelledby')
    if (labelledBy)
      return labelledBy
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' ')
    if (element.ariaLabel) return element.ariaLabel
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    return labels?.length ? [...labels].map((label) => label.textContent ?? '').join(' ') : textOf(element)
  }

  function receivesClicks(element: HTMLElement): boolean {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && (element.contains(hit) || hit.closest('label')?.control === element)
  }

  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  function hasName(element: Element): boolean {
    const found = nameOf(element).replace(/\s+/g, ' ').trim()
    return name.endsWith('…') ? found.startsWith(name.slice(0, -1)) : found === name
  }
  const isMatch = (element: HTMLElement) =>
    hasName(element) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.matches(':disabled') &&
    (!clickable || receivesClicks(element))
  return [...scope.querySelectorAll<HTMLElement>(selectors[role])].find(isMatch) ?? null
}

/** Returns the option of a select that has this label, or null. */
export function findOption(select: Element, label: string): HTMLOptionElement | null {
  return [...select.querySelectorAll('option')].find((option) => option.label === label) ?? null
}

/** Selects what a field contains, so that typing replaces it. */
export function selectText(field: Element): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    field.focus()
    field.select()
  }
}
