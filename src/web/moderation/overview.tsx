import { formatAge, formatCount } from '../../shared/format.ts'
import type { Overview } from '../../shared/moderation.ts'
import { Month } from './month.tsx'
import { viewPath } from './view.ts'

/** The first screen: what waits for an admin, and how the last thirty days went. */
export function OverviewScreen({ overview }: { overview: Overview }) {
  const { at, reported, messages, days } = overview
  const waitsSince = (oldest: string | null) =>
    oldest ? `The oldest has waited ${formatAge(oldest, at)}.` : 'Nothing waits.'
  return (
    <>
      <section aria-labelledby="waiting">
        <h2 id="waiting" className="sr-only">
          What waits
        </h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <Waiting
            count={reported.service.count}
            label={reported.service.count === 1 ? 'reported service' : 'reported services'}
            text={waitsSince(reported.service.oldest)}
            to={viewPath({ tab: 'reported-services' })}
          />
          <Waiting
            count={reported.event.count}
            label={reported.event.count === 1 ? 'reported event' : 'reported events'}
            text={waitsSince(reported.event.oldest)}
            to={viewPath({ tab: 'reported-events' })}
          />
          <Waiting
            count={messages.open}
            label={messages.open === 1 ? 'open message' : 'open messages'}
            text={messages.open > 0 ? 'Not marked as done yet.' : 'Nothing waits.'}
            to={viewPath({ tab: 'messages' })}
          />
          <Waiting
            count={messages.failed}
            label={messages.failed === 1 ? 'failed message' : 'failed messages'}
            text={
              messages.failed > 0
                ? `${formatCount(messages.failed, 'letter', 'letters')} could not be delivered.`
                : 'Every letter could be delivered.'
            }
            to={viewPath({ tab: 'messages', status: 'failed' })}
          />
        </ul>
      </section>
      <Month days={days} />
    </>
  )
}

type WaitingProps = { count: number; label: string; text: string; to: string }

function Waiting({ count, label, text, to }: WaitingProps) {
  return (
    <li className="relative rounded-lg border border-line bg-surface p-4 shadow-sheet hover:shadow-lifted">
      <a href={to} className="stretched-link">
        <span
          className={`block font-display text-2xl font-bold tabular-nums ${count > 0 ? 'text-accent' : 'text-soft'}`}
        >
          {count.toLocaleString('en-US')}
        </span>{' '}
        <span className="text-sm font-semibold">{label}</span>
      </a>
      <p className="mt-0.5 text-xs text-soft">{text}</p>
    </li>
  )
}
