import { useEffect } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { noAccess } from '../../shared/messages/forms.ts'
import { loadFailures, profile as sentences } from '../../shared/messages/pages.ts'
import { AccountSheet } from '../accounts/account-sheet.tsx'
import { checks } from '../accounts/checks.ts'
import { NeedsScripts } from '../accounts/needs-scripts.tsx'
import { ownProfile } from '../accounts/own-profile.ts'
import { UnlessSuspended } from '../accounts/suspended-notice.tsx'
import { useBackend } from '../backend.ts'
import { messageOf } from '../failure-toast.ts'
import { PageError } from '../layout/page-error.tsx'
import type { AuthedLoaderContext } from '../loading.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { toast } from '../ui/toast.ts'

export async function loader(given: AuthedLoaderContext) {
  const profile = await ownProfile(given)
  const own = profile.email.toLowerCase() === given.signedIn.email.toLowerCase()
  return own ? { profile } : { profile: null }
}

export function Component() {
  const { profile } = useLoaderData<typeof loader>()
  return profile ? <ProfileForm profile={profile} /> : <NotOwn />
}

export const ErrorBoundary = () => <PageError message={loadFailures.profile} />

type Shown = NonNullable<Awaited<ReturnType<typeof loader>>['profile']>

function ProfileForm({ profile }: { profile: Shown }) {
  const { api } = useBackend()
  const navigate = useNavigate()
  return (
    <AccountSheet title="Update Profile" intro="A field left empty keeps what it held.">
      <UnlessSuspended>
        <NeedsScripts />
        <Form
          check={checks.profile}
          send={async (body) => {
            await api.updateProfile({ body })
            toast({ tone: 'good', text: sentences.updated })
            await navigate(paths.profile())
          }}
          onFailure={(error) => toast({ tone: 'bad', text: sentences.updateFailed(messageOf(error)) })}
        >
          <TextField label="Name" name="name" autoComplete="name" defaultValue={profile.name} />
          <TextField label="Phone" name="phone" type="tel" autoComplete="tel" defaultValue={profile.phone} />
          <TextAreaField
            label="Address"
            name="address"
            rows={2}
            autoComplete="street-address"
            defaultValue={profile.address}
          />
          <TextAreaField label="Bio" name="bio" rows={4} defaultValue={profile.bio} />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink look="secondary" href={paths.profile()}>
              Cancel
            </ButtonLink>
            <SubmitButton busy="Saving…">Update Profile</SubmitButton>
          </div>
        </Form>
      </UnlessSuspended>
    </AccountSheet>
  )
}

/** The signed-in email is another than the profile's: it says so, and leads back (specification, section 5). */
function NotOwn() {
  const navigate = useNavigate()
  useEffect(() => {
    toast({ tone: 'bad', text: noAccess })
    void navigate(paths.profile(), { replace: true })
  }, [navigate])
  return <AccountSheet title="Update Profile">{noAccess}</AccountSheet>
}
