import { expect, test } from 'vitest'
import { readDefinition, swapKeys } from '../../shared/listing-fields/definition-form.ts'
import { type ListingField, plainField } from '../../shared/listing-fields/field.ts'
import { toFormText } from '../../shared/listing-fields/form.ts'
import { fieldProperties, hasProperty, listNames, nameTopics, propertyText } from './field-properties.ts'

const field: ListingField = {
  ...plainField,
  key: 'level',
  label: 'Level',
  help: 'Of your pupils.',
  type: 'choices',
  kinds: ['service', 'event'],
  topics: ['3', '12'],
  required: true,
  min: 1,
  max: 2,
  initial: ['b', 'a'],
  audience: 'signed-in',
  shownOn: ['card', 'flyer'],
  searchable: true,
  filter: false,
  choices: [
    { key: 'b', label: 'Beginner', retired: false },
    { key: 'a', label: 'Advanced', retired: true },
  ],
}

test('the form says all that a field is, except what only other calls change', () => {
  const texts = Object.fromEntries(fieldProperties.map(({ key }) => [key, propertyText(field, key)]))
  const choices = field.choices.flatMap(({ key, label, retired }, row) => [
    [`choices.${row}.key`, key],
    [`choices.${row}.label`, label],
    ...(retired ? [[`choices.${row}.retired`, 'yes']] : []),
  ])
  const { role: _role, retired: _retired, ...rest } = field
  expect(
    readDefinition({
      ...texts,
      ...Object.fromEntries(choices),
      initial: toFormText(field.initial),
      topics: field.topics.join(),
    }),
  ).toEqual(rest)
})

test('choices have the order of their places, and those without a name are left out', () => {
  const texts = {
    'choices.0.label': 'One',
    'choices.0.place': '1',
    'choices.0.key': 'one',
    'choices.1.label': 'Two',
    'choices.1.place': '2',
    'choices.2.label': 'Three',
    'choices.2.place': '1.5',
    'choices.3.label': ' ',
    'choices.3.place': '0',
    'choices.3.key': 'four',
  }
  expect(readDefinition(texts)).toMatchObject({
    choices: [{ key: 'one', label: 'One' }, { label: 'Three' }, { label: 'Two' }],
  })
})

test('a limit that is no number is sent as it is, so that it is refused', () => {
  expect(readDefinition({ type: 'number', min: 'ten', max: '1,000' })).toMatchObject({
    min: 'ten',
    max: 1000,
  })
})

test('some properties are only of some types', () => {
  const typesWith = (key: string) =>
    (['text', 'number', 'choice', 'yes-no'] as const).filter((type) => hasProperty({ ...field, type }, key))
  expect(typesWith('unit')).toEqual(['number'])
  expect(typesWith('max')).toEqual(['text', 'number'])
  expect(typesWith('help')).toHaveLength(4)
})

test('two fields change places', () => {
  expect(swapKeys('a,b,c', 'a,c')).toEqual({ keys: ['c', 'b', 'a'], before: ['a', 'b', 'c'] })
})

test('names the topics in an entry of the log', () => {
  const drums = { id: '12', name: 'Drum Lessons', slug: 'drum-lessons' }
  const category = { _id: '3', name: 'Music', slug: 'music', subcategories: [drums] }
  const nameIn = (values: unknown) => nameTopics(values, [category])
  expect(nameIn({ label: 'Level', topics: ['12', '3'] })).toEqual({
    label: 'Level',
    topics: 'Music, Drum Lessons',
  })
  expect(nameIn({ topics: [] })).toEqual({ topics: 'all' })
  for (const values of [null, undefined, 'text', { label: 'Level' }]) expect(nameIn(values)).toBe(values)
})

test('lists the names in other languages in an entry of the log', () => {
  const choices = [{ key: 'b', label: 'Beginner', retired: false, names: { fr: 'Débutant' } }]
  const values = { label: 'Level', names: { label: { fr: 'Niveau', es: 'Nivel' } }, choices }
  expect(listNames(values)).toEqual({ ...values, names: ['fr: Niveau', 'es: Nivel', 'fr: Débutant'] })
  expect(listNames({ names: { fr: 'Animaux' } })).toEqual({ names: ['fr: Animaux'] })
  expect(listNames({ names: {} })).toEqual({ names: [] })
  for (const values of [null, undefined, 'text', { label: 'Level' }]) expect(listNames(values)).toBe(values)
})
