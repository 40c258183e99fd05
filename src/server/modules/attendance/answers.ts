/** What those who register answer to the questions of an event. They are stored with the questions as they were asked. */
import { sql } from 'kysely'
import type { Answer } from '../../../shared/answers.ts'
import type { AttendanceInput } from '../../../shared/contract/attendance.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Registration } from '../../../shared/event-fields.ts'
import { msg, t } from '../../../shared/translate.ts'
import type { Connection } from '../../platform/database/database.ts'

type Place = { profileId: string; listingId: string; dateId: number | null }

/**
 * Returns the answers to store; undefined to keep those of someone who has registered. Throws `conflict` for someone who has
 * not read that the organizer sees their name, and for an answer to a question that is not asked anymore, and `invalid` if a required one is missing.
 */
export async function answersFor(
  tx: Connection,
  { questions }: Registration,
  { answers, acceptsRegistration = false }: Pick<AttendanceInput, 'answers' | 'acceptsRegistration'>,
  place: Place,
): Promise<Answer[] | undefined> {
  const isRegistered = await hasRegistered(tx, place)
  // Their page may be older than the registration.
  if (!isRegistered && !acceptsRegistration) throw new AppError('conflict', t(organizerSeesName))
  if (answers === undefined && isRegistered) return undefined
  const given = new Map(answers?.map(({ question, answer }) => [question, answer]))
  if ([...given.keys()].some((question) => !questions.some(({ text }) => text === question)))
    throw new AppError('conflict', t(questionsChanged))
  const fields: Record<string, string> = {}
  for (const [index, { text, required }] of questions.entries())
    if (required && !given.get(text))
      fields[`answer.${index}`] = t('Please answer: {question}', { question: text })
  const [missing] = Object.values(fields)
  if (missing) throw new AppError('invalid', missing, fields)
  return questions.flatMap(({ text }) => {
    const answer = given.get(text)
    return answer ? [{ question: text, answer }] : []
  })
}

async function hasRegistered(tx: Connection, { profileId, listingId, dateId }: Place): Promise<boolean> {
  const { rows } = await sql`
    select from attendance where profile_id = ${profileId} and listing_id = ${listingId}
      and occurrence_id is not distinct from ${dateId} and state = 'going' and registered`.execute(tx)
  return rows.length > 0
}

const organizerSeesName = msg(
  'This event now takes registrations: the organizer sees the name of everyone who goes. If that’s fine with you, open the event again and choose “Going”.',
)
const questionsChanged = msg(
  'The organizer has changed the questions. Please reload the page and answer them.',
)
