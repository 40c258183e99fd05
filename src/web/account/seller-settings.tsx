import { handleLength } from '../../shared/limits.ts'
import type { SellerSettings } from '../../shared/recommendation.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useRevalidate } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { validateBy } from '../ui/forms/validate.ts'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { showFailureToast, toast } from '../ui/toast.ts'

const validateSettings = validateBy(
  async () => (await import('../../shared/recommendation.ts')).SellerSettingsFormSchema,
)

/** The name of a person's public page, and what it shows. */
export function SellerSettingsForm({ settings }: { settings: SellerSettings }) {
  const { api } = useBackend()
  const { origin } = useSite()
  const revalidate = useRevalidate()
  const { id, handle, showBio } = settings
  return (
    <>
      <p className="mb-4 text-sm text-soft">
        {rich('While you have ads, everyone can see <link>your public page</link>.', {
          link: (text) => <TextLink href={paths.seller(handle ?? id)}>{text}</TextLink>,
        })}
      </p>
      <Form
        validate={validateSettings}
        onSubmit={async ({ handle, showBio }) => {
          await api.changeSellerSettings({ body: { handle, showBio: showBio === 'yes' } })
          toast({ tone: 'success', text: t('Public page saved.') })
          await revalidate()
        }}
        onFailure={showFailureToast}
      >
        <TextField
          label={t('Page name')}
          name="handle"
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={handle ?? ''}
          limit={{ max: handleLength.max }}
          hint={t(
            'The end of your page’s address: {address}. With a name, search engines can list your page.',
            { address: new URL(origin).host + paths.seller(t('your-name')) },
          )}
        />
        <Checkbox name="showBio" defaultChecked={showBio}>
          {t('Show my bio on my public page')}
        </Checkbox>
        <SubmitButton busy={t('Saving…')} label={t('Save: Public page')}>
          {t('Save')}
        </SubmitButton>
      </Form>
    </>
  )
}
