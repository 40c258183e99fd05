import { useEffect, useState } from 'react'
import { authorPaths } from '../../shared/author-paths.ts'
import { findByCode, shortCode, toCode } from '../../shared/check-in-code.ts'
import type { Expected } from '../../shared/contract/check-in.ts'
import { formatEventTimes } from '../../shared/event-times.ts'
import { formatInstant } from '../../shared/format.ts'
import { foldName } from '../../shared/text-normalization.ts'
import { t } from '../../shared/translate.ts'
import { isRefused, type LoaderContext } from '../framework/loading.ts'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { peopleAt } from '../listing/check-in/door.ts'
import { useDoor } from '../listing/check-in/use-door.ts'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { showFailureToast } from '../ui/toast.ts'

/** What visitors get is kept for reading offline, and the list comes from the browser then. */
export async function loader({ api, params, query }: LoaderContext) {
  const id = params.id ?? ''
  const date = query.get('date') ?? undefined
  const list = await api.getCheckIn({ params: { id }, query: { date } }).catch((error: unknown) => {
    if (isRefused(error, 'unauthenticated')) return null
    throw error
  })
  return { id, list }
}

type Message = { tone: 'success' | 'warning' | 'error'; text: string }
type ScannerModule = typeof import('../listing/check-in/scanner.tsx')
const loadScanner = () => import('../listing/check-in/scanner.tsx')

