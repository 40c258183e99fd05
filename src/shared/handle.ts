/** Handles: names that people choose for the URL of their page, such as `rosa-delgado` in `/seller/rosa-delgado`. */
import * as z from 'zod/mini'
import { handleLength } from './limits.ts'

const format = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
export const handleSentence = `Please use ${handleLength.min} to ${handleLength.max} letters from a to z, digits, and single hyphens between them.`

/** A handle in lowercase. It is shorter than a UUID, so it never looks like an id. */
export const handleField = z
  .string(handleSentence)
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(handleLength.min, handleSentence),
    z.maxLength(handleLength.max, handleSentence),
    z.regex(format, handleSentence),
  )
