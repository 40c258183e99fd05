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

test('returns the size of an uploaded photo that is asked for', () => {
  const uploaded = `/profile-photos/${'a'.repeat(32)}-256.webp`
  expect(visiblePhoto(uploaded)).toBe(uploaded)
  expect(visiblePhoto(uploaded, 'small')).toBe(`/profile-photos/${'a'.repeat(32)}-96.webp`)
})