/** Who has a place at an event, to check them in at the door. Works without a connection, and without scripts. */
export function Component() {
  const { id, list } = useLoaderData<typeof loader>()
  const { door, refusal, mark, refresh } = useDoor(id, list)
  const { settings } = useSite()
  const [search, setSearch] = useState('')
  const [message, setMessage] = useState<Message | null>(null)
  const [scanner, setScanner] = useState<ScannerModule | null>(null)
  const people = door ? peopleAt(door) : []
  const timeOf = (instant: string) => formatInstant(instant, settings.timeZone)

  useEffect(() => {
    setSearch(toCode(location.hash))
    // While there is a connection: the worker keeps it for later.
    void loadScanner()
      .then(({ loadDetector }) => loadDetector())
      .catch(() => {})
  }, [])

  function checkIn(person: Expected) {
    if (person.checkedIn) {
      const text = t('{name} is already checked in, since {time}.', {
        name: nameOf(person),
        time: timeOf(person.checkedIn),
      })
      return setMessage({ tone: 'warning', text })
    }
    mark(person.code, true)
    setSearch('')
    setMessage({ tone: 'success', text: t('{name} is checked in.', { name: nameOf(person) }) })
  }

  function checkInCode(text: string) {
    const [found, ...others] = findByCode(people, text)
    if (found && others.length === 0) checkIn(found)
    else
      setMessage({
        tone: 'error',
        text: t('This code isn’t on the list. Refresh the list, or look for the name.'),
      })
  }

  if (!door)
    return (
      <NoIndexPage title={t('Check-in')} width="max-w-3xl">
        <p className="mb-5">
          {t(
            'The list of who has registered is for the organizer. This browser doesn’t have it yet: open this page once with a connection, signed in.',
          )}
        </p>
        <ButtonLink href={paths.signIn(authorPaths.checkIn(id))}>{t('Sign in')}</ButtonLink>
      </NoIndexPage>
    )
  const shown = find(people, search)
  const present = people.filter(({ checkedIn }) => checkedIn).length
  const waiting = door.pending.length
  return (
    <NoIndexPage
      title={t('Check-in')}
      subtitle={`${door.list.title} · ${formatEventTimes(door.list.date)}`}
      width="max-w-3xl"
    >
      <p className="font-semibold tabular-nums">
        {t(
          '{count, plural, one {{present} of # person checked in} other {{present} of # people checked in}}',
          { present, count: people.length },
        )}
      </p>
      <p role="status" className="mt-1 min-h-6 text-sm text-soft">
        {waiting > 0 &&
          t(
            '{count, plural, one {# check-in waits for a connection.} other {# check-ins wait for a connection.}}',
            { count: waiting },
          )}
        {waiting > 0 && refusal && ` ${refusal}`}
      </p>
      <form
        className="needs-script mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          const [only, ...others] = shown
          if (only && others.length === 0) checkIn(only)
          else checkInCode(search)
        }}
      >
        <div className="min-w-0 flex-1 basis-52">
          <TextField
            label={t('Name or code')}
            name="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <Button type="submit" className="min-h-12">
          {t('Check in')}
        </Button>
        <Button
          variant="secondary"
          className="min-h-12"
          aria-pressed={scanner !== null}
          onClick={() => (scanner ? setScanner(null) : void loadScanner().then(setScanner, showFailureToast))}
        >
          {scanner ? t('Stop scanning') : t('Scan codes')}
        </Button>
      </form>
      {scanner && (
        <div className="mt-4">
          <scanner.Scanner onScan={checkInCode} />
        </div>
      )}
      <div role="status" className="mt-4">
        {message && <Notice tone={message.tone}>{message.text}</Notice>}
      </div>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {shown.map((person) => (
          <PersonRow
            key={person.code}
            person={person}
            action={authorPaths.checkIn(id)}
            time={person.checkedIn && timeOf(person.checkedIn)}
            onCheckIn={() => checkIn(person)}
            onUndo={() => {
              mark(person.code, false)
              setMessage({
                tone: 'success',
                text: t('{name} is not checked in anymore.', { name: nameOf(person) }),
              })
            }}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="py-4 text-soft">
          {people.length === 0 ? t('Nobody has registered yet.') : t('Nobody is found.')}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          variant="secondary"
          className="needs-script"
          onClick={() => refresh().catch(showFailureToast)}
        >
          {t('Refresh the list')}
        </Button>
        <TextLink
          href={authorPaths.attendees(id)}
          data-page="reload"
          className="inline-flex min-h-11 items-center text-sm"
        >
          {t('Download the list')}
        </TextLink>
        <TextLink href={paths.listing('event', id)} className="inline-flex min-h-11 items-center text-sm">
          {t('Back to the event')}
        </TextLink>
      </div>
      <p className="mt-5 text-xs text-soft">
        {t(
          'The list stays in this browser until you sign out, or the day after the event, so that you can check people in without a connection. Lock your phone.',
        )}
      </p>
    </NoIndexPage>
  )
}

const nameOf = ({ name, code }: Expected): string =>
  name ?? t('The person with the code {code}', { code: shortCode(code) })

/** Returns those whose name or code has this text. */
function find(people: Expected[], search: string): Expected[] {
  const text = foldName(search)
  if (text === '') return people
  const byCode = findByCode(people, search)
  return byCode.length > 0
    ? byCode
    : people.filter(({ name }) => name !== null && foldName(name).includes(text))
}

type PersonRowProps = {
  person: Expected
  /** Accepts the form without scripts. */
  action: string
  time: string | null
  onCheckIn: () => void
  onUndo: () => void
}

function PersonRow({ person, action, time, onCheckIn, onUndo }: PersonRowProps) {
  const { code, name, answers } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-44">
        <p dir="auto" className="free-text font-semibold">
          {name ?? t('No name')}
        </p>
        <p className="text-xs text-soft tabular-nums">
          {shortCode(code)}
          {time && ` · ${t('Checked in {time}', { time })}`}
        </p>
        {answers.map(({ question, answer }) => (
          <p key={question} dir="auto" className="free-text text-sm">
            <span className="text-soft">{question}</span> {answer}
          </p>
        ))}
      </div>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          event.preventDefault()
          if (time) onUndo()
          else onCheckIn()
        }}
      >
        <input type="hidden" name="code" value={code} />
        <input type="hidden" name="present" value={time ? 'no' : 'yes'} />
        <Button
          type="submit"
          variant={time ? 'secondary' : 'primary'}
          aria-label={
            time
              ? t('Undo the check-in of {name}', { name: name ?? shortCode(code) })
              : t('Check in {name}', { name: name ?? shortCode(code) })
          }
        >
          {time ? t('Undo') : t('Check in')}
        </Button>
      </form>
    </li>
  )
}
