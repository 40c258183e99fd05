import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencySymbol } from './currency-symbol.ts'
import { formatPrice, perTicket, priceParts, priceUnits } from './price.ts'

const amount = (price: number, currency = 'USD') => formatPrice({ price, price_unit: null }, currency)
const anyUnit = fc.constantFrom(null, ...priceUnits)

describe('a price', () => {
  test.each([
    [35, '$35'],
    [35.5, '$35.50'],
    [0.05, '$0.05'],
    [19.99, '$19.99'],
    [1_200, '$1,200'],
    [9_999_999.99, '$9,999,999.99'],
  ])('of %d is %s', (price, formatted) => {
    expect(amount(price)).toBe(formatted)
  })

  test('is a range, or what people can pay', () => {
    const of = (price: object) => formatPrice({ price: 10, price_unit: null, ...price }, 'USD', perTicket)
    expect(of({ price_max: 25 })).toBe('$10\u00a0– $25 per ticket')
    expect(of({ price: 0, price_max: 25, price_unit: 'person' })).toBe('Free\u00a0– $25 per person')
    expect(of({ price_max: 25, price_unit: 'from' })).toBe('$10\u00a0– $25 per ticket')
    expect(of({ price_max: 10 })).toBe('$10 per ticket')
    expect(of({ pay_what_you_can: true })).toBe('Pay what you can from $10')
    expect(of({ pay_what_you_can: true, price: 0 })).toBe('Pay what you can')
  })

  test('is in the currency of the site', () => {
    expect(amount(12, 'EUR')).toBe('€12')
    expect(amount(12.5, 'GBP')).toBe('£12.50')
  })

  test('can be parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (cents) => {
        expect(Math.round(Number(amount(cents / 100).replace(/[$,]/g, '')) * 100)).toBe(cents)
      }),
    )
  })

  test.each([
    [null, '$35'],
    ['hour', '$35 per hour'],
    ['visit', '$35 per visit'],
    ['person', '$35 per person'],
    ['from', 'from $35'],
  ] as const)('with the unit %s is %s', (price_unit, formatted) => {
    expect(formatPrice({ price: 35, price_unit }, 'USD')).toBe(formatted)
  })

  test.each([
    [null, '$12 per ticket'],
    ['person', '$12 per person'],
    ['from', 'from $12 per ticket'],
  ] as const)('of a ticket with the unit %s is %s', (price_unit, formatted) => {
    expect(formatPrice({ price: 12, price_unit }, 'USD', perTicket)).toBe(formatted)
  })
})

test('a price of 0 is Free, whatever its unit', () => {
  fc.assert(
    fc.property(anyUnit, fc.constantFrom('USD', 'CAD', 'EUR', 'JPY'), (price_unit, currency) => {
      const free = { price: 0, price_unit }
      expect(formatPrice(free, currency)).toBe('Free')
      expect(formatPrice(free, currency, perTicket)).toBe('Free')
      expect(priceParts(free, currency, perTicket)).toEqual({ before: '', amount: 'Free', after: '' })
    }),
  )
})

test('no other price is Free or shows 0', () => {
  fc.assert(
    fc.property(anyUnit, fc.integer({ min: 1, max: 999_999_999 }), (price_unit, cents) => {
      const shown = formatPrice({ price: cents / 100, price_unit }, 'USD')
      expect(shown).not.toContain('Free')
      expect(shown).not.toMatch(/\$0(?!\.)/)
    }),
  )
})

test.each([
  ['USD', '$'],
  ['CAD', 'CA$'],
  ['EUR', '€'],
  ['CHF', 'CHF'],
])('the symbol of %s is %s', (currency, symbol) => {
  expect(currencySymbol(currency)).toBe(symbol)
})
