import { useRef, useState } from 'react'
import { AppError, serverMessageOf } from '../../shared/errors.ts'
import { contact as sentences } from '../../shared/messages/pages.ts'
import { useCurrentUser } from '../accounts/session.ts'
import { useBackend } from '../backend.ts'
import { paths } from '../paths.ts'
import { useSite } from '../site.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { Notice } from '../ui/forms/notice.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { checkMessage } from './check-message.ts'

type Message = Extract<ReturnType<typeof checkMessage>, { sent: unknown }>['sent']
type Outcome = { tone: 'good' | 'bad'; text: string; more?: string }

export function ContactForm() {
  const signedIn = useCurrentUser()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { send, solving } = useSending()
  return (
    <Form
      ref={form}
      check={async (values) => {
        setOutcome(null)
        return (await import('./check-message.ts')).checkMessage(values)
      }}
      send={async (message: Message) => {
        await send(message)
        form.current?.reset()
        setOutcome({ tone: 'good', text: sentences.sent })
      }}
      onFailure={(error, shown) => setOutcome(failureOf(error, shown))}
    >
      <TextField label="Name" name="name" autoComplete="name" defaultValue={signedIn?.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        defaultValue={signedIn?.email}
        hint="We answer to this address, and use it for nothing else."
      />
      <div className="[&_textarea]:min-h-40">
        <TextAreaField label="Message" name="message" />
      </div>
      <Trap />
      <SubmitButton busy={sentences.sending} className="min-h-12 w-full sm:w-auto sm:min-w-44">
        Send message
      </SubmitButton>
      <div role="status" className="empty:-mt-5">
        {solving && <p className="text-sm text-soft">{whileSolving}</p>}
        {outcome && <Told outcome={outcome} />}
      </div>
    </Form>
  )
}

const whileSolving =
  'One moment: your browser is working on a small puzzle that keeps spam away. Your message goes out by itself right after.'

/** Sends a message; first the puzzle, if the site asks for one. */
function useSending() {
  const { api } = useBackend()
  const { product } = useSite()
  const [solving, setSolving] = useState(false)

  async function solved(): Promise<string | undefined> {
    const challenge = await api.getChallenge({})
    if (!challenge) return undefined
    setSolving(true)
    try {
      return await (await import('./solve-challenge.ts')).solveChallenge(challenge, product.contactEmail)
    } finally {
      setSolving(false)
    }
  }

  async function send(message: Message) {
    const challengeSolution = await solved()
    await api.sendMessage({ body: { ...message, ...(challengeSolution && { challengeSolution }) } })
  }
  return { send, solving }
}

/** `shown`: the fields say already what is wrong. */
function failureOf(error: unknown, shown: boolean): Outcome {
  const sentence = serverMessageOf(error)
  if (sentence === null || !(error instanceof AppError)) return { tone: 'bad', text: sentences.failed }
  const helps = !shown && error.code !== 'internal'
  return { tone: 'bad', text: sentences.refused, ...(helps && { more: sentence }) }
}

function Told({ outcome: { tone, text, more } }: { outcome: Outcome }) {
  const { contactEmail } = useSite().product
  return (
    <Notice tone={tone}>
      <p className="font-semibold">{text}</p>
      {more && <p className="mt-1">{more}</p>}
      {tone === 'bad' && (
        <p className="mt-1 text-ink">
          What you wrote is still here. You can also mail it to{' '}
          <TextLink href={paths.mail(contactEmail)}>{contactEmail}</TextLink>.
        </p>
      )}
    </Notice>
  )
}

/** Neither seen nor read out nor reached by the keyboard: only programs fill it in, and nobody reads what they send. */
function Trap() {
  return (
    <div className="hidden" aria-hidden>
      <label>
        Website, to be left empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
