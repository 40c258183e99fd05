/** The part *Publish later* of the form of a new listing. */

import { t } from '../../shared/translate.ts'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FormField } from './form-layout.tsx'
import type { ListingValues } from './values.ts'

export function PublishSection({ values }: { values: ListingValues }) {
  return (
    <Card className="px-5 py-3 sm:px-8">
      <Disclosure
        summary={<span className="font-semibold">{t('Publish later')}</span>}
        initiallyOpen={values.publishAt !== ''}
      >
        <div className="max-w-sm pt-1 pb-4">
          <FormField
            label={t('Day and Time')}
            name="publishAt"
            optional
            type="datetime-local"
            values={values}
            hint={t(
              'In the time zone of its place. Until then, only you see the ad. Leave it empty to post now.',
            )}
          />
        </div>
      </Disclosure>
    </Card>
  )
}
