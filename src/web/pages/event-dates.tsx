import { canEditListing } from '../../shared/policy.ts'
import { describeRecurrence } from '../../shared/recurrence/recurrence-text.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { useCurrentUser } from '../framework/api-context.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { DateList } from '../listing/details/upcoming-dates.tsx'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params }: LoaderContext) {
  const id = params.id ?? ''
  const [event, dates] = await Promise.all([
    api.getEvent({ params: { id }, query: { reveal: 'false' } }),
    api.listOccurrences({ params: { id }, query: {} }),
  ])
  return { event, dates }
}

/** All dates of an event that are not over. */
export function Component() {
  const { event, dates } = useLoaderData<typeof loader>()
  const { _id: id, title, schedule } = event
  const canEdit = canEditListing(useCurrentUser(), event) && schedule?.rule !== null
  return (
    <AccountSheet
      title={t('Dates of {title}', { title })}
      intro={schedule?.rule && describeRecurrence({ ...schedule, rule: schedule.rule })}
      wide
    >
      <DateList id={id} dates={dates} canEdit={canEdit} className="text-sm sm:text-base" />
      {dates.length === 0 && <p className="mt-6">{t('This event is over.')}</p>}
      <p className="mt-6 border-t border-dashed border-line pt-3">
        <TextLink href={paths.listing('event', id)} className="inline-flex min-h-11 items-center">
          {t('Back to the event')}
        </TextLink>
      </p>
    </AccountSheet>
  )
}
