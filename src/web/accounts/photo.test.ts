import { expect, test } from 'vitest'
import { visiblePhoto } from './photo.ts'

test('a photo on this site is shown', () => {
  expect(visiblePhoto('/pictures/rosa.jpg')).toBe('/pictures/rosa.jpg')
})

test.each([null, '', 'https://example.org/rosa.jpg', '//example.org/rosa.jpg', '/\\example.org/rosa.jpg'])(
  '%j makes no browser ask another host',
  (photo) => {
    expect(visiblePhoto(photo)).toBeNull()
  },
)
