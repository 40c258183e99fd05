import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkOf } from './client-network.ts'

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:7f00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['::ffff:192.0.2.7%eth0', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%25en1', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test('is the same for every notation of an address', () => {
    const notations = [
      '2001:db8:0:2::1',
      '2001:DB8:0:2::1',
      '2001:0db8:0000:0002:0000:0000:0000:0001',
      '2001:db8::2:0:0:0:1',
    ]
    expect(new Set(notations.map(networkOf)).size).toBe(1)
  })

  test('is the same for two addresses that share 64 bits, and differs if these differ', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16))
    const groups = fc.array(group, { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(groups, groups, groups, (network, first, second) => {
        // An IPv4 address in IPv6 notation has the network of that IPv4 address.
        fc.pre(network.some((bits) => bits !== '0'))
        const networkOfFirst = networkOf([...network, ...first].join(':'))
        expect(networkOfFirst).toBe(networkOf([...network, ...second].join(':')))
        const elsewhere = [...network.slice(0, 3), network[3] === '1' ? '2' : '1']
        expect(networkOfFirst).not.toBe(networkOf([...elsewhere, ...first].join(':')))
      }),
    )
  })

  test('is unknown without an address', () => {
    expect(networkOf(undefined)).toBe('unknown')
  })

  test('is a text for anything that a proxy may send', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.%'), maxLength: 60 })
    fc.assert(
      fc.property(text, (address) => typeof networkOf(address) === 'string'),
      { examples: [['1:2:3:4:5:6:7:8:9::'], [''], [':'], ['::::']] },
    )
  })
})
