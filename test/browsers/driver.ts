import type { Target } from './find-element.ts'

/** What a person does with an element. */
export type Action =
  | { do: 'click' }
  /** Replaces the text of a field, key by key. */
  | { do: 'fill'; text: string }
  /** Chooses the option with this label. */
  | { do: 'select'; option: string }
  /** Chooses the file at this path. */
  | { do: 'attach'; file: string }

/** What a browser must be able to do. Each function acts at once: `page.ts` does the waiting. */
export type Driver = {
  goto: (url: string) => Promise<void>
  url: () => Promise<string>
  /** Runs a function, which must be self-contained, in the page. */
  evaluate: <Result>(script: () => Result) => Promise<Awaited<Result>>
  /** Acts on the element that `findElement` returns. Resolves to false if it, or the option to choose, is not there yet. */
  act: (target: Target, action: Action) => Promise<boolean>
  close: () => Promise<void>
}
