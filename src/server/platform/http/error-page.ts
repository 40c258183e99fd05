import { html, htmlPage } from '../html.ts'

type ErrorPage = {
  title: string
  message: string
  /** Someone submitted a form that was not processed. The browser still has what they typed. */
  isUnsentForm?: boolean
  /** Where to go instead. */
  links?: { label: string; path: string }[]
}

const formHint = html`<p>Your form was not sent. Reload this page to send it again, or go back to change it.</p>`

const style =
  'body{max-width:32rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif}h1{font-size:1.75rem;line-height:1.25}'

/** Returns a page for an error that no React page shows. */
export function errorPage({ title, message, isUnsentForm = false, links = [] }: ErrorPage): string {
  const content = html`<h1>${title}</h1>
<p>${message}</p>
${isUnsentForm ? formHint : ''}
${links.map(({ label, path }) => html`<p><a href="${path}">${label}</a></p>`)}
<p><a href="/">Take me home</a></p>`
  return htmlPage(title, style, content).text
}
