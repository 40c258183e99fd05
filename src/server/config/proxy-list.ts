import { isIP } from 'node:net'
import { z } from 'zod'

/** Checks a comma-separated list of IP addresses, networks, and the names that Fastify knows. */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/')
    if (['loopback', 'linklocal', 'uniquelocal'].includes(address)) return bits === undefined
    const version = isIP(address)
    const maxBits = version === 4 ? 32 : 128
    const isValidRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)
    return version !== 0 && isValidRange && rest.length === 0
  })
}

export const proxyListSchema = z
  .string()
  .refine(
    isProxyList,
    'must list IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8, or the names loopback, linklocal, and uniquelocal',
  )
