/** The form of a listing of either kind, new or changed. */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Kind } from '../../shared/listing.ts'
import { useCurrentUser } from '../accounts/session.ts'
import type { Choices } from '../lists/filters.ts'
import { type Checked, Form, valuesOf } from '../ui/forms/form.tsx'
import { toast } from '../ui/toast.ts'
import { ContactSection } from './contact-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { FormBar } from './form-bar.tsx'
import { goToNextField } from './go-to-next-field.ts'
import type { Sent } from './input.ts'
import { failureOfSending, isCode } from './send.ts'
import { useChain } from './use-chain.ts'
import { useDraftKeeper } from './use-draft-keeper.ts'
import { usePreview } from './use-preview.ts'
import { type Resolution, useSending } from './use-sending.ts'
import { useTellSignedOut } from './use-tell-signed-out.ts'
import type { Work } from './use-work.ts'
import { completed, type ListingValues } from './values.ts'
import { words } from './words.ts'

type Props = {
  kind: Kind
  work: Work
  /** Of the listing that is changed; null for a new one. */
  listingId: string | null
  choices: Choices
  /** Of the author. */
  email: string
  ownPhone: string
  onConflict: (mine: ListingValues) => Promise<Resolution>
}

export function ListingForm({ kind, work, listingId, choices, email, ownPhone, onConflict }: Props) {
  const { queue, base, values, resumed } = work
  const form = useRef<HTMLFormElement>(null)
  const typed = () => completed(form.current ? valuesOf(form.current) : {})
  const { note, refused } = useDraftKeeper(form, work)
  const chain = useChain(work, choices)
  const pictures = useSyncExternalStore(queue.subscribe, queue.pictures, queue.pictures)
  const preview = usePreview(typed)
  const [waiting, setWaiting] = useState(false)
  const send = useSending({ kind, work, listingId, onConflict: () => onConflict(typed()) })
  const signedIn = useCurrentUser()
  const tellSignedOut = useTellSignedOut()
  const told = base ? words[kind].update : words[kind].post

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen below has changed with what was chosen above
  useEffect(note, [chain.filters])
  useKeyboardAfter(resumed, form)
  useStayWhile(queue.isBusy())

  async function check(): Promise<Checked<Sent>> {
    const [{ checkListing }, lists] = await Promise.all([import('./input.ts'), chain.fill()])
    const offered = {
      subcategory: lists.subcategories.length > 0,
      state: lists.states.length > 0,
      city: lists.cities.length > 0,
    }
    const look = (images: string[]) =>
      checkListing({ kind, values: typed(), images, offered, version: base?.version ?? null })

    // Pictures on their way count as there: what is wrong with the rest is told at once.
    const coming = queue.pictures().filter(({ state }) => state.at !== 'failed')
    const checked = look(coming.map(({ name }) => name))
    if ('errors' in checked) return checked
    setWaiting(queue.isBusy())
    await queue.settled()
    setWaiting(false)
    return look(queue.addresses())
  }

  function tell(error: unknown, shown: boolean) {
    // That the session has ended is told by the session, once; whoever tries again is told again.
    if (isCode(error, 'unauthenticated')) return signedIn || tellSignedOut()
    toast({ tone: 'bad', text: failureOfSending(kind, base !== null, error, shown) })
  }

  return (
    <>
      <Form<Sent>
        ref={form}
        className="space-y-6 outline-none"
        check={check}
        send={send}
        onInput={note}
        onKeyDown={goToNextField}
        onFailure={tell}
      >
        <DetailsSection title={words[kind].about} kind={kind} work={work} chain={chain} />
        <ContactSection
          title={words[kind].author}
          email={email}
          update={base !== null}
          ownPhone={ownPhone}
          values={values}
        />
        <FormBar
          send={told.send}
          sending={told.sending}
          waiting={waiting}
          noDrafts={refused}
          onPreview={preview.open}
        />
      </Form>
      {preview.shown && (
        <preview.shown.Preview
          kind={kind}
          values={preview.shown.values}
          pictures={pictures}
          email={email}
          onClose={preview.close}
        />
      )}
    </>
  )
}

/** What had the keyboard is gone: it goes to the button that saves what was decided, or to where the form begins. */
function useKeyboardAfter(resumed: Work['resumed'], form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    if (!resumed || !form.current) return
    form.current.tabIndex = -1
    const save = form.current.querySelector<HTMLElement>('[type=submit]')
    const next = resumed === 'merged' ? save : form.current
    next?.focus({ preventScroll: true })
  }, [resumed, form])
}

/** The browser asks before it leaves in the middle of an upload. */
function useStayWhile(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
}
