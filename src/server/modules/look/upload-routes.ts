/** What admins send of the look: files, one at a time or in a form without scripts, and what a preview shows. */

import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { privatePaths, withQuery } from '../../../shared/paths.ts'
import { checkSettings, readSettingsForm, valueName } from '../../../shared/settings/read.ts'
import {
  type CurrentSettings,
  type SettingKey,
  type SiteSettings,
  settingKeys,
  settingOf,
} from '../../../shared/settings/table.ts'
import { maxSiteFileBytes, siteFileUploadPath } from '../../../shared/site-files.ts'
import { msg, t } from '../../../shared/translate.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { ViewerOf } from '../../platform/http/contract-routes.ts'
import type { Dispatch } from '../../platform/http/dispatch.ts'
import { sendError } from '../../platform/http/errors.ts'
import { requireRole } from '../../platform/http/guards.ts'
import { isCorrectable, type SentForm } from '../../platform/http/refused-form.ts'
import { findCssProblem } from './custom-css.ts'
import { accentNote } from './palette.ts'
import type { SiteFiles } from './site-files.ts'

/** Renders the home page with other settings. */
type RenderPreview = (request: FastifyRequest, settings: SiteSettings, notes: string[]) => Promise<string>

type ReadForm = {
  texts: Record<string, string>
  /** Why the first file that cannot be used is refused. */
  refused: AppError | null
}

type Options = {
  files: SiteFiles
  settings: CurrentSettings
  dispatch: Dispatch
  viewerOf: ViewerOf
  publicUrl: string
  renderPreview: RenderPreview
}

const maxFileBytes = Math.max(...Object.values(maxSiteFileBytes))
const limits = {
  files: 10,
  /** What is larger is cut, and then refused like a file of this length. */
  fileSize: maxFileBytes + 1,
  fields: 100,
  parts: 110,
  fieldNameSize: 100,
  fieldSize: 100_000,
  headerPairs: 50,
}
/** A form with a photo of a phone in each field. Files are in memory one at a time. */
const maxFormBytes = 64 * 1024 * 1024

