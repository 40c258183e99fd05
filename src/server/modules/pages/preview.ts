import { html } from '../../platform/html.ts'
import type { Look } from '../look/service.ts'

/** Turns a page into one that only shows how it looks: with its style sheet inside, and nothing in it can be used. Notes come first. */
export function toPreview(page: string, { css, page: look }: Look, notes: string[]): string {
  // Nothing in a style sheet may end its element.
  const style = `<style>${css.replaceAll('</', '<\\/')}</style>`
  const bar = notes.map(
    (note) =>
      html`<p style="margin:0;padding:12px 16px;background:var(--warning-wash);color:var(--ink)">${note}</p>`,
  )
  return page
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="(?:preload|manifest|modulepreload)"[^>]*>/g, '')
    .replace(`<link rel="stylesheet" href="${look?.stylesheet}"/>`, () => style)
    .replace('<body>', () => `${html`<body inert>${bar}`.text}`)
}
