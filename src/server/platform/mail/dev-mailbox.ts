/**
 * `/dev/mailbox` shows developers the emails in the outbox folder, which contain links to sign in as anyone. It does not exist
 * in production, and responds only to requests from this machine.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../../shared/errors.ts'
import { formatInstant } from '../../../shared/format.ts'
import type { CurrentSettings } from '../../../shared/settings/table.ts'
import { Html, html, htmlPage } from '../html.ts'
import { isLoopbackRequest } from '../http/loopback.ts'

const basePath = '/dev/mailbox'
const maxShown = 100

export function mountDevMailbox(app: FastifyInstance, folder: string, settings: CurrentSettings) {
  app.get(basePath, { onRequest: allowLoopbackOnly }, async (_request, reply) => {
    const names = (await emailFiles(folder)).slice(0, maxShown)
    const emails = await Promise.all(
      names.map(async (name) => ({ name, email: await readEmail(folder, name) })),
    )
    return send(reply, htmlPage('Mailbox', style, renderList(emails, settings().timeZone)))
  })
  app.get<{ Params: { name: string } }>(
    `${basePath}/:name`,
    { onRequest: allowLoopbackOnly },
    async ({ params: { name } }, reply) => {
      // Only names of existing emails are accepted, so a name cannot point outside the folder.
      if (!(await emailFiles(folder)).includes(name))
        throw new AppError('not_found', 'There is no such email.')
      const email = await readEmail(folder, name)
      return send(reply, htmlPage(subjectOf(email), style, renderEmail(email, settings().timeZone)))
    },
  )
}

async function allowLoopbackOnly(request: FastifyRequest) {
  if (!isLoopbackRequest(request)) throw new AppError('not_found', 'There is nothing at this address.')
}

/** Returns the newest first: file names begin with the creation time. */
async function emailFiles(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()
}

const readEmail = async (folder: string, name: string): Promise<Email> =>
  PostalMime.parse(await readFile(join(folder, name)))

const subjectOf = ({ subject }: Email) => subject || '(no subject)'
const recipientsOf = ({ to = [] }: Email) => to.map(({ address }) => address ?? '').join(', ')
const dateOf = ({ date }: Email, timeZone: string) => (date ? formatInstant(date, timeZone) : '')

function renderList(emails: { name: string; email: Email }[], timeZone: string): Html {
  if (emails.length === 0)
    return html`<h1>Mailbox</h1><p>No emails yet. They appear here because SMTP_URL is not set.</p>`
  const rows = emails.map(
    ({ name, email }) =>
      html`<li><a href="${basePath}/${name}"><strong>${subjectOf(email)}</strong><span>${recipientsOf(email)}</span><time>${dateOf(email, timeZone)}</time></a></li>`,
  )
  return html`<h1>Mailbox</h1><p>Emails from the site, newest first. They stay here because SMTP_URL is not set.</p><ul>${rows}</ul>`
}

function renderEmail(email: Email, timeZone: string): Html {
  // The content may come from outside, so the sandbox allows nothing except following links.
  const srcdoc = `<base target="_top">${email.html ?? ''}`
  return html`<p><a href="${basePath}">All emails</a></p>
<h1>${subjectOf(email)}</h1>
<p>To ${recipientsOf(email)}, ${dateOf(email, timeZone)}</p>
<iframe title="HTML version" sandbox="allow-top-navigation-by-user-activation" srcdoc="${srcdoc}"></iframe>
<h2>Plain text</h2>
<pre>${linkify(email.text ?? '')}</pre>`
}

/** Turns the URLs in a text into links. */
function linkify(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  const linked = parts.map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))
  return [new Html(linked.map((part) => part.text).join(''))]
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 760px; margin: 0 auto; padding: 24px 16px }
h1 { font-size: 24px; line-height: 1.25 }
h2 { font-size: 18px }
ul { list-style: none; padding: 0; border-top: 1px solid #8886 }
li { border-bottom: 1px solid #8886 }
li a { display: grid; padding: 12px 4px; color: inherit; text-decoration: none }
li a:hover, li a:focus { background: #8882 }
iframe { width: 100%; height: 600px; border: 1px solid #8886; border-radius: 8px }
pre { padding: 16px; border: 1px solid #8886; border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere }
`

const send = (reply: FastifyReply, { text }: Html) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)
