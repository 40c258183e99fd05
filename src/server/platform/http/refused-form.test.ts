import { expect, test } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { inLanguage, openLanguages } from '../language/reader-language.ts'
import { isCorrectable, isTyped, refusedForm } from './refused-form.ts'

const form = {
  path: '/admin/fields',
  fields: {
    label: '<b> "quoted"',
    'choices.1.label': 'One',
    help: 'two\nlines',
    current_password: 'secret',
    version: '7',
  },
  hidden: (name: string) => name === 'version',
  errors: { label: 'Too short.' },
}

test('has what was typed, with each error at its field', () => {
  const { text } = refusedForm(form)
  expect(text).toContain('<input name="label" value="&lt;b&gt; &quot;quoted&quot;" aria-invalid="true"')
  expect(text).toContain('<strong id="error-label">Too short.</strong>')
  expect(text).toContain('<label>Choices 2 label')
  expect(text).toContain('\ntwo\nlines</textarea>')
  expect(text).toContain('<input type="hidden" name="version" value="7">')
})

test('names fields in the language of their reader', () => {
  openLanguages(() => ['en', 'fr'], '/none', { warn: (problem) => expect.fail(String(problem)) })
  const { text } = inLanguage('fr', () =>
    refusedForm({
      ...form,
      fields: { name: 'Ann', contactEmail: 'x', newPassword: '', 'venue.address': 'y', 'values.name': 'z' },
    }),
  )
  expect(text).toContain('<label>Nom')
  expect(text).toContain('<label>Nouveau mot de passe')
  expect(text).toContain('<label>Adresse\n')
  expect(text).toContain('<label>Adresse courriel de contact')
})

test('is for errors of the call, not for those of the database, which are logged', () => {
  expect(isCorrectable(new AppError('invalid', 'Too short.'), form)).toBe(true)
  expect(isCorrectable(new AppError('unavailable', 'Please try again.'), form)).toBe(false)
  expect(isCorrectable(Object.assign(new Error('out of range'), { code: '22003' }), form)).toBe(false)
})

test('never has a password', () => {
  const { text } = refusedForm(form)
  expect(text).toContain('<input type="password" name="current_password">')
  expect(text).not.toContain('secret')
})

test('is not shown if nothing was typed, or for more fields than a form has', () => {
  const many = Object.fromEntries(Array.from({ length: 401 }, (_, at) => [`field${at}`, 'x']))
  expect(isTyped(form)).toBe(true)
  expect(isTyped({ ...form, fields: { version: '7', label: '' } })).toBe(false)
  expect(isTyped({ ...form, fields: many })).toBe(false)
})
