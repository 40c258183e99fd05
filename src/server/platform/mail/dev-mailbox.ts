/** `/dev/mailbox`: the mail that was written to files, for whoever works on the site. Not there in production. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../../shared/errors.ts'
import { Html, html } from '../html.ts'

const home = '/dev/mailbox'
const mostShown = 100

export function mountDevMailbox(app: FastifyInstance, folder: string) {
  app.get(home, async (_request, reply) => {
    const names = (await mailNames(folder)).slice(0, mostShown)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await readMail(folder, name) })))
    return send(reply, page('Mailbox', mailList(mails)))
  })
  app.get<{ Params: { name: string } }>(`${home}/:name`, async ({ params: { name } }, reply) => {
    // What is asked for must be one of the files that are there: a name leads nowhere else.
    if (!(await mailNames(folder)).includes(name)) throw new AppError('not_found', 'There is no such mail.')
    const mail = await readMail(folder, name)
    return send(reply, page(subjectOf(mail), openMail(mail)))
  })
}

/** Newest first: their names begin with when they were written. */
async function mailNames(folder: string): Promise<string[]> {
  const files = await readdir(folder).catch(() => [])
  return files
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .reverse()
}

const readMail = async (folder: string, name: string): Promise<Email> =>
  PostalMime.parse(await readFile(join(folder, name)))

const subjectOf = ({ subject }: Email) => subject || '(no subject)'
const recipientsOf = ({ to = [] }: Email) => to.map(({ address }) => address ?? '').join(', ')
const whenOf = ({ date = '' }: Email) => date.slice(0, 19).replace('T', ' ')

function mailList(mails: { name: string; mail: Email }[]): Html {
  if (mails.length === 0)
    return html`<h1>Mailbox</h1><p>No mail has been written yet. It arrives here because SMTP_URL is not set.</p>`
  const rows = mails.map(
    ({ name, mail }) =>
      html`<li><a href="${home}/${name}"><strong>${subjectOf(mail)}</strong><span>${recipientsOf(mail)}</span><time>${whenOf(mail)}</time></a></li>`,
  )
  return html`<h1>Mailbox</h1><p>What the site wrote, newest first. It stays here because SMTP_URL is not set.</p><ul>${rows}</ul>`
}

function openMail(mail: Email): Html {
  // No rights but to follow a link in the window itself: what stands in a mail came from outside.
  const shown = `<base target="_top">${mail.html ?? ''}`
  return html`<p><a href="${home}">All mail</a></p>
<h1>${subjectOf(mail)}</h1>
<p>To ${recipientsOf(mail)}, ${whenOf(mail)} UTC</p>
<iframe title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${shown}"></iframe>
<h2>As text</h2>
<pre>${withLinks(mail.text ?? '')}</pre>`
}

/** The addresses in a text, made to be clicked. */
function withLinks(text: string): Html[] {
  const parts = text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  const shown = parts.map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))
  return [new Html(shown.map((part) => part.text).join(''))]
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

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<style>${new Html(style)}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`

const send = (reply: FastifyReply, { text }: Html) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text)
