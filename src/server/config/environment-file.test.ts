import { expect, test } from 'vitest'
import { parseEnvironmentFile } from './environment-file.ts'

test('reads what systemd reads', () => {
  const text = `
# A comment
; Another one
NODE_ENV=production
DATABASE_URL=postgres://corkboard:a#b%40c@db.example.org/corkboard?sslmode=require
  SITE_TAGLINE = Services, events; and more \t
SITE_NAME="Anna's \\"Board\\" #1"
MAIL_FROM='Board <board@example.org>'
SECRET=a\\
b
EMPTY=
not a setting
PADDED="  x  "
JOINED="one "'two '\\$three
CRLF=windows\r
export NAME=value
LAST=1`
  expect(parseEnvironmentFile(text)).toEqual({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://corkboard:a#b%40c@db.example.org/corkboard?sslmode=require',
    SITE_TAGLINE: 'Services, events; and more',
    SITE_NAME: 'Anna\'s "Board" #1',
    MAIL_FROM: 'Board <board@example.org>',
    SECRET: 'ab',
    EMPTY: '',
    PADDED: '  x  ',
    JOINED: 'one two $three',
    CRLF: 'windows',
    LAST: '1',
  })
})

test('an unfinished quotation mark ends with its line', () => {
  expect(parseEnvironmentFile('A="x\nB=y')).toEqual({ A: '', B: 'y' })
})
