/** The storage of a browser, for tests without one: with as much room as it is given, or blocked altogether. */
export function memoryStorage({ room = Number.POSITIVE_INFINITY, blocked = false } = {}): Storage {
  const kept = new Map<string, string>()
  function open() {
    if (blocked) throw new DOMException('The operation is insecure.', 'SecurityError')
    return kept
  }
  return {
    get length() {
      return open().size
    },
    key: (index) => [...open().keys()][index] ?? null,
    getItem: (key) => open().get(key) ?? null,
    setItem(key, value) {
      if (key.length + value.length > room) throw new DOMException('It is full.', 'QuotaExceededError')
      open().set(key, value)
    },
    removeItem: (key) => void open().delete(key),
    clear: () => open().clear(),
  }
}
