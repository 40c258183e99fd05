import { type ListingPrice, priceParts } from '../../shared/price.ts'
import type { Message } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'

type PriceProps = {
  price: ListingPrice
  /** Follows an amount without a unit, such as `per ticket`. */
  otherwise?: Message | undefined
}

/** A listing's price. The words around the amount are smaller, in the size and color of plain text. */
export function Price({ price, otherwise }: PriceProps) {
  const { settings } = useSite()
  const { before, amount, after } = priceParts(price, settings.currency, otherwise)
  return (
    <>
      {before && <span className={unitClass}>{before} </span>}
      {amount}
      {after && <span className={unitClass}> {after}</span>}
    </>
  )
}

const unitClass = 'font-sans text-[0.75em] font-medium tracking-normal text-soft'
