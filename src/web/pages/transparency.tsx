import type { ReactNode } from 'react'
import type { Figure, TransparencyMonth } from '../../shared/contract/statements.ts'
import { formatInstantDay } from '../../shared/format.ts'
import { minPublicFigure } from '../../shared/limits.ts'
import { reportReasonLabels } from '../../shared/report-reasons.ts'
import { type Message, msg, t } from '../../shared/translate.ts'
import { formatMonth } from '../browse/calendar/calendar-text.ts'
import type { LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { PublicPage } from '../site/layout/page-frame.tsx'
import { Card } from '../ui/card.tsx'
import { rich } from '../ui/rich.tsx'

export const loader = ({ api }: LoaderContext) => api.getTransparency({})

/** The monthly figures that the EU's Digital Services Act asks for (articles 15 and 24). */
export function Component() {
  const { months } = useLoaderData<typeof loader>()
  return (
    <PublicPage
      title={t('Moderation figures')}
      description={t('How many ads and people were reported, what was decided, and how appeals ended.')}
      path={paths.transparency()}
      subtitle={t('What people reported, what we decided, and how appeals ended, month by month.')}
      width="max-w-4xl"
    >
      <div className="space-y-5">
        {months.length === 0 && <p>{t('There are no figures yet. They are counted once a day.')}</p>}
        {months.map((month) => (
          <Month key={month.month} figures={month} />
        ))}
        <p className="text-sm text-soft">
          {t('Numbers from 1 to 4 are not shown exactly, so that nobody can be recognized.')}{' '}
          {rich('The same figures are available as <link>JSON</link>.', {
            link: (text) => (
              <a href={paths.transparencyData()} className="underline">
                {text}
              </a>
            ),
          })}
        </p>
      </div>
    </PublicPage>
  )
}

const decisionLabels: Record<TransparencyMonth['decisions'][number]['kind'], Message> = {
  hold: msg('Ads held for review'),
  hide: msg('Ads hidden'),
  removal: msg('Ads removed'),
  suspension: msg('Accounts suspended'),
  keep: msg('Reported ads that stayed as they are'),
}

const byWhom = { rule: msg('{what}, by a rule'), person: msg('{what}, by a person') }

function Month({ figures }: { figures: TransparencyMonth }) {
  const { month, counted, notices, decisions, medianHours, appeals, automatic, activeAccounts } = figures
  const { timeZone } = useSite().settings
  return (
    <Card className="p-6 sm:p-8">
      <section aria-labelledby={month}>
        <h2 id={month} className="text-lg">
          {formatMonth(month)}
        </h2>
        <p className="text-sm text-soft">
          {t('Counted on {day}', { day: formatInstantDay(counted, timeZone) })}
        </p>
        <div className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
          <Group title={t('Reports received')}>
            {notices.map(({ reason, count }) => (
              <Row key={reason} name={reasonLabel(reason)} value={shown(count)} />
            ))}
            {notices.length === 0 && <Row name={t('All reasons')} value="0" />}
            <Row name={t('Half were decided within')} value={hours(medianHours)} />
          </Group>
          <Group title={t('Decisions')}>
            {decisions.map(({ kind, by, count }) => (
              <Row
                key={`${kind} ${by}`}
                name={t(byWhom[by], { what: t(decisionLabels[kind]) })}
                value={shown(count)}
              />
            ))}
            {decisions.length === 0 && <Row name={t('All kinds')} value="0" />}
          </Group>
          <Group title={t('Appeals')}>
            <Row name={t('Received')} value={shown(appeals.received)} />
            <Row name={t('The decision stands')} value={shown(appeals.upheld)} />
            <Row name={t('The decision was reversed')} value={shown(appeals.reversed)} />
            <Row name={t('Half were decided within')} value={hours(appeals.medianHours)} />
          </Group>
          <Group title={t('Decided by rules, without a person')}>
            <Row name={t('Ads held or hidden')} value={shown(automatic.hidden)} />
            <Row name={t('Of these, shown after all')} value={shown(automatic.reversed)} />
          </Group>
          <Group title={t('People')}>
            <Row name={t('Accounts that used the site while signed in')} value={shown(activeAccounts)} />
          </Group>
        </div>
      </section>
    </Card>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-base">{title}</h3>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">{children}</dl>
    </section>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div className="flex justify-between gap-4 py-2">
    <dt>{name}</dt>
    <dd className="text-end tabular-nums">{value}</dd>
  </div>
)

const shown = (figure: Figure): string =>
  figure === '<5' ? t('fewer than {count}', { count: minPublicFigure }) : String(figure)

const hours = (median: number | null): string =>
  median === null
    ? t('too few to tell')
    : t('{count, plural, one {# hour} other {# hours}}', { count: median })

function reasonLabel(reason: string): string {
  const label = Object.entries(reportReasonLabels).find(([known]) => known === reason)?.[1]
  return label ? t(label) : reason
}
