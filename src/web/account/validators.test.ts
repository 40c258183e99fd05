import { expect, test } from 'vitest'
import { signUp } from '../../shared/messages/forms.ts'
import { validators } from './validators.ts'

test('trims the email, and leaves the password as typed', async () => {
  expect(await validators.signIn({ email: ' rosa@example.org ', password: ' garden gate ' })).toEqual({
    data: { email: 'rosa@example.org', password: ' garden gate ' },
  })
})

test('returns one message for each invalid field', async () => {
  expect(await validators.signUp({ name: ' ', email: '', password: 'short' })).toEqual({
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
  expect(await validators.signUp({ ...values, agreed: 'yes' })).toHaveProperty('data')
})

test('accepts a profile with empty fields', async () => {
  const empty = { name: '', phone: '', address: '', bio: '' }
  expect(await validators.profile(empty)).toEqual({ data: empty })
})
