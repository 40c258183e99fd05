/** The part *Tickets* of an event's form: how prices differ, kinds of tickets, where to get them, and the capacity. */

import { useState } from 'react'
import { symbolOf } from '../../shared/currency-symbol.ts'
import { maxLinkLength, maxTicketTypes, venueLengths } from '../../shared/limits.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { useSite } from '../framework/site-context.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ChoiceField } from '../ui/forms/choice-field.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { FormField, optionsOf } from './form-layout.tsx'
import { hasTicketValues, parseRows, type TicketRow, ticketPriceLabels } from './ticket-values.ts'
import type { ListingValues } from './values.ts'

const noRow: TicketRow = { name: '', price: '', soldOut: false }
type KeyedRow = TicketRow & { key: number }

/** The state of the part, which the price of the form depends on. */
export function useTickets(values: ListingValues) {
  const [prices, setPrices] = useState(values.ticket_prices)
  const [rows, setRows] = useState<KeyedRow[]>(() =>
    parseRows(values.ticket_types).map((row, key) => ({ ...row, key })),
  )
  const add = (rows: KeyedRow[]) => [
    ...rows,
    { ...noRow, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
  ]
  return {
    prices,
    rows,
    setPrices(chosen: string) {
      setPrices(chosen)
      if (chosen === 'types') setRows((rows) => (rows.length > 0 ? rows : add(add(rows))))
    },
    addRow: () => setRows(add),
    removeRow: (key: number) => setRows((rows) => rows.filter((row) => row.key !== key)),
  }
}
export type Tickets = ReturnType<typeof useTickets>

type TicketsSectionProps = { values: ListingValues; tickets: Tickets }

/** Fields that do not apply are hidden, but keep what was typed. */
export function TicketsSection({ values, tickets }: TicketsSectionProps) {
  const { settings } = useSite()
  const symbol = symbolOf(settings.currency)
  const { prices } = tickets
  return (
    <Disclosure
      summary={<span className="font-semibold">{t('Tickets')}</span>}
      initiallyOpen={hasTicketValues(values)}
      className="rounded-md border border-line px-4"
    >
      <div className="space-y-5 pt-1 pb-5">
        <ChoiceField
          label={t('Ticket Prices')}
          name="ticket_prices"
          none={t('One price, or free')}
          options={optionsOf(ticketPriceLabels)}
          defaultValue={values.ticket_prices}
          onChange={(event) => tickets.setPrices(event.target.value)}
          hint={hintOf(prices)}
        />
        <div hidden={prices !== 'range'}>
          <FormField
            label={t('Highest Price')}
            name="tickets.price_max"
            symbol={symbol}
            inputMode="decimal"
            values={values}
          />
        </div>
        <div hidden={prices !== 'types'}>
          <Rows tickets={tickets} symbol={symbol} />
        </div>
        <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <FormField
            label={t('Ticket Link')}
            name="tickets.url"
            optional
            type="url"
            inputMode="url"
            values={values}
            limit={{ max: maxLinkLength }}
          />
          <FormField
            label={t('Capacity')}
            name="tickets.capacity"
            optional
            inputMode="numeric"
            values={values}
            hint={t('How many people there is room for.')}
          />
        </div>
      </div>
    </Disclosure>
  )
}

const hints: Readonly<Record<string, Message>> = {
  range: msg('Enter the lowest price as the price of the event.'),
  types: msg('The price of the event is the lowest one.'),
  pay_what_you_can: msg('Enter the least that people can pay as the price of the event, or 0.'),
}
function hintOf(prices: string): string | undefined {
  const hint = hints[prices]
  return hint && t(hint)
}

type RowsProps = { tickets: Tickets; symbol: ReturnType<typeof symbolOf> }

function Rows({ tickets: { rows, addRow, removeRow }, symbol }: RowsProps) {
  return (
    <div className="space-y-4">
      {rows.map((row, index) => (
        <fieldset key={row.key} className="rounded-md bg-sunken p-4">
          <legend className="float-start mb-2 text-sm font-semibold">
            {t('Ticket {number}', { number: index + 1 })}
          </legend>
          {rows.length > 1 && (
            <button
              type="button"
              aria-label={t('Remove ticket {number}', { number: index + 1 })}
              onClick={() => removeRow(row.key)}
              className="-mt-3 -me-3 float-end inline-flex size-11 items-center justify-center rounded-full hover:bg-surface"
            >
              <Icon name="x" className="size-5" />
            </button>
          )}
          <div className="clear-both grid gap-x-5 gap-y-4 sm:grid-cols-[2fr_1fr]">
            <TextField
              label={t('Ticket Name')}
              name={`tickets.types.${index}.name`}
              autoComplete="off"
              enterKeyHint="next"
              placeholder={t('Adults')}
              defaultValue={row.name}
              limit={{ max: venueLengths.ticketName }}
            />
            <TextField
              label={t('Ticket Price')}
              name={`tickets.types.${index}.price`}
              symbol={symbol}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="next"
              defaultValue={row.price}
            />
          </div>
          <Checkbox name={`tickets.types.${index}.soldOut`} defaultChecked={row.soldOut}>
            {t('Sold out')}
          </Checkbox>
        </fieldset>
      ))}
      {rows.length < maxTicketTypes && (
        <Button variant="secondary" onClick={addRow}>
          {t('Add a ticket')}
        </Button>
      )}
    </div>
  )
}
