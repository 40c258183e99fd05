import { useRef } from 'react'
import { adminDone } from '../../shared/messages/forms.ts'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { Card } from '../ui/card.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toast.ts'
import { checks } from './checks.ts'
import type { Deed } from './use-deeds.ts'

/** Somebody without an account is invited by mail, and an admin once the address is verified. */
export function AddAdmin({ run }: { run: (deed: Deed) => Promise<void> }) {
  const { api } = useBackend()
  const form = useRef<HTMLFormElement>(null)
  return (
    <Card className="mb-6 p-4 sm:p-5">
      <h2 className="text-base">Add an admin</h2>
      <p className="mt-0.5 mb-3 text-sm text-soft">
        Whoever has no account yet gets an invitation by mail, and is an admin once the address is verified.
      </p>
      <Form
        ref={form}
        className="grid items-start gap-x-3 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        check={checks.admin}
        send={async (body) => {
          const { message } = await api.addAdmin({ body })
          form.current?.reset()
          await run(async () => ({ text: message }))
        }}
        onFailure={(error) => toast({ tone: 'bad', text: adminDone.addAdminFailed(messageOf(error)) })}
      >
        <TextField label="Name" name="name" autoComplete="off" />
        <TextField label="Email" name="email" type="email" inputMode="email" autoComplete="off" />
        <SubmitButton busy="Adding…" className="md:mt-[1.875rem] md:min-h-12!">
          Add admin
        </SubmitButton>
      </Form>
    </Card>
  )
}
