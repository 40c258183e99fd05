import { expect, test } from 'vitest'
import { findHomeTown } from './regions.ts'

const place = (id: number, name: string, ancestors: number[]) => ({ id, name, ancestors, coordinates: null })
const town = (id: number, name: string, state: number) => place(id, name, [state, 100])
const france = place(100, 'France', [])
const regions = [10, 11].map((id) => place(id, `Region ${id}`, [100]))
// By name, as they are stored.
const [bron, large, small] = [town(1, 'Bron', 10), town(2, 'Lyon', 10), town(3, 'Lyon', 11)]
const index = {
  country: new Map([['france', [france]]]),
  state: new Map(regions.map((region) => [region.name.toLowerCase(), [region]])),
  city: new Map([
    ['lyon', [bron, large, small]],
    ['bron', [bron]],
    ['lugdunum', [bron]],
  ]),
}

test.each([
  ['Lyon', large],
  ['lyon, France', large],
  ['Lyon, Region 11', small],
  ['Lugdunum', bron],
  ['Lyon, Spain', null],
])(
  'the home town “%s” is the largest town of this name, before those that the name only finds',
  (text, found) => {
    expect(findHomeTown(text, index)).toBe(found)
  },
)
