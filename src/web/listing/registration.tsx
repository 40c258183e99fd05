/** What the page of an event with registration shows of its places, and asks. */
import type { Answer } from '../../shared/answers.ts'
import { checkInCodePath, shortCode } from '../../shared/check-in-code.ts'
import type { AttendanceDate } from '../../shared/contract/attendance.ts'
import type { Registration } from '../../shared/event-fields.ts'
import { maxAnswerLength } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { rich } from '../ui/rich.tsx'

/** Returns how many places are left, or how many people wait for one; empty without a limit. */
export function describePlaces({ room, waiting }: AttendanceDate): string {
  if (room === null) return ''
  if (room > 0) return t('{count, plural, one {# spot left} other {# spots left}}', { count: room })
  return waiting === 0 ? t('full') : t('full, {count} waiting', { count: waiting })
}

/** Returns what the button says that takes a place or gives it back. */
export function goingLabel({ room, mine }: AttendanceDate): string {
  if (mine === 'waiting') return t('On the waiting list')
  return room === 0 && mine !== 'going' ? t('Join the waiting list') : t('Going')
}

/** Tells someone who waits how many are before them. */
export function Waiting({ date: { mine, queue } }: { date: AttendanceDate }) {
  if (mine !== 'waiting' || queue === null) return null
  return (
    <p className="text-sm">
      {t('You’re number {position} on the waiting list. When a spot is free, it’s yours, and we email you.', {
        position: queue,
      })}
    </p>
  )
}

type RegistrationFieldsProps = { registration: Registration; answers: Answer[]; date: AttendanceDate }

/** What the organizer asks those who register; afterwards, their answers, which they can change. */
export function RegistrationFields({
  registration: { questions },
  answers,
  date: { mine },
}: RegistrationFieldsProps) {
  const hasRegistered = mine === 'going' || mine === 'waiting'
  const answerTo = new Map(answers.map(({ question, answer }) => [question, answer]))
  const fields = questions.map(({ text, required }, index) => (
    <div key={text} className="max-w-md">
      <input type="hidden" name={`question.${index}`} value={text} />
      <TextField
        label={text}
        name={`answer.${index}`}
        required={required}
        optional={!required}
        autoComplete="off"
        maxLength={maxAnswerLength}
        defaultValue={answerTo.get(text) ?? ''}
      />
    </div>
  ))
  return (
    <>
      <input type="hidden" name="registers" value="yes" />
      <p className="text-sm text-soft">
        {questions.length > 0
          ? t('The organizer sees your name and your answers. Others don’t see the answers.')
          : t('The organizer sees your name.')}
      </p>
      {hasRegistered && questions.length > 0 ? (
        <Disclosure
          summary={<span className="text-sm font-semibold">{t('Your answers')}</span>}
          className="max-w-md"
        >
          <div className="space-y-4 pb-2">
            {fields}
            <Button type="submit" variant="secondary" name="state" value="keep">
              {t('Save answers')}
            </Button>
          </div>
        </Disclosure>
      ) : (
        <div className="space-y-4 pb-2 empty:hidden">{fields}</div>
      )}
    </>
  )
}

/** Shows the code that people with a place show at the door. */
export function DoorCode({ event, code }: { event: string; code: string }) {
  return (
    <figure className="mt-4 w-fit rounded-md border border-line bg-surface p-4">
      <img
        src={checkInCodePath(event, code)}
        alt={t('QR code for {code}', { code: shortCode(code) })}
        width={196}
        height={196}
        loading="lazy"
        className="mx-auto rounded bg-white"
      />
      <figcaption className="mt-2 text-sm">
        {rich(
          'Show this at the door, or say <code>{code}</code>',
          { code: (text) => <strong className="tabular-nums">{text}</strong> },
          { code: shortCode(code) },
        )}
      </figcaption>
    </figure>
  )
}
