import type { Api } from '../../shared/api-client.ts'
import { AppError } from '../../shared/errors.ts'
import { messageOf } from '../failure-toast.ts'

/** Takes entries of the log back, one after the other: each may have changed since. Throws when some could not be. */
export async function undoEntries(api: Api, entries: number[]): Promise<string> {
  let message = ''
  const problems: string[] = []
  for (const id of entries) {
    try {
      message = (await api.undo({ params: { id } })).message
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  const [problem] = problems
  if (problem === undefined) return message
  const done = entries.length - problems.length
  throw new AppError(
    'conflict',
    done > 0 ? `${done} of ${entries.length} are taken back. ${problem}` : problem,
  )
}
