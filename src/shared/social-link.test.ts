import { expect, test } from 'vitest'
import { toSocialUrl } from './social-link.ts'

test.each([
  ['mypottery', 'https://www.instagram.com/mypottery'],
  ['@mypottery', 'https://www.instagram.com/mypottery'],
  [' my_pottery.austin ', 'https://www.instagram.com/my_pottery.austin'],
  ['@mypottery.com', 'https://www.instagram.com/mypottery.com'],
  ['instagram.com/mypottery', 'https://instagram.com/mypottery'],
  ['www.instagram.com/mypottery/', 'https://www.instagram.com/mypottery/'],
  ['Instagram.com/mypottery', 'https://Instagram.com/mypottery'],
])('links %j to Instagram', (text, url) => {
  expect(toSocialUrl('instagram', text)).toBe(url)
})

test.each([
  ['mypottery', 'https://www.facebook.com/mypottery'],
  ['My-Pottery-1234567', 'https://www.facebook.com/My-Pottery-1234567'],
  ['m.facebook.com/mypottery', 'https://m.facebook.com/mypottery'],
  ['fb.com/mypottery', 'https://fb.com/mypottery'],
])('links %j to Facebook', (text, url) => {
  expect(toSocialUrl('facebook', text)).toBe(url)
})

test.each([
  '',
  'my page',
  'mypottery.com',
  'instagram.com',
  'javascript:alert(1)',
  'https://example.org/me',
  'example.org/me',
  '@',
  '../x',
  'töpferei',
])('leaves %j as it is', (text) => {
  expect(toSocialUrl('instagram', text)).toBe(text)
})

test.each([
  ['Https://www.instagram.com/Joe', 'https://www.instagram.com/Joe'],
  ['HTTPS://Instagram.com/joe', 'https://Instagram.com/joe'],
  ['Http://a.example', 'http://a.example'],
])('writes the scheme of %j in lowercase', (text, url) => {
  expect(toSocialUrl('instagram', text)).toBe(url)
})

test('returns an already converted URL unchanged', () => {
  const url = toSocialUrl('facebook', 'mypottery')
  expect(toSocialUrl('facebook', url)).toBe(url)
})
