import { AppError } from '../../../shared/errors.ts'
import { isFull } from '../../platform/storage/image-store.ts'

const later = 'Please try again in a few minutes; everything else you entered is kept.'

/**
 * Of work with files alone: what is refused stays so, anything else that goes wrong means that there is no place for
 * pictures just now, and throws `unavailable`.
 */
export async function asStorageError<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError) throw error
    const sentence = isFull(error)
      ? `There is no room for more pictures right now. ${later}`
      : `Pictures cannot be stored right now. ${later}`
    throw new AppError('unavailable', sentence, undefined, { cause: error, retryAfter: 120 })
  }
}
