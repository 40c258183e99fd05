import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = 'a secret of at least thirty-two characters'

test('decrypts only with the same secret and the same additional data', () => {
  const encrypted = encrypt(secret, 'Grüße, https://board.example.org/?token=t', 'mail 1')
  expect(encrypted).not.toContain('token')
  expect(decrypt(secret, encrypted, 'mail 1')).toBe('Grüße, https://board.example.org/?token=t')
  expect(() => decrypt(`${secret}!`, encrypted, 'mail 1')).toThrow()
  expect(() => decrypt(secret, encrypted, 'mail 2')).toThrow()
})

test('rejects ciphertext that was tampered with', () => {
  const encrypted = encrypt(secret, 'text', '')
  for (const changed of [`${encrypted.slice(0, -2)}AA`, `A${encrypted.slice(1)}`, encrypted.slice(0, 30), ''])
    if (changed !== encrypted) expect(() => decrypt(secret, changed, ''), changed).toThrow()
})

test('encrypts the same text differently each time', () => {
  expect(encrypt(secret, 'text', '')).not.toBe(encrypt(secret, 'text', ''))
})
