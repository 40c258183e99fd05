import { noAccess } from '../../shared/messages/forms.ts'
import { canEditListing } from '../../shared/policy.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet } from '../account/account-layout.tsx'
import { type AuthedLoaderContext, notFoundResponse } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { ChangeDateForm } from '../listing/details/change-date-form.tsx'
import { DateText } from '../listing/details/upcoming-dates.tsx'
import { paths } from '../paths.ts'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ api, params, signedIn }: AuthedLoaderContext) {
  const id = params.id ?? ''
  const event = await api.getEvent({ params: { id }, query: { reveal: 'false' } })
  if (!canEditListing(signedIn, event)) return null
  const dates = await api.listOccurrences({ params: { id }, query: {} })
  const date = dates.find(({ scheduled }) => scheduled === params.day)
  if (!date || event.rule === null) throw notFoundResponse()
  return { event, date, isLast: date === dates.at(-1) }
}

/** Moves, cancels, or postpones one date of a series, or it and all that follow. */
export function Component() {
  const data = useLoaderData<typeof loader>()
  if (!data) return <AccountSheet title={t('Change a date')}>{t(noAccess)}</AccountSheet>
  const { event, date } = data
  return (
    <AccountSheet
      title={t('Change a date')}
      intro={
        <>
          <span dir="auto" className="free-text block">
            <TextLink href={paths.listing('event', event._id)}>{event.title}</TextLink>
          </span>
          <span className="mt-1 block text-ink">
            <DateText date={date} />
          </span>
        </>
      }
    >
      <ChangeDateForm key={date.scheduled} {...data} />
      <p className="mt-6 border-t border-dashed border-line pt-4 text-sm">
        {rich('To change all dates, or how the event repeats, <link>edit the event</link>.', {
          link: (text) => <TextLink href={paths.editListing('event', event._id)}>{text}</TextLink>,
        })}
      </p>
    </AccountSheet>
  )
}
