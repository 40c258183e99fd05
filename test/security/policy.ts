/** Checks a Content-Security-Policy: against what we want it to say, and with Google's evaluator, which knows bypasses. */
import { Version } from 'csp_evaluator/dist/csp.js'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expect } from 'vitest'

/** What the evaluator may say: with `'self'`, no URL of the site may serve scripts that others wrote. F1 tests that. */
const accepted = ["script-src 'self'"]

/** Each policy once: the same one is on thousands of responses. */
const evaluated = new Map<string, string[]>()

/** Returns the evaluator's findings about a policy, as `directive value`. */
export function weaknessesOf(policy: string): string[] {
  const known = evaluated.get(policy)
  if (known) return known
  const findings = new CspEvaluator(new CspParser(policy).csp, Version.CSP3).evaluate()
  const weaknesses = findings.map(({ directive, value = '' }) => `${directive} ${value}`)
  evaluated.set(policy, weaknesses)
  return weaknesses
}

const required = {
  'default-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  // Pages have no inline scripts, so none needs a nonce.
  'script-src': "'self'",
}

/** Expects the policy of a page or a call, or of a picture, which may do nothing at all. */
export function expectPolicy(policy: string | undefined, what: string, type = '') {
  expect(policy, what).toBeDefined()
  const directives = Object.fromEntries(
    (policy ?? '').split(';').map((part) => part.trim().split(/ (.*)/s, 2) as [string, string]),
  )
  if ('sandbox' in directives) {
    // The site's own drawings have styles, which run nothing.
    const { 'style-src': _styles, ...others } = directives
    expect(others, what).toEqual({ sandbox: undefined, 'default-src': "'none'" })
    expect(type, what).not.toMatch(/html|json/)
  } else expect(directives, what).toMatchObject(required)
  expect(
    weaknessesOf(policy ?? '').filter((weakness) => !accepted.includes(weakness)),
    what,
  ).toEqual([])
}
