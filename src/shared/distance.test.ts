import { describe, expect, test } from 'vitest'
import { distanceKm } from './distance.ts'

describe('distanceKm', () => {
  test.each([
    ['New York and Los Angeles', [40.7128, -74.006], [34.0522, -118.2437], 3_936],
    ['the poles', [90, 0], [-90, 0], 20_015],
    ['across the date line', [0, 179.5], [0, -179.5], 111],
    ['the same point', [30, -97], [30, -97], 0],
  ] as const)('of %s', (_, a, b, km) => {
    const distance = distanceKm({ latitude: a[0], longitude: a[1] }, { latitude: b[0], longitude: b[1] })
    expect(Math.abs(distance - km)).toBeLessThan(1)
  })
})
