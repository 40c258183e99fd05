/** Forms with a picture, as browsers send them. */
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ErrorReply } from '../../src/shared/errors.ts'
import type { Picture } from '../../src/shared/picture-upload.ts'
import { createPerson, type Person, type SendResult, signIn } from './accounts.ts'
import type { TestApp } from './app.ts'

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

export type Uploader = Person & { cookie: string }

/** Somebody who is signed in, to a site with real sessions. */
export async function createUploader(site: TestApp): Promise<Uploader> {
  const person = await createPerson(site.database)
  return { ...person, cookie: await signIn(site, person.email) }
}

export async function upload(
  { app }: TestApp,
  { payload, headers }: Form,
  { cookie }: { cookie: string },
): Promise<SendResult<Picture & ErrorReply>> {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/images',
    headers: { ...headers, cookie },
    payload,
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers, cookie: '' }
}

/** Every file of its pictures, by its path: stored ones, and what lies there unfinished. */
export async function filesOf({ folder }: Pick<TestApp, 'folder'>, within = ''): Promise<string[]> {
  // A folder may go while it is looked at.
  const entries = await readdir(join(folder, 'pictures', within), { withFileTypes: true }).catch(() => [])
  const found = entries.map((entry) => {
    const path = join(within, entry.name)
    return entry.isDirectory() ? filesOf({ folder }, path) : [path]
  })
  return (await Promise.all(found)).flat().sort()
}

/** The rows of the pictures that somebody has uploaded. */
export async function rowsOf({ database }: TestApp, { accountId }: Person) {
  return database.kysely
    .selectFrom('image')
    .selectAll()
    .where('uploader_id', 'in', sql<string>`(select id from profile where account_id = ${accountId})`)
    .orderBy('id')
    .execute()
}
