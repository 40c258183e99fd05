import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogCategories } from '../../../../../test/support/data/catalog-files.ts'
import { smallSite } from '../../../../../test/support/search/small-site.ts'
import { topicSetKeys } from '../../../../shared/topics/sets.ts'
import { finish } from '../../../platform/time-slices.ts'
import { readSet } from '../../catalog/categories/sets.ts'
import { rangeOn } from '../day-range.ts'
import { understand } from '../understand.ts'
import { wordsOfLanguage } from './language-words.ts'
import { queryLanguagesOf } from './query-languages.ts'
import { contentWordsOf, loadSynonyms, parseSynonyms, searchTopicsOf } from './topic-names.ts'
import { stem, termsOf } from './words.ts'

const languages = queryLanguagesOf(['en', 'es', 'fr-CA'])
const topics = searchTopicsOf(catalogCategories())
const site = { ...smallSite, languages, synonyms: finish(loadSynonyms(topics, languages)) }
/** A Wednesday. */
const today = '2026-11-18'
const read = (text: string) => understand(text, site, { today, verbatim: true })

describe('understands the days of', () => {
  test.each([
    ['concert ce week-end', '2026-11-21 2026-11-22'],
    ['concert cette fin de semaine', '2026-11-21 2026-11-22'],
    ['concert ce soir', '2026-11-18'],
    ['marché aujourd’hui', '2026-11-18'],
    ['marché demain matin', '2026-11-19'],
    ['marché après-demain', '2026-11-20'],
    ['concert vendredi soir', '2026-11-20'],
    ['concert vendredi prochain', '2026-11-27'],
    ['atelier la semaine prochaine', '2026-11-23 2026-11-29'],
    ['atelier en décembre', '2026-12-01 2026-12-31'],
    ['concert le 12 décembre', '2026-12-12'],
    ['marché du 12 au 14 décembre', '2026-12-12 2026-12-14'],
    ['concert 1er janvier 2027', '2027-01-01'],
    ['samedi ou dimanche', '2026-11-21 2026-11-22'],
    ['música este fin de semana', '2026-11-21 2026-11-22'],
    ['música hoy', '2026-11-18'],
    ['concierto esta noche', '2026-11-18'],
    ['concierto mañana por la tarde', '2026-11-19'],
    ['concierto pasado mañana', '2026-11-20'],
    ['concierto el viernes', '2026-11-20'],
    ['feria el próximo sábado', '2026-11-21'],
    ['taller la próxima semana', '2026-11-23 2026-11-29'],
    ['taller en diciembre', '2026-12-01 2026-12-31'],
    ['posada el 12 de diciembre', '2026-12-12'],
    ['feria del 12 al 14 de diciembre', '2026-12-12 2026-12-14'],
    ['music this weekend', '2026-11-21 2026-11-22'],
  ])('%s', (text, days) => {
    const found = read(text).days
    const { from, to } = rangeOn(found?.days ?? {}, today)
    expect(from === to ? from : `${from} ${to}`).toBe(days)
  })

  test.each([['yoga por la mañana'], ['cours du soir'], ['limpieza cada semana']])('none in %s', (text) => {
    expect(read(text).days).toBeNull()
  })
})

describe('understands the price of', () => {
  test.each([
    ['masaje menos de $60', { max: 60 }],
    ['masaje hasta 60 dólares', { max: 60 }],
    ['pastel entre $40 y $80', { min: 40, max: 80 }],
    ['concierto gratis', { max: 0 }],
    ['concierto con entrada libre', { max: 0 }],
    ['massage à moins de 60 $', { max: 60 }],
    ['massage moins de 60 € par heure', { max: 60 }],
    ['gâteau entre 40 et 80 $', { min: 40, max: 80 }],
    ['traiteur moins de 1 200 $', { max: 1200 }],
    ['traiteur 1\u00a0200,50 $ maximum', { max: 1200.5 }],
    ['massage moins de 62,50 $', { max: 62.5 }],
    ['banquete menos de $1,200.50', { max: 1200.5 }],
    ['banquete hasta 1.200 pesos', { max: 1200 }],
    ['catering under $1,200', { max: 1200 }],
    ['concert gratuit', { max: 0 }],
    ['concert entrée libre', { max: 0 }],
  ])('%s', (text, range) => {
    expect(read(text).price?.range).toEqual(range)
  })

  test.each([['presupuesto gratis'], ['devis gratuit'], ['niños menores de 5']])('none in %s', (text) => {
    expect(read(text).price).toBeNull()
  })
})

