/** Returns the position of the first of ascending numbers that is not smaller than `number`, from `start` on. */
export function positionIn(numbers: Uint16Array | Uint32Array, number: number, start = 0): number {
  let low = start
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
