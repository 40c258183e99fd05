import { formatCount } from '../../shared/format.ts'
import { maxCounted } from '../../shared/limits.ts'

/** How many there are, in words. A search that finds very many is counted no further. */
export function countFound(total: number, search: string, one: string, many: string): string {
  return `${formatCount(total, one, many)}${search && total >= maxCounted ? ' or more' : ''}`
}
