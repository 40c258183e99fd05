import { t } from '../../../shared/translate.ts'
import { useSite } from '../../framework/site-context.tsx'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { rich } from '../../ui/rich.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Logo } from './logo.tsx'

/** Takes the place of every page for all but admins. Its links load whole pages. */
export function Maintenance({ text }: { text: string }) {
  const { settings } = useSite()
  return (
    <main className="cork flex flex-1 flex-col items-center justify-center px-4 py-12">
      <title>{`${t('Maintenance')} | ${settings.name}`}</title>
      <Card className="relative w-full max-w-lg p-6 pt-9 text-center sm:p-10">
        <span className="pin-head absolute -top-2 left-1/2 -translate-x-1/2" aria-hidden />
        <Logo />
        <h1 className="mt-6 text-xl sm:text-2xl">{t('Down for maintenance')}</h1>
        <p dir="auto" className="free-text mt-3 whitespace-pre-line">
          {text}
        </p>
        <p className="mt-8 border-t border-dashed border-line pt-5 text-sm text-soft">
          {rich(
            'Questions? <mail>{email}</mail>',
            { mail: (text) => <TextLink href={paths.mail(settings.contactEmail)}>{text}</TextLink> },
            { email: settings.contactEmail },
          )}
          <br />
          <TextLink href={paths.signIn()}>{t('Sign in as an admin')}</TextLink>
        </p>
      </Card>
    </main>
  )
}