describe('understands the place of', () => {
  test.each([
    ['plomero cerca de Austin', 'cerca de Austin'],
    ['plomero en Austin', 'en Austin'],
    ['plombier près de Philadelphia', 'près de Philadelphia'],
    ['plombier autour de Philadelphia', 'autour de Philadelphia'],
  ])('%s', (text, typed) => {
    const { place, concepts } = read(text)
    expect(place?.typed).toBe(typed)
    expect(concepts).toHaveLength(1)
  })

  test.each([
    ['clases de guitarra cerca de 78704', 'cerca de 78704'],
    ['cours de guitare près de 78704', 'près de 78704'],
  ])('%s', (text, typed) => {
    expect(read(text).near).toMatchObject({ typed, name: 'Austin, Texas' })
  })
})

test('a word is looked up as each language has it, and as it is written', () => {
  const [concept] = read('clases').concepts
  expect(concept?.alternatives.map(({ terms }) => terms.join(' '))).toEqual(
    expect.arrayContaining([stem('clases'), 'clas', 'clases']),
  )
})

test('forms of a word have one term in its language, with accents or without', () => {
  expect(termsOf('Reparación de canciones', 'es')).toEqual(termsOf('reparaciones canción', 'es'))
  expect(termsOf('Réparation d’ordinateurs', 'fr')).toEqual(termsOf('reparer l’ordinateur', 'fr'))
  expect(termsOf('vélos', 'fr')).toEqual(termsOf('velo', 'fr'))
})

test('a language without a file has its words as they are, without accents', () => {
  expect(termsOf('Aulas de violão', 'pt')).toEqual(['aulas', 'de', 'violao'])
  expect(wordsOfLanguage('../../etc')).toBeNull()
})

test('English words that are function words in another language are searched', () => {
  for (const word of ['car', 'sea', 'van', 'main', 'plus', 'son', 'ai'])
    expect(languages.isStop(word)).toBe(false)
})

test('a site in English has nothing of other languages', () => {
  const { others, stemmers } = queryLanguagesOf(['en'])
  expect({ others, stemmers }).toEqual({ others: [], stemmers: [stem] })
})

describe.each(['es', 'fr'])('the synonyms in %s', (tag) => {
  const text = readFileSync(new URL(`../../../../../catalog/synonyms.${tag}.txt`, import.meta.url), 'utf8')
  const blocks = parseSynonyms(text)
  const language = wordsOfLanguage(tag) ?? undefined

  test('are at least 600, for every topic of all sets, and no other', async () => {
    const named = new Set(blocks.map(({ category, subcategory }) => subcategory ?? category))
    const sets = await Promise.all(topicSetKeys.map(readSet))
    const topicNames = new Set(sets.flat().flatMap(({ name, subcategories }) => [name, ...subcategories]))
    expect([...named].sort()).toEqual([...topicNames].sort())
    expect(blocks.flatMap(({ phrases }) => phrases).length).toBeGreaterThanOrEqual(600)
  })

  test('have words to compare, and none twice in a topic', () => {
    for (const { phrases, line } of blocks) {
      const keys = phrases.map(({ text }) => contentWordsOf(text, language).join(' '))
      expect(
        keys.filter((key, at) => key === '' || keys.indexOf(key) !== at),
        `line ${line}`,
      ).toEqual([])
    }
  })
})
