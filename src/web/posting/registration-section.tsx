/** The part *Registration* of an event's form: whether those who go take a place, and what they are asked. */

import { maxQuestionLength } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { FormField } from './form-layout.tsx'
import { questionIndexes, questionNames } from './registration-values.ts'
import { checked, type ListingValues } from './values.ts'

export function RegistrationSection({ values }: { values: ListingValues }) {
  const used = questionIndexes.filter((index) => values[questionNames.text(index)] !== '').length
  return (
    <Disclosure
      summary={<span className="font-semibold">{t('Registration')}</span>}
      initiallyOpen={values.registration === checked || used > 0}
      className="rounded-md border border-line px-4"
    >
      <div className="space-y-4 pt-1 pb-5">
        <Checkbox name="registration" defaultChecked={values.registration === checked}>
          {t('People register here')}
          <span className="block text-xs text-soft">
            {t(
              'You see the names of those who go. With a capacity (under “Tickets”), they take one of the spots of their date. When it’s full, others join a waiting list and move up by themselves.',
            )}
          </span>
        </Checkbox>
        <Disclosure
          summary={<span className="text-sm font-semibold">{t('Questions to those who register')}</span>}
          initiallyOpen={used > 0}
        >
          <div className="space-y-4 pt-1">
            <p className="text-xs text-soft">{t('Only you see the answers.')}</p>
            {questionIndexes.map((index) => (
              <div key={index}>
                <FormField
                  label={t('Question {number}', { number: index + 1 })}
                  name={questionNames.text(index)}
                  optional
                  values={values}
                  limit={{ max: maxQuestionLength }}
                />
                <Checkbox
                  name={questionNames.required(index)}
                  defaultChecked={values[questionNames.required(index)] === checked}
                >
                  {t('Required')}
                </Checkbox>
              </div>
            ))}
          </div>
        </Disclosure>
      </div>
    </Disclosure>
  )
}
