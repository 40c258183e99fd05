import { expect, test } from 'vitest'
import { silentLog } from '../../../../../test/support/site/silent-log.ts'
import { t } from '../../../../shared/translate.ts'
import { inLanguage, openLanguages } from '../../../platform/language/reader-language.ts'
import { renderEmail } from '../../../platform/mail/layout.ts'
import { replyMarker, replyPatterns, replyWords } from '../../../platform/mail/reply-marker.ts'
import { extractReply } from './reply-text.ts'

test.each([
  ['plain text', 'Yes.\n\nSee you.', 'Yes.\n\nSee you.'],
  ['Gmail', 'Yes.\n\nOn Fri, Nov 20, 2026 at 5:00 PM A <a@b.example> wrote:\n\n> Hi', 'Yes.'],
  [
    'a wrapped header',
    'Yes.\n\nOn Fri, Nov 20, 2026 at 5:00 PM Corkboard <hello@\nboard.example> wrote:\n> Hi',
    'Yes.',
  ],
  ['German', 'Ja.\n\nAm 20.11.2026 um 17:00 schrieb A:\n> Hi', 'Ja.'],
  ['the marker', `Yes.\n\n${replyMarker}\n\nBen wrote`, 'Yes.'],
  ['a quoted marker', `Yes.\n\n> Hello,\n>\n> ${replyMarker}\n> Ben`, 'Yes.'],
  ['Outlook', 'Yes.\n\n________________________________\nFrom: A <a@b.example>\nSent: Friday', 'Yes.'],
  ['Outlook without a line', 'Yes.\n\nFrom: A <a@b.example>\nSent: Friday\nHi', 'Yes.'],
  ['an original message', 'Yes.\r\n\r\n-----Original Message-----\r\nHi', 'Yes.'],
  ['a signature', 'Yes.\n-- \nRosa Delgado\n+1 512', 'Yes.'],
  ['a phone', 'Yes.\n\nSent from my iPhone', 'Yes.'],
  [
    'answers between quotes',
    '> Tuesday?\nYes.\n> At five?\nNo, six.',
    '> Tuesday?\nYes.\n> At five?\nNo, six.',
  ],
  ['a sentence like a header', 'My rates for 2026:\n\nan hour 40', 'My rates for 2026:\n\nan hour 40'],
  [
    'a sentence with From',
    'From: Austin to Dallas\nit takes 3 hours',
    'From: Austin to Dallas\nit takes 3 hours',
  ],
  ['dashes', 'Yes --\n- one\n- two', 'Yes --\n- one\n- two'],
  ['two dashes in the text', 'Piano 40\n--\nVoice 50\n--\nRosa', 'Piano 40\n--\nVoice 50\n--\nRosa'],
  ['a signature with a no-break space', 'Yes.\n--\u00a0\nRosa', 'Yes.'],
  ['a text that begins like a signature', '-- \nYes.', '-- \nYes.'],
  ['a phone in French', 'Oui.\n\nEnvoyé de mon iPhone', 'Oui.'],
  ['a question about a phone', 'Do you still have the iPhone?', 'Do you still have the iPhone?'],
  ['text right above the attribution', 'Yes.\nOn Friday 20, A wrote:\n> Hi', 'Yes.'],
  ['text below the quote', 'On Friday 20, A wrote:\n> Hi\n\nYes.', 'Yes.'],
  ['text on both sides', 'Yes.\n\nOn Friday 20, A wrote:\n> Hi\n\nBring keys.', 'Yes.\n\nBring keys.'],
  ['a signature below the quote', 'Yes.\n\nOn Friday 20, A wrote:\n> Hi\n\n-- \nRosa', 'Yes.'],
  [
    'text between quotes',
    `A 1, B wrote:\n> ${replyMarker}\n>\n> Ben wrote to you:\n>\n> Tuesday?\nYes.\n> Five?\nSix.\n> -- \n> Board`,
    '> Tuesday?\nYes.\n> Five?\nSix.',
  ],
  [
    'Zoho',
    `Yes.\n\n---- On Fri, 20 Nov 2026 Board <a@b.example> wrote ----\n\nHello,\n\n${replyMarker}`,
    'Yes.',
  ],
  ['Czech', `Ano.\n\nOd: Board\nOdesláno: pátek\nKomu: rosa@example.com\n\nHello,\n\n${replyMarker}`, 'Ano.'],
  ['Thai', 'ได้\n\nเมื่อ ศ. 20 พ.ย. 2026 Board <a@b.example> เขียนว่า:\n\n> Hi', 'ได้'],
  [
    'a wrapped subject',
    `Oui.\n\nDe : Board\nÀ : rosa@example.com\nEnvoyé : 20\nObjet : Ben wrote about your\nad on Board\n\nHello,\n\n${replyMarker}`,
    'Oui.',
  ],
  [
    'text below a quote without marks',
    `De : Board\nEnvoyé : 20\nÀ : rosa@example.com\n\nHello,\n\n${replyMarker}\n\nTuesday?\n\nThis email was sent by Board, https://b.example.\n\nOui.`,
    'Oui.',
  ],
  [
    'text below a quote whose end is deleted',
    `De : Board\nEnvoyé : 20\nÀ : rosa@example.com\n\nHello,\n\n${replyMarker}\n\nBen wrote to you\n\nOui.`,
    'Oui.',
  ],
  [
    'opening hours',
    'Hours:\nMonday: 5 pm\nTuesday: 6 pm\nFriday: 7:30 pm\n\nSee you',
    'Hours:\nMonday: 5 pm\nTuesday: 6 pm\nFriday: 7:30 pm\n\nSee you',
  ],
  [
    'details of a person',
    'Name: Rosa\nPhone: 512\nEmail: rosa@example.com\n\nSee you',
    'Name: Rosa\nPhone: 512\nEmail: rosa@example.com\n\nSee you',
  ],
  [
    'details of a person above a quote with marks',
    `Ask Ada:\nEmail: ada@b.example\nPhone: 512 555 0142\nBest time: 18:30\n\nSee you\n\nOn Friday 20, A wrote:\n> ${replyMarker}\n> Hi`,
    'Ask Ada:\nEmail: ada@b.example\nPhone: 512 555 0142\nBest time: 18:30\n\nSee you',
  ],
  [
    'headings',
    '--- Prices ---\nPiano: 40\nVoice: 50\nDrums: 60',
    '--- Prices ---\nPiano: 40\nVoice: 50\nDrums: 60',
  ],
  ['only a quote', '> Hi\n> there', ''],
  ['only an advertisement', 'Sent from my iPhone', ''],
  ['nothing', ' \n', ''],
])('takes the reply out of %s', (_what, email, reply) => {
  expect(extractReply(email)).toBe(reply)
})

