/** The home page as it would look, in light and dark, before anything is saved. The server renders it. */
import { type RefObject, useEffect, useState } from 'react'
import { AppError } from '../../shared/errors.ts'
import { t } from '../../shared/translate.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/toast.ts'

const schemes = ['light', 'dark'] as const
type Previews = Record<(typeof schemes)[number], string>

/** How long typing pauses before the preview follows. */
const pauseMs = 500

export function LookPreview({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const { previews, failure } = usePreviews(form)
  return (
    <section aria-label={t('Preview')} className="border-t border-dashed border-line pt-5">
      <h3 className="mb-3 text-base">{t('Preview')}</h3>
      <div className="without-script space-y-3">
        <p className="flex flex-wrap gap-3">
          {schemes.map((scheme) => (
            <Button
              key={scheme}
              type="submit"
              variant="secondary"
              name="scheme"
              value={scheme}
              formAction={paths.adminLookPreview()}
              formTarget="look-preview"
            >
              {scheme === 'light' ? t('Show in light colors') : t('Show in dark colors')}
            </Button>
          ))}
        </p>
        <iframe name="look-preview" title={t('Preview')} sandbox="allow-same-origin" className={frameClass} />
      </div>
      <div role="status" className="text-sm text-danger">
        {failure}
      </div>
      <div className="needs-script grid gap-4 lg:grid-cols-2">
        {schemes.map((scheme) => (
          <iframe
            key={scheme}
            title={scheme === 'light' ? t('Preview in light colors') : t('Preview in dark colors')}
            sandbox="allow-same-origin"
            srcDoc={previews?.[scheme] ?? ''}
            className={frameClass}
          />
        ))}
      </div>
    </section>
  )
}

const frameClass = 'h-[32rem] w-full rounded-md border border-line bg-sunken'

/** Follows the form. An older reply never replaces a newer one. */
function usePreviews(form: RefObject<HTMLFormElement | null>) {
  const [previews, setPreviews] = useState<Previews | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer = 0
    let latest = new AbortController()
    const load = async () => {
      latest.abort()
      latest = new AbortController()
      const { signal } = latest
      try {
        const [light, dark] = await Promise.all(
          schemes.map((scheme) => fetchPreview(element, scheme, signal)),
        )
        setPreviews({ light: light ?? '', dark: dark ?? '' })
        setFailure('')
      } catch (error) {
        if (!signal.aborted) setFailure(messageOf(error))
      }
    }
    const follow = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void load(), pauseMs)
    }
    follow()
    for (const event of ['input', 'change']) element.addEventListener(event, follow)
    return () => {
      window.clearTimeout(timer)
      latest.abort()
      for (const event of ['input', 'change']) element.removeEventListener(event, follow)
    }
  }, [form])
  return { previews, failure }
}

async function fetchPreview(form: HTMLFormElement, scheme: string, signal: AbortSignal): Promise<string> {
  const body = new FormData()
  // Files are uploaded when they are chosen, so only their names are sent.
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.set(name, value)
  body.set('scheme', scheme)
  const response = await fetch(paths.adminLookPreview(), { method: 'POST', body, signal })
  if (response.ok) return response.text()
  throw new AppError('unavailable', t('The preview could not be loaded. Saving still works.'))
}
