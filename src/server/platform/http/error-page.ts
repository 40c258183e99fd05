import { t } from '../../../shared/translate.ts'
import { html, htmlPage } from '../html.ts'
import { type RefusedForm, refusedForm } from './refused-form.ts'

type ErrorPage = {
  title: string
  message: string
  /** Someone submitted a form that was not processed. The browser still has what they typed. */
  isUnsentForm?: boolean
  /** A form that can be corrected and sent again. */
  refused?: RefusedForm | null
  /** Where to go instead. */
  links?: { label: string; path: string }[]
}

const formHint = () =>
  html`<p>${t('Your form was not sent. Reload this page to send it again, or go back to change it.')}</p>`

const style =
  'body{max-width:32rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif}h1{font-size:1.75rem;line-height:1.25}label{display:block;margin-top:1rem}input,textarea{box-sizing:border-box;width:100%;font:inherit}'

/** Returns a page for an error that no React page shows. */
export function errorPage({
  title,
  message,
  isUnsentForm = false,
  refused = null,
  links = [],
}: ErrorPage): string {
  const content = html`<h1>${title}</h1>
<p>${message}</p>
${isUnsentForm ? formHint() : ''}
${refused ? refusedForm(refused) : ''}
${links.map(({ label, path }) => html`<p><a href="${path}">${label}</a></p>`)}
<p><a href="/">${t('Take me home')}</a></p>`
  return htmlPage(title, style, content).text
}
