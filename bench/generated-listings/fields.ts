/** The fields of generated listings: those that ship with the program, and ten as an operator adds them. */
import type { Kind } from '../../src/shared/listing.ts'
import {
  choicesOf,
  type FieldType,
  type FieldValue,
  type FieldValues,
  type ListingField,
  plainField,
  toChoices,
} from '../../src/shared/listing-fields/field.ts'
import { shippedFields } from '../../src/shared/listing-fields/shipped.ts'
import { type Random, seededRandom } from '../seeded-random.ts'
import { createWeightedDraw, zipfWeights } from './word-sampler.ts'

/** Most authors fill in a field. */
const filledShare = 0.7
/** Nobody chooses more of a field. */
const maxChosen = 3

const field = (key: string, type: FieldType, choices = 0): ListingField => ({
  ...plainField,
  key,
  label: key,
  type,
  kinds: ['service', 'event'],
  max: type === 'number' ? 1_000 : null,
  choices: toChoices(
    Object.fromEntries(Array.from({ length: choices }, (_, at) => [`choice${at}`, `Choice ${at}`])),
  ),
  sortable: true,
})

export const operatorFields: readonly ListingField[] = [
  ...['level', 'style', 'season', 'group'].map((key) => field(key, 'choice', 10)),
  ...['offers', 'materials', 'methods'].map((key) => field(key, 'choices', 20)),
  ...['size', 'hours'].map((key) => field(key, 'number')),
  field('beginners', 'yes-no'),
]

/** All fields of a kind. */
export const fieldsOfKind = (kind: Kind): ListingField[] =>
  [...shippedFields, ...operatorFields].filter(({ kinds }) => kinds.includes(kind))

const draws = new Map<number, (random: Random) => number>()

/** Returns the values of a listing. A few choices of each field are common, and most numbers small. */
export function createFieldValues(kind: Kind, seed: number): FieldValues {
  const random = seededRandom(seed)
  const filled = fieldsOfKind(kind).filter(() => random.next() < filledShare)
  return drawValues(filled, random)
}

/** Returns a value for each field. */
export const drawValues = (fields: readonly ListingField[], random: Random): FieldValues =>
  Object.fromEntries(fields.map((each) => [each.key, drawValue(each, random)]))

function drawValue(field: ListingField, random: Random): FieldValue {
  if (field.type === 'yes-no') return random.below(3) > 0
  if (field.type === 'number') {
    const [min, max] = [field.min ?? 0, field.max ?? 100]
    return min + Math.floor((max - min) * random.next() ** 3)
  }
  const keys = choicesOf(field).map(({ key }) => key)
  const draw = draws.get(keys.length) ?? createWeightedDraw(zipfWeights(keys.length, 0.8))
  draws.set(keys.length, draw)
  if (field.type === 'choice') return keys[draw(random)] ?? ''
  const chosen = Array.from({ length: 1 + random.below(maxChosen) }, () => draw(random))
  return keys.filter((_, at) => chosen.includes(at))
}
