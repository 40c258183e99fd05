/**
 * Selects the first entries of an order, without sorting or storing all: up to twice the capacity is collected, then
 * reduced to the best by quickselect. Entries are numbers in typed arrays that grow only as far as there are entries.
 */

export class TopList {
  readonly capacity: number
  /** An entry after this one cannot be among the first; infinite until `capacity` entries are known. */
  worstPrimary = Number.POSITIVE_INFINITY
  worstSecondary = Number.POSITIVE_INFINITY
  private count = 0
  private primaries = new Float64Array(128)
  private secondaries = new Float64Array(128)
  private documents = new Uint32Array(128)
  private readonly maxCount: number

  constructor(capacity: number) {
    this.capacity = capacity
    this.maxCount = Math.max(2 * capacity, 128)
  }

  /** Adds an entry. Smaller numbers come first: by `primary`, then by `secondary`, then by `document`. */
  add(primary: number, secondary: number, document: number): void {
    if (primary > this.worstPrimary) return
    if (primary === this.worstPrimary && secondary > this.worstSecondary) return
    if (this.count === this.primaries.length) this.grow()
    this.primaries[this.count] = primary
    this.secondaries[this.count] = secondary
    this.documents[this.count] = document
    this.count++
    if (this.count === this.maxCount) this.reduce()
  }

  /** Returns the documents from `offset` to the end of the list, in order. */
  page(offset: number): number[] {
    this.reduce()
    if (offset >= this.count) return []
    if (offset > 0) this.select(offset)
    this.sort(offset, this.count - 1)
    return [...this.documents.subarray(offset, this.count)]
  }

  /** Removes what is not among the first, so that `worstPrimary` is that of the last of them. */
  private reduce(): void {
    if (this.capacity === 0 || this.count < this.capacity) return
    this.select(this.capacity - 1)
    this.count = this.capacity
    this.worstPrimary = this.primaries[this.capacity - 1] ?? 0
    this.worstSecondary = this.secondaries[this.capacity - 1] ?? 0
  }

  private grow() {
    const length = Math.min(this.count * 2, this.maxCount)
    const { primaries, secondaries, documents } = this
    this.primaries = new Float64Array(length)
    this.secondaries = new Float64Array(length)
    this.documents = new Uint32Array(length)
    this.primaries.set(primaries)
    this.secondaries.set(secondaries)
    this.documents.set(documents)
  }

  /** Moves the entry that belongs at `target` there, better ones before it and worse ones after it. */
  private select(target: number) {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const split = this.partition(low, high)
      if (target <= split) high = split
      else low = split + 1
    }
  }

  private sort(low: number, high: number) {
    if (low >= high) return
    const split = this.partition(low, high)
    this.sort(low, split)
    this.sort(split + 1, high)
  }

  /** Splits a range: returns an index below `high` such that no entry up to it comes after one behind it. */
  private partition(low: number, high: number): number {
    const pivot = (low + high) >>> 1
    const primary = this.primaries[pivot] ?? 0
    const secondary = this.secondaries[pivot] ?? 0
    const document = this.documents[pivot] ?? 0
    let left = low - 1
    let right = high + 1
    while (true) {
      do left++
      while (this.compare(left, primary, secondary, document) < 0)
      do right--
      while (this.compare(right, primary, secondary, document) > 0)
      if (left >= right) return right
      this.swap(left, right)
    }
  }

  private compare(at: number, primary: number, secondary: number, document: number): number {
    return (
      (this.primaries[at] ?? 0) - primary ||
      (this.secondaries[at] ?? 0) - secondary ||
      (this.documents[at] ?? 0) - document
    )
  }

  private swap(a: number, b: number) {
    const { primaries, secondaries, documents } = this
    const primary = primaries[a] ?? 0
    const secondary = secondaries[a] ?? 0
    const document = documents[a] ?? 0
    primaries[a] = primaries[b] ?? 0
    secondaries[a] = secondaries[b] ?? 0
    documents[a] = documents[b] ?? 0
    primaries[b] = primary
    secondaries[b] = secondary
    documents[b] = document
  }
}
