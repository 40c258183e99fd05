import { expect, test } from 'vitest'
import { shownPhoto } from './photo.ts'

test('a photo on this site is shown', () => {
  expect(shownPhoto('/pictures/rosa.jpg')).toBe('/pictures/rosa.jpg')
})

test.each([null, '', 'https://example.org/rosa.jpg', '//example.org/rosa.jpg', '/\\example.org/rosa.jpg'])(
  '%j makes no browser ask another host',
  (photo) => {
    expect(shownPhoto(photo)).toBeNull()
  },
)
