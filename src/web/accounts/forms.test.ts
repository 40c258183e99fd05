import { expect, test } from 'vitest'
import { signUp } from '../../shared/messages/forms.ts'
import { check } from './forms.ts'

test('what was typed is sent without the space around it, and a password as it is', () => {
  expect(check('signIn', { email: ' rosa@example.org ', password: ' garden gate ' })).toEqual({
    sent: { email: 'rosa@example.org', password: ' garden gate ' },
  })
})

test('every wrong field is named, with one sentence each', () => {
  expect(check('signUp', { name: ' ', email: '', password: 'short' })).toEqual({
    errors: {
      name: 'Please enter your name.',
      email: 'Please enter your email.',
      password: 'Please use at least 8 characters.',
      agreed: signUp.consent,
    },
  })
})

test('a box that is ticked is an agreement', () => {
  const person = { name: 'Rosa', email: 'rosa@example.org', password: 'garden gate' }
  expect(check('signUp', { ...person, agreed: 'yes' })).toHaveProperty('sent')
})

test('a profile may be sent with every field empty', () => {
  const empty = { name: '', phone: '', address: '', bio: '' }
  expect(check('profile', empty)).toEqual({ sent: empty })
})

test.each(['', '/pictures/rosa.jpg', 'https://example.org/rosa.jpg'])('%j may be a photo', (image) => {
  expect(check('displayed', { name: 'Rosa', image })).toHaveProperty('sent')
})

test.each(['rosa.jpg', '//example.org/rosa.jpg', 'javascript:alert(1)', 'data:image/png;base64,AA'])(
  '%j may not be a photo',
  (image) => {
    expect(check('displayed', { name: 'Rosa', image })).toEqual({ errors: { image: 'Invalid URL' } })
  },
)
