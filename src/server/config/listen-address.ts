/** Settings that say where to listen, such as `127.0.0.1:2525`. */
import { z } from 'zod'

export type ListenAddress = { host: string; port: number }

/** `example` is shown to operators. */
export function listenAddressSchema(example: string) {
  const rule = `must be an address and a port such as ${example}`
  return z
    .string()
    .regex(/^(\[[0-9a-f:.]+\]|[^\s:[\]]+):\d{1,5}$/i, rule)
    .transform(parse)
    .refine(({ port }) => port <= 65_535, rule)
}

function parse(text: string): ListenAddress {
  const colon = text.lastIndexOf(':')
  return { host: text.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(text.slice(colon + 1)) }
}
