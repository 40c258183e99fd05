/** Handles: names that people choose for the URL of their page, such as `rosa-delgado` in `/seller/rosa-delgado`. */
import * as z from 'zod/mini'
import { handleLength } from './limits.ts'

/** Parts that would make a page look like the site's own. */
const reservedParts = new Set([
  ...[
    'admin',
    'admins',
    'administrator',
    'moderator',
    'moderators',
    'mod',
    'staff',
    'team',
    'official',
    'owner',
  ],
  ...[
    'support',
    'help',
    'helpdesk',
    'contact',
    'info',
    'security',
    'abuse',
    'billing',
    'payment',
    'payments',
  ],
  ...['system', 'root', 'webmaster', 'postmaster', 'hostmaster', 'noreply', 'verified', 'verify', 'trust'],
  ...['anonymous', 'deleted', 'nobody', 'null', 'undefined', 'neighbor', 'seller', 'sellers'],
  ...['new', 'edit', 'settings', 'report', 'recommend', 'api', 'www'],
])

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

/** Returns whether a handle would look like the site's own. `slug` is the product's. */
export const isReservedHandle = (handle: string, slug: string): boolean =>
  [handle, ...handle.split('-')].some((part) => part === slug || reservedParts.has(part))
