import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distances } from './list-filters.ts'
import {
  formatVisitorPlace,
  placeCookie,
  placedPath,
  readVisitorPlace,
  type VisitorPlace,
} from './visitor-place.ts'

const austin: VisitorPlace = { town: 'Austin, Texas', within: 25, unit: 'mi' }

describe('the cookie', () => {
  test('holds any town and distance, beside other cookies', () => {
    const town = fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }).filter((text) => {
      return text.trim() === text && text.length <= 100 && !text.includes('|') && text.isWellFormed()
    })
    const place = fc.record({
      town,
      within: fc.constantFrom(...distances),
      unit: fc.constantFrom('mi' as const, 'km' as const),
    })
    fc.assert(
      fc.property(place, (place) => {
        const cookies = `a=b; ${placeCookie}=${formatVisitorPlace(place)}; c=d`
        expect(readVisitorPlace(cookies)).toEqual(place)
      }),
    )
  })

  test.each([
    undefined,
    '',
    'other=1',
    `${placeCookie}=`,
    `x${placeCookie}=Austin%7C25%7Cmi`,
    `${placeCookie}=Austin`,
    `${placeCookie}=Austin%7C26%7Cmi`,
    `${placeCookie}=Austin%7C25%7Cfurlong`,
    `${placeCookie}=%7C25%7Cmi`,
    `${placeCookie}=anywhere%7C25%7Cmi`,
    `${placeCookie}=%E0%A4%A`,
    `${placeCookie}=${'x'.repeat(200)}%7C25%7Cmi`,
  ])('that the site did not write is ignored: %.40s', (cookies) => {
    expect(readVisitorPlace(cookies)).toBeNull()
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readVisitorPlace(`${placeCookie}=${text}`)))
  })
})

describe('a list', () => {
  test.each([
    ['/all-services', '/all-services?near=Austin%2C+Texas'],
    ['/all-events?when=today&page=3&view=map', '/all-events?when=today&view=map&near=Austin%2C+Texas'],
    ['/search?searchtext=piano', '/search?searchtext=piano&near=Austin%2C+Texas'],
    ['/search?searchtext=why?&free=true', '/search?searchtext=why%3F&free=true&near=Austin%2C+Texas'],
    [
      '/category/pets/subcategory/dogs?tab=events',
      '/category/pets/subcategory/dogs?tab=events&near=Austin%2C+Texas',
    ],
    ['/save-search?kind=event', '/save-search?kind=event&near=Austin%2C+Texas'],
    ['/all-services?near=&within=', '/all-services?near=anywhere'],
    ['/all-services?f.pets=a&f.pets=b', '/all-services?f.pets=a&f.pets=b&near=Austin%2C+Texas'],
    ['/all-services?f.pets=a&near=&f.pets=b', '/all-services?f.pets=a&f.pets=b&near=anywhere'],
  ])('without a place is that at the visitor’s: %s', (path, placed) => {
    expect(placedPath(path, austin)).toBe(placed)
  })

  test.each([
    '/',
    '/all-categories',
    '/state/Texas',
    '/location/canada',
    '/seller/ann',
    '/ad-details/1',
    '/all-services?near=Dallas',
    '/all-services?near=anywhere',
    '/all-events?state=Ohio',
    '/all-events?view=map&town=Dallas%2C+Texas',
    '/category/pets?country=Canada&near=',
    '/save-search?kind=event&venue=Town+Hall',
  ])('that names another place, and other pages, stay: %s', (path) => {
    expect(placedPath(path, austin)).toBeNull()
    expect(placedPath(path, { ...austin, within: 5 })).toBeNull()
  })

  test('says another distance than the default', () => {
    const path = placedPath('/all-services', { ...austin, within: 5 })
    expect(path).toBe('/all-services?near=Austin%2C+Texas&within=5')
  })

  test('that is anywhere is the list itself for visitors without a place', () => {
    expect(placedPath('/all-services?near=Anywhere&within=5&free=true', null)).toBe('/all-services?free=true')
    const choices = 'f.pets=a&f.pets=b'
    expect(placedPath(`/all-services?near=anywhere&${choices}`, null)).toBe(`/all-services?${choices}`)
    expect(placedPath('/all-services?near=Dallas', null)).toBeNull()
    expect(placedPath('/all-services', null)).toBeNull()
  })

  test('is redirected once at most', () => {
    const names = ['near', 'within', 'state', 'page', 'searchtext', 'tab', 'town']
    const query = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('', 'anywhere', 'x', '5'))
    const path = fc.constantFrom('/all-services', '/search', '/category/a', '/', '/save-search')
    const place = fc.constantFrom(null, austin, { ...austin, within: 100 as const })
    fc.assert(
      fc.property(path, query, place, (path, query, place) => {
        const placed = placedPath(`${path}?${new URLSearchParams(query)}`, place)
        if (placed !== null) expect(placedPath(placed, place)).toBeNull()
      }),
    )
  })
})
