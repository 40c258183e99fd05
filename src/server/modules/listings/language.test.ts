import { describe, expect, test } from 'vitest'
import { detectLanguage } from './language.ts'

const offered = ['en', 'es', 'fr', 'und']

describe('the language of', () => {
  test.each([
    ['Guitar lessons. I come to your home with a spare guitar.', 'en'],
    ['Clases de guitarra. Voy a su casa con una guitarra.', 'es'],
    ['Clases de guitarra. Voy a tu casa, sin acentos ni nada.', 'es'],
    ['Cours de guitare. Je viens chez vous avec une guitare.', 'fr'],
    ['Lavado y encerado a domicilio. Aspiro, lavo vestiduras y pulo faros.', 'es'],
    ['Aulas de violão em casa para crianças e adultos, com professor formado.', 'und'],
    ['Klavierunterricht für Anfänger. Ich komme zu Ihnen nach Hause.', 'und'],
    ['DJ 24/7', 'en'],
  ])('“%s” is %s', (text, language) => {
    expect(detectLanguage(text, offered)).toBe(language)
  })
})

test('is the one of a site with one language, whatever the text', () => {
  expect(detectLanguage('Clases de guitarra en su casa', ['fr'])).toBe('fr')
})
