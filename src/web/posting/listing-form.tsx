import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'
import type { Kind } from '../../shared/listing.ts'
import { fromForm } from '../../shared/listing-fields/form.ts'
import { sessionEnded, unreachable } from '../../shared/messages/pages.ts'
import { t } from '../../shared/translate.ts'
import { useCurrentUser } from '../framework/api-context.ts'
import { isRefused } from '../framework/loading.ts'
import { useLocation, useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { Form, type Validated, valuesOf } from '../ui/forms/form.tsx'
import { toast } from '../ui/toast.ts'
import { useAutosave } from './autosave.ts'
import { ContactSection } from './contact-section.tsx'
import { useDependentSelects } from './dependent-selects.tsx'
import { DetailsSection } from './details-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { ownFields } from './form-fields.ts'
import { FormBar } from './form-layout.tsx'
import type { ListingCall } from './input.ts'
import { labels } from './labels.ts'
import type { ListingFormData } from './load.ts'
import type { PreviewProps } from './preview.tsx'
import { PublishSection } from './publish-section.tsx'
import { lowestRowPrice } from './ticket-values.ts'
import { useTickets } from './tickets-section.tsx'
import type { DraftSession } from './use-draft-session.ts'
import { type Resolution, saveErrorMessage, useSaveListing } from './use-save-listing.ts'
import { type ListingValues, toListingValues } from './values.ts'

type ListingFormProps = {
  kind: Kind
  session: DraftSession
  form: ListingFormData
  onConflict: (mine: ListingValues) => Promise<Resolution>
  onStartOver: () => void
}

export function ListingForm({ kind, session, form: data, onConflict, onStartOver }: ListingFormProps) {
  const { queue, base, values, resumedBy } = session
  const authorEmail = data.listing?.author.email ?? data.email
  const form = useRef<HTMLFormElement>(null)
  const readValues = () => toListingValues(form.current ? valuesOf(form.current) : {})
  const autosave = useAutosave(form, session)
  const selects = useDependentSelects(session, data.choices)
  const tickets = useTickets(values)
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const preview = usePreview(readValues)
  const [waiting, setWaiting] = useState(false)
  const save = useSaveListing({ kind, session, form: data, onConflict: () => onConflict(readValues()) })
  const currentUser = useCurrentUser()
  const notifySessionExpired = useSessionExpiredToast()
  const action = base ? labels[kind].update : labels[kind].post

  // biome-ignore lint/correctness/useExhaustiveDependencies: one select may change the values of others
  useEffect(autosave.update, [selects.taxonomy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows come and go
  useEffect(onInput, [tickets.prices, tickets.rows])
  useFocusOnResume(resumedBy, form)
  useLeaveWarning(queue.isBusy())

  function onInput() {
    showLowestPrice(form.current, readValues())
    autosave.update()
  }

  async function validate(): Promise<Validated<ListingCall>> {
    const [{ validateListing }, lists] = await Promise.all([import('./input.ts'), selects.fill()])
    const offered = {
      subcategory: lists.subcategories.length > 0,
      state: lists.states.length > 0,
      city: lists.cities.length > 0,
    }
    function checkWith(images: string[]) {
      const values = readValues()
      const fields = ownFields(kind, data.fields, values)
      const stored = base ? fromForm(fields, base.values) : {}
      const version = base?.version ?? null
      return validateListing({ kind, values, images, offered, fields, stored, version })
    }

    // Pictures still uploading count as uploaded, so that errors elsewhere show at once.
    const expected = queue.pictures().filter(({ state }) => state.status !== 'failed')
    const checked = checkWith(expected.map(({ name }) => name))
    if ('errors' in checked) return checked
    setWaiting(queue.isBusy())
    await queue.settled()
    setWaiting(false)
    return checkWith(queue.addresses())
  }

  function submitFromPreview() {
    // Close it first: the dialog returns the focus as it closes, and then an invalid field takes it.
    flushSync(preview.close)
    form.current?.requestSubmit()
  }

  function onFailure(error: unknown, fieldsShown: boolean) {
    // The session reports its own end once; later attempts report it here.
    if (isRefused(error, 'unauthenticated')) return currentUser || notifySessionExpired()
    toast({ tone: 'error', text: saveErrorMessage(kind, base !== null, error, fieldsShown) })
  }

  return (
    <>
      <Form<ListingCall>
        ref={form}
        className="form-sections outline-none"
        validate={validate}
        onSubmit={save}
        onInput={onInput}
        onKeyDown={focusNextOnEnter}
        onFailure={onFailure}
      >
        <div className="flex flex-col gap-6">
          <DetailsSection
            title={t(labels[kind].details)}
            kind={kind}
            session={session}
            selects={selects}
            tickets={tickets}
          />
          <FieldsSection kind={kind} fields={data.fields} session={session} selects={selects} />
        </div>
        <ContactSection
          title={t(labels[kind].contact)}
          email={authorEmail}
          isAuthor={authorEmail === data.email}
          update={base !== null}
          ownPhone={data.ownPhone}
          values={values}
        />
        {!data.listing && <PublishSection values={values} />}
        <FormBar
          submit={t(action.submit)}
          submitting={t(action.submitting)}
          waiting={waiting}
          autosaveFailed={autosave.failed}
          onPreview={preview.open}
          onStartOver={session.restored ? onStartOver : null}
        />
      </Form>
      {preview.content && (
        <preview.content.Preview
          kind={kind}
          values={preview.content.values}
          fields={ownFields(kind, data.fields, preview.content.values)}
          pictures={pictures}
          email={authorEmail}
          submit={t(action.submit)}
          onSubmit={submitFromPreview}
          onClose={preview.close}
        />
      )}
    </>
  )
}

/** Shows the price that follows from the kinds of tickets. */
function showLowestPrice(form: HTMLFormElement | null, values: ListingValues) {
  const lowest = lowestRowPrice(values)
  const price = form?.elements.namedItem('price')
  if (lowest !== null && price instanceof HTMLInputElement) price.value = lowest
}

type PreviewContent = { values: ListingValues; Preview: ComponentType<PreviewProps> }

/** Previews the values as they are when it opens. Its code loads then; if that fails, the form is unaffected. */
function usePreview(readValues: () => ListingValues) {
  const [content, setContent] = useState<PreviewContent | null>(null)
  return {
    content,
    close: () => setContent(null),
    open() {
      const values = readValues()
      import('./preview.tsx').then(
        ({ Preview }) => setContent({ values, Preview }),
        () => toast({ tone: 'error', text: t(unreachable) }),
      )
    },
  }
}

/** Returns a function that offers to sign in and come back. The form stays as it is. */
function useSessionExpiredToast() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const run = () => void navigate(paths.signIn(pathname + search))
  return () => toast({ tone: 'error', text: t(sessionEnded), action: { label: t('Sign In'), run } })
}

/** Focuses the save button after a merge, and else the form: the element that had focus is gone. */
function useFocusOnResume(resumedBy: DraftSession['resumedBy'], form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (!resumedBy || !form.current) return
    form.current.tabIndex = -1
    const save = form.current.querySelector<HTMLElement>('[type=submit]')
    const target = resumedBy === 'merge' ? save : form.current
    target?.focus({ preventScroll: true })
    // An empty form is filled in from the top.
    if (resumedBy === 'clear') window.scrollTo({ top: 0 })
  }, [resumedBy, form])
}

/** Makes the browser confirm before it leaves the page during an upload. */
function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [busy])
}

/** On a touch keyboard, Enter moves to the next field, as its key label says; on a desktop it submits the form. */
function focusNextOnEnter(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...(target.form?.elements ?? [])].filter(isEditable)
  fields[fields.indexOf(target) + 1]?.focus()
}

const isEditable = (element: Element): element is HTMLElement =>
  element.matches('input:not([type=file]):not(:disabled):not(:read-only), textarea, select') &&
  element.checkVisibility()
