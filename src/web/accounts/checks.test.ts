import { expect, test } from 'vitest'
import { signUp } from '../../shared/messages/forms.ts'
import { checks } from './checks.ts'

test('trims the email, and leaves the password as typed', async () => {
  expect(await checks.signIn({ email: ' rosa@example.org ', password: ' garden gate ' })).toEqual({
    sent: { email: 'rosa@example.org', password: ' garden gate ' },
  })
})

test('returns one message for each invalid field', async () => {
  expect(await checks.signUp({ name: ' ', email: '', password: 'short' })).toEqual({
    errors: {
      name: 'Please enter your name.',
      email: 'Please enter your email.',
      password: 'Please use at least 8 characters.',
      agreed: signUp.consent,
    },
  })
})

test('accepts a checked box as consent', async () => {
  const values = { name: 'Rosa', email: 'rosa@example.org', password: 'garden gate' }
  expect(await checks.signUp({ ...values, agreed: 'yes' })).toHaveProperty('sent')
})

test('accepts a profile with empty fields', async () => {
  const empty = { name: '', phone: '', address: '', bio: '' }
  expect(await checks.profile(empty)).toEqual({ sent: empty })
})

test.each(['', '/pictures/rosa.jpg', 'https://example.org/rosa.jpg'])(
  'accepts %j as a photo',
  async (image) => {
    expect(await checks.display({ name: 'Rosa', image })).toHaveProperty('sent')
  },
)

test.each(['rosa.jpg', '//example.org/rosa.jpg', 'javascript:alert(1)', 'data:image/png;base64,AA'])(
  'rejects %j as a photo',
  async (image) => {
    expect(await checks.display({ name: 'Rosa', image })).toEqual({ errors: { image: 'Invalid URL' } })
  },
)
