import { maxAddressLength, maxBioLength, maxNameLength, maxPhoneLength } from '../../shared/limits.ts'
import { t } from '../../shared/translate.ts'
import { AccountSheet, NeedsScripts } from '../account/account-layout.tsx'
import { NoAccess } from '../account/no-access.tsx'
import { loadOwnProfile } from '../account/own-profile.ts'
import { PhotoField } from '../account/photo-field.tsx'
import { validators } from '../account/validators.ts'
import { useBackend, useCurrentUser } from '../framework/api-context.ts'
import type { AuthedLoaderContext } from '../framework/loading.ts'
import { useLoaderData, useNavigate } from '../framework/router/hooks.ts'
import { paths } from '../paths.ts'
import { UnlessSuspended } from '../site/suspended-notice.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextAreaField, TextField } from '../ui/forms/text-field.tsx'
import { messageOf, toast } from '../ui/toast.ts'

export async function loader(context: AuthedLoaderContext) {
  const profile = await loadOwnProfile(context)
  const isOwn = profile.email.toLowerCase() === context.signedIn.email.toLowerCase()
  return isOwn ? profile : null
}

export function Component() {
  const profile = useLoaderData<typeof loader>()
  const { api } = useBackend()
  const signedIn = useCurrentUser()
  const navigate = useNavigate()
  if (!profile) return <NoAccess title={t('Update Profile')} to={paths.profile()} />
  return (
    <AccountSheet title={t('Update Profile')} intro={t('Leave a field blank to keep its current value.')}>
      <UnlessSuspended>
        <NeedsScripts />
        {signedIn && <PhotoField user={signedIn} />}
        <Form
          className="mt-6 space-y-5"
          validate={validators.profile}
          onSubmit={async (body) => {
            await api.updateProfile({ body })
            toast({ tone: 'success', text: t('Profile updated successfully'), onNextPage: true })
            await navigate(paths.profile())
          }}
          onFailure={(error) =>
            toast({ tone: 'error', text: t('Update failed: {reason}', { reason: messageOf(error) }) })
          }
        >
          <TextField
            label={t('Name')}
            name="name"
            autoComplete="name"
            defaultValue={profile.name}
            limit={{ max: maxNameLength }}
          />
          <TextField
            label={t('Phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            optional
            defaultValue={profile.phone}
            limit={{ max: maxPhoneLength }}
          />
          <TextAreaField
            label={t('Address')}
            name="address"
            rows={2}
            autoComplete="street-address"
            optional
            defaultValue={profile.address}
            limit={{ max: maxAddressLength }}
          />
          <TextAreaField
            label={t('Bio')}
            name="bio"
            rows={4}
            optional
            defaultValue={profile.bio}
            limit={{ max: maxBioLength }}
          />
          <div className="flex flex-wrap justify-end gap-3">
            <ButtonLink variant="secondary" href={paths.profile()}>
              {t('Cancel')}
            </ButtonLink>
            <SubmitButton busy={t('Saving…')}>{t('Update Profile')}</SubmitButton>
          </div>
        </Form>
      </UnlessSuspended>
    </AccountSheet>
  )
}
