/** The calendars that the user imports, and their events to review and post. */
import { useEffect, useState } from 'react'
import type { ListedImport } from '../../shared/contract/imported-calendars.ts'
import { maxImportedCalendars } from '../../shared/limits.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useRevalidate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { CalendarItem } from '../posting/imported-calendars/calendar-item.tsx'
import { FileForm, ImportForm } from '../posting/imported-calendars/import-forms.tsx'
import { ImportedEventItem } from '../posting/imported-calendars/imported-event-item.tsx'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { useMayPost } from '../site/suspended-notice.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'

const sentences: Record<string, Message> = {
  added: msg('Calendar added. Its events appear here in a moment. Reload this page to see them.'),
  refreshing: msg('We’re refreshing the calendar. Reload this page in a moment.'),
  file: msg('File read. Its events are under “To review”; what we could not read is under “Your calendars”.'),
  removed: msg('Calendar removed.'),
  saved: msg('Saved.'),
}

export async function loader({ api, query }: AuthedLoaderContext) {
  return { done: query.get('done') ?? '', ...(await api.listImportedCalendars({})) }
}

export function Component() {
  const { done, calendars, events } = useLoaderData<typeof loader>()
  const revalidate = useRevalidate()
  const mayPost = useMayPost()
  const onChanged = async () => void (await revalidate())
  useReload(calendars.some(({ refreshed, failure }) => refreshed === null && failure === ''))
  const sentence = Object.hasOwn(sentences, done) && sentences[done]
  const inState = (...states: ListedImport['state'][]) => events.filter(({ state }) => states.includes(state))
  return (
    <NoIndexPage
      title={t('Imported calendars')}
      subtitle={t(
        'Keep your events in your own calendar, and post them here in a few clicks. Nothing is published until you post it.',
      )}
      width="max-w-3xl"
    >
      <p className="mb-5">
        <TextLink href={paths.myEvents()}>{t('Back to My Events')}</TextLink>
      </p>
      <div role="status" className="mb-5 empty:hidden">
        {sentence && <Notice tone="success">{t(sentence)}</Notice>}
      </div>
      <div className="space-y-8">
        <Events
          title={msg('To review ({count})')}
          events={inState('changed', 'new', 'removed')}
          onChanged={onChanged}
        />
        <Events title={msg('Posted ({count})')} events={inState('posted')} onChanged={onChanged} folded />
        <Events
          title={msg('Dismissed ({count})')}
          events={inState('dismissed')}
          onChanged={onChanged}
          folded
        />
        {calendars.length > 0 && (
          <section>
            <h2 className="mb-3 text-lg">{t('Your calendars')}</h2>
            <ul className="space-y-4">
              {calendars.map((calendar) => (
                <li key={calendar.id}>
                  <CalendarItem calendar={calendar} onChanged={onChanged} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {mayPost && (
          <div className="grid items-start gap-4 md:grid-cols-2">
            {calendars.filter(({ url }) => url !== '').length < maxImportedCalendars && (
              <Card className="p-5 sm:p-6">
                <h2 className="mb-4 text-lg">{t('Import a calendar')}</h2>
                <ImportForm key={calendars.length} onAdded={onChanged} />
              </Card>
            )}
            <Card className="p-5 sm:p-6">
              <h2 className="mb-4 text-lg">{t('Upload a file')}</h2>
              <FileForm onAdded={onChanged} />
            </Card>
          </div>
        )}
      </div>
    </NoIndexPage>
  )
}

type EventsProps = {
  title: Message
  events: ListedImport[]
  onChanged: () => Promise<void>
  /** Shown only when opened. */
  folded?: boolean
}

function Events({ title, events, onChanged, folded = false }: EventsProps) {
  if (events.length === 0) return null
  const heading = t(title, { count: String(events.length) })
  const list = (
    <ul className="mt-3 grid gap-3 sm:grid-cols-2">
      {events.map((event) => (
        <li key={event.id}>
          <ImportedEventItem event={event} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
  return folded ? (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        {heading}
      </summary>
      {list}
    </details>
  ) : (
    <section>
      <h2 className="text-lg">{heading}</h2>
      {list}
    </section>
  )
}

const reloadMs = 3_000
const maxReloads = 20

/** Loads the page's data again while a calendar is being read. */
function useReload(isReading: boolean) {
  const revalidate = useRevalidate()
  const [reloads, setReloads] = useState(0)
  useEffect(() => {
    if (!isReading || reloads >= maxReloads) return
    const timer = setTimeout(() => {
      setReloads(reloads + 1)
      void revalidate()
    }, reloadMs)
    return () => clearTimeout(timer)
  }, [isReading, reloads, revalidate])
}
