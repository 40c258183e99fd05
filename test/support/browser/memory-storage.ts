/** A browser's Storage for tests without a browser, with limited capacity or blocked entirely. */
export function memoryStorage({ capacity = Number.POSITIVE_INFINITY, blocked = false } = {}): Storage {
  const entries = new Map<string, string>()
  function open() {
    if (blocked) throw new DOMException('The operation is insecure.', 'SecurityError')
    return entries
  }
  return {
    get length() {
      return open().size
    },
    key: (index) => [...open().keys()][index] ?? null,
    getItem: (key) => open().get(key) ?? null,
    setItem(key, value) {
      if (key.length + value.length > capacity)
        throw new DOMException('The storage is full.', 'QuotaExceededError')
      open().set(key, value)
    },
    removeItem: (key) => void open().delete(key),
    clear: () => open().clear(),
  }
}
