import { z } from 'zod'

/** Returns the schema of a text that `read` parses. The message of an error that `read` throws says what the text must be. */
export const parsedBy = <Value>(read: (text: string) => Value) =>
  z.string().transform((text, context): Value => {
    try {
      return read(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })

/** Returns the schema of a whole number from 0 to `max`. `rule` says what the text must be. */
export const numberUpTo = (max: number, rule: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, rule)
    .transform(Number)
    .refine((number) => number <= max, rule)
