/** A place in the browser's history. */
export type Location = {
  pathname: string
  search: string
  hash: string
  /** What the navigation passed on. Survives a reload. */
  state: unknown
  /** Unique in the history, and different after each navigation. */
  key: string
}

/** What the router stores in each entry of the browser's history. */
export type HistoryState = Pick<Location, 'key' | 'state'>

const newKey = () => Math.random().toString(36).slice(2, 10)

type Address = Pick<URL, 'pathname' | 'search' | 'hash'>

export const createLocation = (
  { pathname, search, hash }: Address,
  state: unknown = null,
  key = newKey(),
): Location => ({ pathname, search, hash, state, key })

export const hrefOf = ({ pathname, search, hash }: Address) => pathname + search + hash

/** Returns where the browser is. An entry that the router did not make, such as that of a link to `#top`, gets a key. */
export function readLocation({ location, history }: Pick<Window, 'location' | 'history'>): Location {
  const stored = history.state as Partial<HistoryState> | null
  const current = createLocation(location, stored?.state, stored?.key)
  if (!stored?.key) history.replaceState(historyStateOf(current), '')
  return current
}

export const historyStateOf = ({ key, state }: Location): HistoryState => ({ key, state })

/** Whether both are the same page and `next` names a part of it, which needs no loading. */
export const isPartOf = (current: Address, next: Address) =>
  next.hash !== '' && current.pathname === next.pathname && current.search === next.search
