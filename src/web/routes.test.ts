import { expect, test } from 'vitest'
import { reservedAddresses } from '../shared/texts/addresses.ts'
import { createRoutes } from './routes.tsx'

test('no page begins with an address that admins can give to pages of their own', () => {
  const addresses = createRoutes('x').map(({ path }) => path.split('/')[1] ?? '')
  const free = addresses.filter(
    (address) =>
      /^[a-z0-9-]+$/.test(address) && !address.endsWith('-suggestions') && !reservedAddresses.has(address),
  )
  expect(free).toEqual([])
})
