/** The values of the form's part *Registration*. */

import { maxQuestions } from '../../shared/limits.ts'
import type { Event } from '../../shared/listing.ts'
import { t } from '../../shared/translate.ts'
import type { Values } from '../ui/forms/form.tsx'

type Index = 0 | 1 | 2 | 3 | 4
type QuestionName = `registration.questions.${Index}.${'text' | 'required'}`

export const questionIndexes = Array.from({ length: maxQuestions }, (_, index) => index as Index)

const textName = (index: Index) => `registration.questions.${index}.text` as const
const requiredName = (index: Index) => `registration.questions.${index}.required` as const
export const questionNames = { text: textName, required: requiredName }

export const registrationFieldNames: readonly ['registration', ...QuestionName[]] = [
  'registration',
  ...questionIndexes.flatMap((index) => [textName(index), requiredName(index)]),
]
export type RegistrationValues = Record<(typeof registrationFieldNames)[number], string>

const checked = 'yes'

export function registrationValues({ registration }: Event): Values {
  if (!registration) return {}
  const values: Values = { registration: checked }
  for (const index of questionIndexes) {
    const { text = '', required = false } = registration.questions[index] ?? {}
    values[textName(index)] = text
    values[requiredName(index)] = required ? checked : ''
  }
  return values
}

/** Returns the part of the request body, null for an event without registration. Empty questions are left out. */
export function registrationBody(values: RegistrationValues) {
  if (values.registration !== checked) return null
  const questions = questionIndexes
    .map((index) => ({
      text: values[textName(index)].trim(),
      required: values[requiredName(index)] === checked,
    }))
    .filter(({ text }) => text !== '')
  return { questions }
}

/** Describes the registration, a line for each question. */
export function describeRegistration(values: RegistrationValues): string {
  const registration = registrationBody(values)
  if (!registration) return t('No registration')
  const questions = registration.questions.map(({ text, required }) =>
    required ? t('{question} (required)', { question: text }) : text,
  )
  return [t('People register here'), ...questions].join('\n')
}
