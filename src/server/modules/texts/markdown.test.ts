import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderEmail } from '../../platform/mail/layout.ts'
import { writeEmail } from './email-text.ts'
import { renderPage } from './page-text.ts'

const render = (body: string, values = {}) => renderPage({ title: 'Title', subtitle: '', body }, values)
const htmlOf = (body: string, values = {}) =>
  render(body, values)
    .lead.map((part) => (part.type === 'html' ? part.html : JSON.stringify(part)))
    .join('')

/** All that the HTML of a text can contain besides escaped text. */
const allowedTag =
  /<\/?(?:p|ul|li|strong|em|s|code|pre|blockquote|h[1-6]|table|thead|tbody|tr|th|td)>|<br>|<hr>|<ol(?: start="\d+")?>|<\/(?:a|ol)>|<code class="language-[^"<>]*">|<a href="(?:https?:\/\/|mailto:|#|\/(?![/\\]))[^"<>]*"(?: rel="noopener")?>/gi

const pieces = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<a href="javascript:x">', '"', "'", '\\'],
  ...[
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#x73;cript:alert(1))',
    '[a](//evil.example)',
  ],
  ...[
    '[a](/\\evil.example)',
    '![x](data:image/svg+xml;base64,AA)',
    '[a](data:text/html,x)',
    '[a](vbscript:x)',
  ],
  ...[
    '<https://example.org/">',
    '[a](https://example.org "t\\"><script>")',
    '[a]({link})',
    '{name}',
    '{#id}',
  ],
  ...[
    '**',
    '_',
    '`',
    '```\n',
    '\n\n',
    '> ',
    '- ',
    '1. ',
    '|a|b|\n|:-:|-|\n',
    '## ',
    '---\n',
    '&lt;',
    '\0',
    '\u202e',
  ],
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 25 })
  .map((all) => all.join(''))

describe('whatever someone writes', () => {
  test('becomes harmless tags and escaped text', () => {
    fc.assert(
      fc.property(hostile, hostile, (body, name) => {
        const { lead, sections } = render(body, { name, link: name })
        const parts = [...lead, ...sections.flatMap(({ parts }) => parts)].flatMap((part) =>
          part.type === 'cards' ? part.cards.flatMap(({ parts }) => parts) : [part],
        )
        for (const part of parts) {
          if (part.type === 'html') expect(part.html.replace(allowedTag, '')).not.toMatch(/[<>]/)
          if (part.type === 'button') expect(part.href).toMatch(/^(https?:\/\/|mailto:|#|\/(?![/\\]))/i)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('is text in emails, too', () => {
    fc.assert(
      fc.property(hostile, hostile, (body, message) => {
        const content = writeEmail({ title: `About ${body}`, subtitle: '', body }, { message, name: message })
        expect(content.subject).not.toMatch(/[\r\n]/)
        const { html } = renderEmail({ name: 'Board', publicUrl: 'https://board.example' }, content)
        expect(html).not.toMatch(/<script|<img|href="(?!https?:|mailto:|#)/i)
      }),
      { numRuns: 200 },
    )
  })

  test('is parsed in a second, even if it is made to take long', () => {
    const patterns = [
      '[',
      '[a](b',
      '*a ',
      '_a__b',
      '> ',
      '- ',
      '<!--',
      '## a\n',
      'a\n-\n',
      '|a|b|\n|-|-|\n',
      '{a',
      '![a](',
    ]
    for (const pattern of patterns) {
      const started = performance.now()
      render(pattern.repeat(50_000 / pattern.length))
      // On a busy machine; alone, the slowest takes a fifth of a second.
      expect(performance.now() - started, pattern).toBeLessThan(10_000)
    }
  })
})

test.each([
  ['HTML', '<b>bold</b>', '<p>&lt;b&gt;bold&lt;/b&gt;</p>\n'],
  ['a link that is a script', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
  ['a picture', '![a](data:image/png;base64,AA)', '<p>![a](data:image/png;base64,AA)</p>\n'],
  [
    'a link to another site',
    'See [a](https://a.example).',
    '<p>See <a href="https://a.example" rel="noopener">a</a>.</p>\n',
  ],
])('shows %s as it should', (_, body, html) => {
  expect(htmlOf(body)).toBe(html)
})

test('values of variables are never markup, and keep their lines', () => {
  expect(htmlOf('Hello {name}!', { name: '**Ann**\n<b>' })).toBe('<p>Hello **Ann**<br>&lt;b&gt;!</p>\n')
  expect(htmlOf('[{name}]({link})', { name: 'x', link: 'javascript:alert(1)' })).toContain('"href":"#"')
})

test('leaves what is no variable as it is', () => {
  expect(htmlOf('{constructor} {nobody}')).toBe('<p>{constructor} {nobody}</p>\n')
})

test('leaves out a paragraph whose variable is empty', () => {
  expect(htmlOf('Run by {operator}.\n\nWelcome.', { operator: '' })).toBe('<p>Welcome.</p>\n')
})

test('sections, cards, buttons, small print, and ids follow from the Markdown', () => {
  const { lead, sections } = render(
    'Lead.\n\n## One {#first}\n\n### 1. Card\n\nText.\n\n[Go](/post)\n\n{buttons}\n\n## Two\n\n## Two\n\n---\n\n## Small',
    { buttons: '\0' },
  )
  expect(lead).toEqual([{ type: 'html', html: '<p>Lead.</p>\n' }])
  expect(sections.map(({ id, small }) => [id, small])).toEqual([
    ['first', false],
    ['two', false],
    ['two-2', false],
    ['small', true],
  ])
  expect(sections[0]?.parts).toEqual([
    {
      type: 'cards',
      numbered: true,
      cards: [
        {
          title: 'Card',
          parts: [
            { type: 'html', html: '<p>Text.</p>\n' },
            { type: 'button', label: 'Go', href: '/post' },
          ],
        },
      ],
    },
    { type: 'element', name: 'buttons' },
  ])
})

test('an email has the same links and lists in HTML and in plain text', () => {
  const body = 'See **[the rules](/about)**:\n\n- one\n- two\n\n[Open it]({link})\n\n---\n\nBye, {name}.'
  const content = writeEmail({ title: 'Hi {name}', subtitle: '', body }, { name: 'Ann', link: '/x' })
  const { subject, html, text } = renderEmail({ name: 'Board', publicUrl: 'https://board.example' }, content)
  expect(subject).toBe('Hi Ann')
  expect(text).toContain(
    'See the rules (https://board.example/about):\n\n• one\n• two\n\nOpen it:\nhttps://board.example/x\n\nBye, Ann.',
  )
  expect(html).toContain(
    '<a href="https://board.example/about" style="color:inherit"><strong>the rules</strong></a>',
  )
})
