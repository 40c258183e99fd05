import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeText, tokenize } from './tokenize.ts'

describe('normalizes a text', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ["kid's", 'kids'],
    ['the kids’ party', 'the kids party'],
    ['Montréal', 'montreal'],
    ['Straße Øresund Łódź', 'strasse oresund lodz'],
    ['plu\u200bm\u00adber', 'plumber'],
    ['ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['한국어', '한국어'],
    ['70 ℉', '70 °f'],
    ['がっこう', 'がっこう'],
    ['हिन्दी', 'हिन्दी'],
    ['दर्जी की दुकान', 'दर्जी की दुकान'],
    ['বাংলা গান', 'বাংলা গান'],
    ['தமிழ் வகுப்பு', 'தமிழ் வகுப்பு'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['ދިވެހި', 'ދިވެހި'],
    ['دُرُوسٌ فِي البِيَانُو', 'دروس في البيانو'],
    ['عـــربي', 'عربي'],
    ['أحمد إيمان آمال ٱلله', 'احمد ايمان امال الله'],
    ['خياطة مستشفى', 'خياطه مستشفي'],
    ['مسؤول قارئ', 'مسوول قاري'],
    ['کتاب فارسی', 'كتاب فارسي'],
    ['שִׁעוּרֵי פְּסַנְתֵּר', 'שעורי פסנתר'],
    ['בְּרֵאשִׁ֖ית', 'בראשית'],
    ['צ׳ק תל״א', 'צק תלא'],
    ['ﬁné a᷇b⃗c\ufe0f', 'fine abc'],
  ])('%s → %s', (text, normalized) => {
    expect(normalizeText(text)).toBe(normalized)
  })
})

describe('splits a text into words', () => {
  test.each([
    ['Dog walker, Austin (TX)!', ['dog', 'walker', 'austin', 'tx']],
    ['Wi-Fi setup', ['wi', 'fi', 'setup']],
    ['Lashes & Brows', ['lashes', 'and', 'brows']],
    ['R&B', ['r', 'and', 'b']],
    ['5k run 24/7', ['5k', 'run', '24', '7']],
    ['', []],
    ['?!… 🎸 \u202e', []],
    ['שיעורי פסנתר', ['שיעורי', 'פסנתר']],
    ['हिन्दी पाठ', ['हिन्दी', 'पाठ']],
  ])('%s → %j', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })

  test('splits Chinese text, which has no spaces', () => {
    const words = tokenize('学习钢琴课程 lessons')
    expect(words.length).toBeGreaterThan(2)
    expect(words.at(-1)).toBe('lessons')
    expect(words.join('')).toBe('学习钢琴课程lessons')
  })

  test('cuts off very long words', () => {
    expect(tokenize('a'.repeat(5000))).toEqual(['a'.repeat(40)])
  })

  test('words are never longer than 40 characters, with a separator, or in capitals', () => {
    const text = fc
      .array(fc.integer({ min: 1, max: 0xd7ff }), { maxLength: 100 })
      .map((codes) => String.fromCodePoint(...codes))
    fc.assert(
      fc.property(text, (typed) => {
        expect(tokenize(typed).filter((word) => !/^[^\s"'&A-Z]{1,40}$/u.test(word))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
