/** The steps of an admin. Each has the settings of the table of steps, and sometimes parts of its own. */
import { localName } from '../../../shared/local-names.ts'
import { topicSets } from '../../../shared/topics/sets.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { paths } from '../../paths.ts'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { Badge } from '../rows.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import { Countries } from './countries.tsx'
import type { StepData } from './load-setup.ts'
import { AdsPreview, EmailPreview, PlacePreview, SitePreview, TownsPreview } from './previews.tsx'
import { SettingsForm } from './settings-form.tsx'
import { StepPart } from './step-part.tsx'

type StepProps = { data: StepData }

export const SiteStep = ({ data }: StepProps) => (
  <SettingsForm data={data} preview={(textFor) => <SitePreview textFor={textFor} />} />
)

export function PlaceStep({ data }: StepProps) {
  const { places } = data
  if (!places) return null
  return (
    <>
      <Countries places={places} suggested={data.country} />
      <SettingsForm
        data={data}
        preview={(textFor) => (
          <>
            <TownsPreview textFor={textFor} saved={places.preview} />
            <PlacePreview textFor={textFor} />
          </>
        )}
      />
    </>
  )
}

export function AdsStep({ data }: StepProps) {
  const used = data.topicSets.find(({ isUsed }) => isUsed)
  return (
    <>
      <TopicSets data={data} />
      <DemoAds count={data.demoAds} canAdd={used?.key === 'full'} />
      <SettingsForm
        data={data}
        preview={(textFor) => <AdsPreview textFor={textFor} demoAds={data.demoAds} />}
      />
    </>
  )
}

function TopicSets({ data: { topicSets: sets, demoAds, hasOwnAds } }: StepProps) {
  const { api } = useBackend()
  const run = useAdminAction()
  return (
    <StepPart title={t('Categories')}>
      <p className="mt-1 mb-4 text-sm text-soft">
        {hasOwnAds
          ? t('People have posted ads, so the dashboard adds, renames, and merges categories one by one.')
          : t('Choose what is closest. You can add, rename, and remove each of them on the dashboard.')}
        {!hasOwnAds && demoAds > 0 && ` ${t('Another set deletes the demo ads.')}`}
      </p>
      <ul className="grid gap-3 md:grid-cols-2">
        {sets.map(({ key, categories, isUsed }) => (
          <li
            key={key}
            className={`flex flex-col gap-2 rounded-md border p-4 ${isUsed ? 'border-accent' : 'border-line'}`}
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="text-base">{t(topicSets[key].label)}</h3>
              {isUsed && <Badge tone="success">{t('In use')}</Badge>}
            </div>
            <p className="text-sm">{t(topicSets[key].help)}</p>
            <p className="text-xs text-soft">{categories.map(localName).join(' · ')}</p>
            {!isUsed && !hasOwnAds && (
              <ActionForm
                action={paths.setupTopics()}
                fields={{ set: key }}
                submit={t('Use these')}
                label={t('Use the categories “{set}”', { set: t(topicSets[key].label) })}
                busy="…"
                variant="secondary"
                className="mt-auto pt-1"
                onSubmit={() => run(() => api.chooseTopicSet({ body: { set: key } }))}
              />
            )}
          </li>
        ))}
      </ul>
    </StepPart>
  )
}

function DemoAds({ count, canAdd }: { count: number; canAdd: boolean }) {
  const { api } = useBackend()
  const run = useAdminAction()
  const shown = count === 0
  if (shown && !canAdd) return null
  return (
    <StepPart title={t('Demo ads')}>
      <p className="mt-1 mb-4 text-sm text-soft">
        {shown
          ? t(
              'There are none. They show what a busy site in the United States looks like, and can be deleted at any time.',
            )
          : t(
              'Your site has {count, plural, one {# demo ad} other {# demo ads}}, which show what a busy site looks like. Delete them before people visit it.',
              { count },
            )}
      </p>
      <ActionForm
        action={paths.setupDemo()}
        fields={{ shown: shown ? 'yes' : 'no' }}
        submit={shown ? t('Add demo ads') : t('Delete the demo ads')}
        busy="…"
        variant={shown ? 'secondary' : 'danger-outline'}
        onSubmit={() => run(() => api.changeDemoAds({ body: { shown } }))}
      />
    </StepPart>
  )
}

export const EmailStep = ({ data }: StepProps) => (
  <SettingsForm data={data} preview={(textFor) => <EmailPreview textFor={textFor} />} />
)
