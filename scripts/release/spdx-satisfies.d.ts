declare module 'spdx-satisfies' {
  /** Returns whether an SPDX expression can be satisfied with these ids. Throws for text that is none. */
  export default function satisfies(expression: string, allowed: readonly string[]): boolean
}
