import { expect, test } from 'vitest'
import { replyMarker } from '../../../platform/mail/reply-marker.ts'
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
  ['only a quote', '> Hi\n> there', ''],
  ['nothing', ' \n', ''],
])('takes the reply out of %s', (_what, email, reply) => {
  expect(extractReply(email)).toBe(reply)
})

test('takes little time for text that is made to take long', () => {
  const started = performance.now()
  for (const line of ['a:\n', '> ', 'On 1 ', '_'.repeat(9), 'From: @\n'.slice(0, 5)])
    extractReply(line.repeat(200_000))
  expect(performance.now() - started).toBeLessThan(5_000)
})
