/** The code of a frame that shows a list of events on another site, with a preview. */

import { useId, useRef } from 'react'
import { maxPageSize } from '../../shared/limits.ts'
import { isOffered } from '../../shared/offered-kinds.ts'
import { t } from '../../shared/translate.ts'
import {
  type EmbedSettings,
  frameCode,
  frameHeight,
  pathOfFrame,
  readEmbedSettings,
  themeOptions,
  titleOf,
} from '../browse/embed-settings.ts'
import { type LoaderContext, notFoundResponse } from '../framework/loading.ts'
import { GetForm } from '../framework/router/get-form.tsx'
import { useLoaderData } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { NoIndexPage } from '../site/layout/page-frame.tsx'
import { Button } from '../ui/button.tsx'
import { control, InputField, SelectField } from '../ui/field.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { toast } from '../ui/toast.ts'

export async function loader({ query, settings }: LoaderContext) {
  if (!isOffered(settings, 'event')) throw notFoundResponse()
  return readEmbedSettings(query)
}

export function Component() {
  const settings = useLoaderData<typeof loader>()
  const { settings: site, origin } = useSite()
  const { seller, ...filters } = settings.filters
  const list = seller ? paths.seller(seller) : paths.allEvents(filters)
  const title = titleOf(settings)
  return (
    <NoIndexPage
      title={t('Embed this list')}
      subtitle={t(
        'Show these events on your own website. The list stays up to date, and needs no scripts and no cookies.',
      )}
    >
      <p className="mb-6" dir="auto">
        {rich(
          'List: <link>{title}</link>',
          { link: (text) => <TextLink href={list}>{text}</TextLink> },
          { title },
        )}
      </p>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <Settings key={pathOfFrame(settings)} settings={settings} />
          <Code code={frameCode(settings, { name: site.name, origin })} />
        </div>
        <section aria-label={t('Preview')} className="min-w-0">
          <h2 className="mb-3 text-lg">{t('Preview')}</h2>
          <iframe
            key={pathOfFrame(settings)}
            src={pathOfFrame(settings)}
            title={t('{title} (preview)', { title })}
            height={settings.height}
            className="w-full rounded-md border border-line"
          />
        </section>
      </div>
    </NoIndexPage>
  )
}

function Settings({ settings }: { settings: EmbedSettings }) {
  const { filters, theme, limit, height } = settings
  return (
    <GetForm
      to={(fields) => paths.embedEvents({ ...filters, ...fields })}
      keepScroll
      className="grid gap-4 sm:grid-cols-2"
    >
      <SelectField label={t('Colors')} name="theme" defaultValue={theme} options={themeOptions()} />
      <InputField
        label={t('Number of events')}
        name="limit"
        type="number"
        min={1}
        max={maxPageSize}
        defaultValue={limit}
      />
      <InputField
        label={t('Height in pixels')}
        name="height"
        type="number"
        min={frameHeight.min}
        max={frameHeight.max}
        defaultValue={height}
      />
      <Button type="submit" variant="secondary" className="self-end">
        {t('Update')}
      </Button>
    </GetForm>
  )
}

function Code({ code }: { code: string }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    field.current?.select()
    try {
      // Throws without HTTPS: the text is selected, so that it can be copied with the keyboard.
      await navigator.clipboard.writeText(code)
      toast({ tone: 'success', text: t('Code copied.') })
    } catch {
      toast({ tone: 'error', text: t('Please copy the selected code.') })
    }
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('Code for your page')}
      </label>
      <textarea
        ref={field}
        id={id}
        readOnly
        rows={7}
        value={code}
        spellCheck={false}
        className={`${control} p-3 font-mono`}
      />
      <Button variant="secondary" className="needs-script mt-3" onClick={() => void copy()}>
        {t('Copy code')}
      </Button>
    </div>
  )
}
