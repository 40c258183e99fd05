import { formatInstantDay } from '../../shared/format.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { useLocation } from '../framework/router/hooks.ts'
import { useSite } from '../framework/site-context.tsx'
import { paths } from '../paths.ts'
import { useOnChange } from '../ui/changes.ts'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { TextLink } from '../ui/text-link.tsx'

export function Banner({ reason, until }: { reason: string; until: string | undefined }) {
  const { settings, slug } = useSite()
  useRefreshedSession()
  return (
    <section aria-label={t('Suspension')} className="border-b border-danger bg-danger-wash">
      <div className="page-width flex gap-3 py-4 text-sm">
        <Icon name="circle-alert" className="mt-px size-5 shrink-0 text-danger" />
        <div className="min-w-0 max-w-4xl">
          <p className="font-semibold text-danger">{t('Your account is suspended.')}</p>
          <p className="mt-1">
            {reason && (
              <>
                {rich(
                  'Reason: <quote>{reason}</quote>',
                  { quote: (text) => <q className="[overflow-wrap:anywhere]">{text}</q> },
                  { reason },
                )}{' '}
              </>
            )}
            {t('Your ads are hidden, and you can’t post or edit ads or your profile for now.')}
            {until && ` ${t('It ends on {day}.', { day: formatInstantDay(until, settings.timeZone) })}`}
          </p>
          <p className="mt-1">
            {rich(
              'Think this is a mistake? <decision>See the decision, and appeal</decision>, <contact>contact us</contact>, or write to <mail>{email}</mail>, and a person will review it. Your data is still yours: <data>download it</data>.',
              {
                decision: (text) => <TextLink href={paths.decisions()}>{text}</TextLink>,
                contact: (text) => <TextLink href={paths.contact()}>{text}</TextLink>,
                mail: (text) => <TextLink href={paths.mail(settings.contactEmail)}>{text}</TextLink>,
                data: (text) => (
                  <TextLink href={paths.accountData()} download={`${slug}-account.json`}>
                    {text}
                  </TextLink>
                ),
              },
              { email: settings.contactEmail },
            )}
          </p>
        </div>
      </div>
    </section>
  )
}

/** Refreshes the session after each navigation, so that the banner disappears when the suspension is lifted. */
function useRefreshedSession() {
  const { api } = useBackend()
  const { pathname } = useLocation()
  // The response updates the session (session.ts). Without one, the banner stays.
  useOnChange(pathname, () => void api.getSession({}).catch(() => {}))
}
