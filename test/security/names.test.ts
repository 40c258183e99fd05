/** Passing for the site by a name. */
import { describe, expect, test } from 'vitest'
import { isReservedHandle } from '../../src/shared/names.ts'

const siteName = 'Corkboard'

describe('H5 the name of a page', () => {
  test.each([
    ...[
      'moderation',
      'board',
      'adm1n',
      'corkb0ard',
      'adrnin',
      'aclmin',
      'admin1',
      'm0d',
      'supp0rt',
      'vvebmaster',
    ],
    ...['c-o-r-k-board', 'corkboard-team', 'rosa-admin', 'sta-ff', 'the-board', 'rosas-c0rkboard'],
  ])('is not %s', (handle) => {
    expect(isReservedHandle(handle, siteName)).toBe(true)
  })

  test.each([
    'rosa-delgado',
    'rosa-1',
    'badminton-club',
    'modern-art',
    'clean-team2go',
    'skateboards',
    'corky',
  ])('can be %s', (handle) => {
    expect(isReservedHandle(handle, siteName)).toBe(false)
  })
})
