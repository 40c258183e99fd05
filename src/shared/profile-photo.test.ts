import { expect, test } from 'vitest'
import { parsePhotoUrl, photoUrl, toSmallPhoto } from './profile-photo.ts'

const key = '0123456789abcdef'.repeat(2)

test.each(['small', 'large'] as const)('parses the URL of a %s photo', (size) => {
  expect(parsePhotoUrl(photoUrl({ key, size }))).toEqual({ key, size })
})

test.each([
  '',
  `/profile-photos/${key}-128.webp`,
  `/profile-photos/${key}-96.avif`,
  `/profile-photos/${key.slice(1)}-96.webp`,
  `/profile-photos/../${key}-96.webp`,
  `/pictures/${key}-256x256-256.webp`,
  `https://example.org/profile-photos/${key}-96.webp`,
])('does not parse %j', (path) => {
  expect(parsePhotoUrl(path)).toBeNull()
})

test('leads from the large to the small size', () => {
  const [large, small] = [photoUrl({ key, size: 'large' }), photoUrl({ key, size: 'small' })]
  expect(toSmallPhoto(large)).toBe(small)
  expect(toSmallPhoto(small)).toBe(small)
  expect(toSmallPhoto('/pictures/rosa-256.webp')).toBe('/pictures/rosa-256.webp')
})
