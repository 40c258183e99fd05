/** Multipart forms with a picture, as browsers send them. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Picture, ProfilePhoto } from '../../../src/shared/contract/uploads.ts'
import type { ErrorReply } from '../../../src/shared/errors.ts'
import type { TestApp } from '../site/app.ts'
import { createUser, ownOrigin, type SendResult, startSession, type TestUser } from './accounts.ts'

export type Part = { name: string; content: Buffer | string; fileName?: string; type?: string }
export type Form = { payload: Buffer; headers: Record<string, string> }

export function formOf(parts: Part[]): Form {
  const boundary = `----form${randomBytes(8).toString('hex')}`
  const pieces = parts.flatMap(({ name, content, fileName, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type ? `\r\ncontent-type: ${type}` : '',
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  const payload = Buffer.concat(
    [...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string)),
  )
  return {
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(payload.length),
    },
  }
}

const fields: Part[] = [
  { name: 'upload_preset', content: 'corkboard' },
  { name: 'folder', content: 'ads' },
]

export const pictureForm = (content: Buffer, fileName = 'picture.jpg'): Form =>
  formOf([...fields, { name: 'file', content, fileName, type: 'image/jpeg' }])

/** A form with a profile photo. */
export const photoForm = (content: Buffer): Form =>
  formOf([{ name: 'file', content, fileName: 'photo.jpg', type: 'image/jpeg' }])

export type Uploader = TestUser & { cookie: string }

/** Creates a person who is signed in. The site must have real sessions. */
export async function createUploader(site: TestApp): Promise<Uploader> {
  const person = await createUser(site.database)
  return { ...person, cookie: await startSession(site, person.email) }
}

/** `from` is the client's address. */
type Sender = { cookie: string; from?: string }

export const upload = (site: TestApp, form: Form, sender: Sender) =>
  sendForm<Picture>(site, '/api/images', form, sender)

export const uploadPhoto = (site: TestApp, form: Form, sender: Sender) =>
  sendForm<ProfilePhoto>(site, '/api/profile-photo', form, sender)

export const uploadMessagePhoto = (site: TestApp, content: Buffer, sender: Sender) =>
  sendForm<Picture>(site, '/api/message-photo', photoForm(content), sender)

async function sendForm<Reply>(
  { app }: TestApp,
  url: string,
  { payload, headers }: Form,
  { cookie, from }: Sender,
): Promise<SendResult<Reply & ErrorReply>> {
  const response = await app.http.inject({
    method: 'POST',
    url,
    headers: { ...headers, cookie, origin: ownOrigin },
    ...(from && { remoteAddress: from }),
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers, cookie: '' }
}

/** Returns the paths of all picture files, stored and unfinished. */
export async function filesOf({ folder }: Pick<TestApp, 'folder'>, subfolder = ''): Promise<string[]> {
  // A folder may disappear while it is being read.
  const entries = await readdir(join(folder, 'pictures', subfolder), { withFileTypes: true }).catch(() => [])
  const files = entries.map((entry) => {
    const path = join(subfolder, entry.name)
    return entry.isDirectory() ? filesOf({ folder }, path) : [path]
  })
  return (await Promise.all(files)).flat().sort()
}

/** Returns the rows of the pictures that a person has uploaded. */
export async function rowsOf({ database }: TestApp, { accountId }: TestUser) {
  return database.kysely
    .selectFrom('image')
    .selectAll()
    .where('uploader_id', 'in', sql<string>`(select id from profile where account_id = ${accountId})`)
    .orderBy('id')
    .execute()
}
