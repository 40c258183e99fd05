import { expect, test } from 'vitest'
import { visiblePhoto } from './account-menu.tsx'

test('shows a photo that this site hosts', () => {
  expect(visiblePhoto('/pictures/rosa.jpg')).toBe('/pictures/rosa.jpg')
})

test.each([null, '', 'https://example.org/rosa.jpg', '//example.org/rosa.jpg', '/\\example.org/rosa.jpg'])(
  'does not show %j, so that no browser contacts another host',
  (photo) => {
    expect(visiblePhoto(photo)).toBeNull()
  },
)
