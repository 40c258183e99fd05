import { formatInstant } from '../../shared/format.ts'
import { useSite } from '../site.tsx'

/** When something happened, to the minute, in the time zone of the site. */
export function Moment({ at }: { at: string }) {
  const { product } = useSite()
  return <time dateTime={at}>{formatInstant(at, product.timeZone)}</time>
}
