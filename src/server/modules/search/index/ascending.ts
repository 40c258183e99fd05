/** Returns the position of the first of ascending numbers that is not smaller than `number`. */
export function positionIn(numbers: Uint32Array, number: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