test('recognizes the headers of an email by the subject that it replies to', () => {
  const text = 'Oui.\n\nDe : Board\nÀ : Rosa\nObjet : Piano\n\nHello'
  expect(extractReply(text, 'RE: Piano')).toBe('Oui.')
  expect(extractReply(text, 'Flute')).toBe(text)
})

test('takes little time for text that is made to take long', () => {
  const before = process.threadCpuUsage()
  for (const line of [
    'a:\n',
    '> ',
    'On 1 ',
    '_'.repeat(9),
    'From: @\n'.slice(0, 5),
    'a: b\n',
    '> a\nb\n',
    '> a\n\n',
    '--- a ',
    '<a@',
    '\n',
    'a\n-- \n',
  ])
    extractReply(line.repeat(200_000))
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000)
})

test.each([
  ['es', 'Sí.\n\nEl vie, 20 nov 2026 a las 17:00, Board (<a@b.example>) escribió:\n\n', 'Sí.'],
  ['es', 'Sí.\n\nDe: Board\nEnviado: viernes\nPara: rosa@example.com\n\n', 'Sí.'],
  ['fr', 'Oui.\n\nLe ven. 20 nov. 2026 à 17 h, Board <a@b.example> a écrit :\n\n', 'Oui.'],
  ['fr', 'Oui.\n\nDe : Board\nEnvoyé : vendredi\nÀ : rosa@example.com\n\n', 'Oui.'],
])('takes a reply out of an email of the site in “%s”: %s', (language, above, reply) => {
  openLanguages(() => ['en', 'es', 'fr'], '/nonexistent', silentLog)
  const site = replyPatterns(replyWords())
  const { text } = inLanguage(language, () =>
    renderEmail(
      { name: 'Board', publicUrl: 'https://b.example' },
      { subject: '', name: 'Rosa', paragraphs: [t(replyMarker), '¿Ocho — huit ?'], notes: [] },
    ),
  )
  expect(extractReply(above + text, '', site)).toBe(reply)
  expect(extractReply(above + text.replace(/^/gm, '> '), '', site)).toBe(reply)
  // Below the whole email, whose marker, greeting, and last line are known.
  const headers = above.slice(above.indexOf('\n\n') + 2)
  expect(extractReply(`${headers}${text}\n${reply}`, '', site)).toBe(reply)
})