export async function mountLookForms(app: FastifyInstance, options: Options) {
  const { files, settings, dispatch, viewerOf, publicUrl, renderPreview } = options

  /** Reads a form to its end. Its files are stored, and their names are the texts of their settings. */
  async function readForm(request: FastifyRequest): Promise<ReadForm> {
    if (!request.isMultipart()) throw new AppError('invalid', t(notAForm), undefined, { status: 415 })
    // The parser would wait forever for the end of a request that has already ended.
    if (request.raw.destroyed) throw unreadable()
    const texts: Record<string, string> = Object.create(null)
    const uploaded: Record<string, string> = Object.create(null)
    let refused: AppError | null = null
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') texts[part.fieldname] = String(part.value)
        else {
          const content = await part.toBuffer()
          const kind = kindOf(part.fieldname)
          // A form has all of its file fields, also those without a file.
          if (content.length === 0 || !kind) continue
          await files.add(kind, content, part.fieldname).then(
            (name) => {
              uploaded[valueName(part.fieldname)] = name
            },
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error
              refused ??= error
            },
          )
        }
      }
    } catch (error) {
      throw unreadable(error)
    }
    return { texts: Object.assign(texts, uploaded), refused }
  }

  /** The same, for what can do nothing with a part of a form. */
  async function readWholeForm(request: FastifyRequest): Promise<Record<string, string>> {
    const { texts, refused } = await readForm(request)
    if (refused) throw refused
    return texts
  }

  async function changeSettings(request: FastifyRequest, reply: FastifyReply, { texts, refused }: ReadForm) {
    if (refused) throw refused
    const context = {
      viewer: await viewerOf(request, reply),
      network: networkOf(request.ip),
      forgetSession: () => {},
    }
    await dispatch('changeSettings', { body: readSettingsForm(texts) }, context)
  }

  /** Runs `work` for an admin, and leaves the connection usable. */
  async function forAdmin<Result>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Result>) {
    const isTooLong = Number(request.headers['content-length'] ?? 0) > maxFormBytes
    if (isTooLong) reply.header('connection', 'close')
    reply.header('cache-control', 'private, no-store')
    try {
      requireRole('admin', await viewerOf(request, reply))
      if (isTooLong) throw tooLarge()
      return await work()
    } finally {
      request.raw.unpipe()
      request.raw.resume()
    }
  }

  await app.register(async (scope) => {
    // No content type is parsed automatically: the sender is authenticated before the body is read.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    await scope.register(multipart, { throwFileSizeLimit: false })
    const config = { slowBody: true }

    scope.post(siteFileUploadPath, { config }, async (request, reply) =>
      forAdmin(request, reply, async () => {
        const texts = await readWholeForm(request)
        const key = settingKeys.find((key) => kindOf(key) && texts[valueName(key)])
        if (!key) throw new AppError('invalid', t(notAForm))
        return reply.code(201).send({ name: texts[valueName(key)] })
      }),
    )

    scope.post(privatePaths.adminFiles, { config }, async (request, reply) =>
      forAdmin(request, reply, async () => {
        const form = await readForm(request)
        try {
          await changeSettings(request, reply, form)
        } catch (thrown) {
          const sent = toSentForm(form.texts)
          if (!isCorrectable(thrown, sent)) throw thrown
          const errors = thrown.fields ?? {}
          const files = settingKeys.filter((key) => Object.hasOwn(errors, key))
          return sendError(request, reply, thrown, { ...sent, errors, files })
        }
        const { next } = form.texts
        const to = next
          ? withQuery(privatePaths.setup, { step: next })
          : withQuery(privatePaths.admin, { tab: 'settings', status: 'saved' })
        return reply.redirect(publicUrl + to, 303)
      }),
    )
    scope.post(privatePaths.adminLookPreview, { config }, async (request, reply) =>
      forAdmin(request, reply, async () => {
        const texts = await readWholeForm(request)
        const { values, problems } = checkSettings(readSettingsForm(texts).values)
        const chosen = { ...settings(), ...values }
        const shown = Object.freeze({ ...chosen, ...schemeOf(texts.scheme) })
        const notes = [
          ...Object.values(problems),
          accentNote(chosen),
          findCssProblem(chosen.customCss),
        ].filter((note) => note !== null)
        const page = await renderPreview(request, shown, notes)
        return reply
          .removeHeader('x-frame-options')
          .header('content-security-policy', previewPolicy)
          .type('text/html; charset=utf-8')
          .send(page)
      }),
    )
  })
}

/** The page in the frame: no scripts, and only the dashboard may frame it. */
const previewPolicy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const kindOf = (key: string) => {
  const known = settingKeys.find((known): known is SettingKey => known === key)
  return known ? settingOf(known).type.control.file : undefined
}

/** Nobody types the names of files, nor where a change starts. */
const toSentForm = (fields: Record<string, string>): SentForm => ({
  path: privatePaths.adminFiles,
  fields,
  hidden: (name) => /^(before\..*|next)$/.test(name) || kindOf(name.replace(/^values\./, '')) !== undefined,
})

/** The preview shows both modes, whatever the device of the admin prefers. */
const schemeOf = (scheme: string | undefined): Pick<SiteSettings, 'colorScheme'> | null =>
  scheme === 'light' || scheme === 'dark' ? { colorScheme: scheme } : null

const notAForm = msg('Please send the settings as a multipart/form-data form.')
const tooLarge = () =>
  new AppError('too_large', t('Files can be up to {max} MB.', { max: maxFileBytes / 1024 / 1024 }))
const unreadable = (cause?: unknown) =>
  new AppError('invalid', t('We couldn’t read the form. Please try again.'), undefined, { cause })
