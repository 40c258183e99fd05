import { expect, test } from 'vitest'
import { customerTopics, providerTopics } from '../../../../test/support/data/guides.ts'

/** Words from the title of each topic of specification, section 1, in its order. */
const guides = [
  {
    guide: 'customer',
    topics: customerTopics,
    words: [
      'verify',
      'public',
      'instincts',
      'plans',
      'pay',
      'personal',
      'home',
      'background',
      'communicate clearly',
      'leave',
    ],
  },
  {
    guide: 'provider',
    topics: providerTopics,
    words: [
      'clients',
      'channels',
      'public',
      'surroundings',
      'paid',
      'personal',
      'scope',
      'boundaries',
      'real work',
      'instincts',
      'clean',
      'online presence',
      'scams',
      'document',
      'tools',
    ],
  },
]

for (const { guide, topics, words } of guides) {
  test(`the ${guide} guide covers every topic in order, each with advice`, () => {
    expect(topics).toHaveLength(words.length)
    for (const [index, word] of words.entries()) {
      expect(topics[index]?.title.toLowerCase()).toContain(word)
      expect(JSON.stringify(topics[index]?.parts).split('<li>').length).toBeGreaterThan(2)
    }
    expect(new Set(topics.map(({ id }) => id)).size).toBe(topics.length)
  })
}

test('the guides give the payment advice of the specification', () => {
  const pay = JSON.stringify(customerTopics.find(({ id }) => id === 'pay-securely'))
  expect(pay).toMatch(/never pay the full price up front/i)
  expect(pay).toMatch(/half when the person arrives.*half when the work is done/i)
  expect(JSON.stringify(providerTopics.find(({ id }) => id === 'payments'))).toMatch(/large jobs.*deposit/i)
})
