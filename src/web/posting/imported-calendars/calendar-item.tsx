import type { CalendarReport, ImportedCalendar } from '../../../shared/contract/imported-calendars.ts'
import { formatInstantDay } from '../../../shared/format.ts'
import { maxImportedEvents } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'

type ItemProps = { calendar: ImportedCalendar; onChanged: () => Promise<void> }

export function CalendarItem({ calendar, onChanged }: ItemProps) {
  const { id, url, name, refreshed } = calendar
  const { timeZone } = useSite().settings
  const { api } = useBackend()
  const params = { id }
  const action = paths.importedCalendar(id)
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-lg wrap-anywhere" dir="auto">
        {name || new URL(url).hostname}
      </h3>
      {url && <p className="mt-1 text-sm wrap-anywhere text-soft">{url}</p>}
      {url && <Status calendar={calendar} />}
      {!url && refreshed && (
        <p className="mt-2 text-sm text-soft">
          {t('Last file uploaded on {day}.', { day: formatInstantDay(refreshed, timeZone) })}
        </p>
      )}
      {calendar.report && <Report report={calendar.report} />}
      <div className="mt-4 flex flex-wrap gap-3">
        {url && (
          <ActionForm
            action={action}
            fields={{ action: 'refresh' }}
            submit={t('Refresh now')}
            busy={t('Refreshing…')}
            variant="secondary"
            onSubmit={() => api.refreshImportedCalendar({ params }).then(onChanged)}
          />
        )}
        <ActionForm
          action={action}
          fields={{ action: 'remove' }}
          submit={t('Remove')}
          busy={t('Removing…')}
          variant="danger-outline"
          onSubmit={() => api.removeImportedCalendar({ params }).then(onChanged)}
        />
      </div>
    </Card>
  )
}

function Status({ calendar: { refreshed, failure, stopped, truncated } }: { calendar: ImportedCalendar }) {
  const { timeZone } = useSite().settings
  return (
    <div className="mt-2 space-y-1 text-sm">
      {failure && (
        <p className="font-medium text-danger">
          {stopped
            ? t('{failure} We stopped trying. Choose “Refresh now” once it works.', { failure })
            : t('{failure} We’ll try again.', { failure })}
        </p>
      )}
      {refreshed ? (
        <p className="text-soft">
          {t('Last refreshed on {day}. We refresh it once a day.', {
            day: formatInstantDay(refreshed, timeZone),
          })}
        </p>
      ) : (
        !failure && (
          <p className="text-soft">{t('We’re reading this calendar. Its events will appear in a moment.')}</p>
        )
      )}
      {truncated && (
        <p className="text-soft">
          {t('We import the next {count} events of a calendar.', { count: maxImportedEvents })}
        </p>
      )}
    </div>
  )
}

/** Says how many events of a calendar were read, and why others were not. */
function Report({ report }: { report: CalendarReport }) {
  const { unreadable, skipped } = report
  return (
    <div className="mt-2 text-sm">
      <p className="text-soft">{sentenceOf(report)}</p>
      {unreadable > 0 && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
            {t('{count, plural, one {# event} other {# events}} not read', { count: unreadable })}
          </summary>
          <ul className="mt-1 list-disc space-y-1 ps-5">
            {skipped.map(({ title, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and titles can be equal
              <li key={index} className="wrap-anywhere" dir="auto">
                <b>{title}</b>: {reason}
              </li>
            ))}
            {unreadable > skipped.length && (
              <li>{t('{count} more', { count: unreadable - skipped.length })}</li>
            )}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Such as `12 events read. 3 events are over.` */
function sentenceOf({ read, over }: Pick<CalendarReport, 'read' | 'over'>): string {
  return over === 0
    ? t('{read, plural, one {# event} other {# events}} read.', { read })
    : t(
        '{read, plural, one {# event} other {# events}} read. {over, plural, one {# event is} other {# events are}} over.',
        { read, over },
      )
}
