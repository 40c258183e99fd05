/**
 * Values that exist while something is in progress, by key: a `Map` for entries that come and go with every request.
 *
 * When a `Map` or a `Set` is resized, V8 lets its old table refer to the new one. An unreachable table in the old generation then keeps
 * its successors, and what was in them when they were resized, until the next full collection. Objects have no such tables.
 */
export class InFlight<Value> {
  #values: Record<string, Value> = Object.create(null)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    return key in this.#values
  }

  get(key: string): Value | undefined {
    return this.#values[key]
  }

  set(key: string, value: Value): void {
    if (!this.has(key)) this.#size += 1
    this.#values[key] = value
  }

  /** Returns whether there was a value. */
  delete(key: string): boolean {
    if (!this.has(key)) return false
    this.#size -= 1
    return Reflect.deleteProperty(this.#values, key)
  }

  clear(): void {
    this.#values = Object.create(null)
    this.#size = 0
  }

  values(): Value[] {
    return Object.values(this.#values)
  }
}
