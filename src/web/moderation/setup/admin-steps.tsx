/** The steps of an admin. Each has the settings of the table of steps, and sometimes parts of its own. */
import { formatCount } from '../../../shared/format.ts'
import { useBackend } from '../../framework/api-context.ts'
import { GetForm } from '../../framework/router/get-form.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ActionForm } from '../../ui/forms/action-form.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import type { StepData } from './load-setup.ts'
import { AdsPreview, EmailPreview, PlacePreview, SitePreview } from './previews.tsx'
import { SettingsForm } from './settings-form.tsx'

type StepProps = { data: StepData }

export const SiteStep = ({ data }: StepProps) => (
  <SettingsForm data={data} preview={(textFor) => <SitePreview textFor={textFor} />} />
)

export function PlaceStep({ data }: StepProps) {
  const { country, countries } = data
  const options = countries.map(({ code, name }) => ({ value: code, label: name }))
  const isKnown = countries.some(({ code }) => code === country)
  return (
    <>
      <Card className="mb-5 p-4 sm:p-6">
        <GetForm to={(fields) => paths.setup({ step: 'place', country: fields.country })}>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-56 flex-1">
              <SelectField
                label="Country"
                name="country"
                none="Choose"
                options={options}
                defaultValue={country}
              />
            </div>
            <button type="submit" className={buttonClass({ variant: 'secondary' })}>
              Fill in what is usual there
            </button>
          </div>
        </GetForm>
        <p role="status" className="mt-3 text-sm text-soft empty:hidden">
          {isKnown && 'What is usual in this country is filled in below. Nothing is saved yet.'}
        </p>
      </Card>
      <SettingsForm data={data} preview={(textFor) => <PlacePreview textFor={textFor} />} />
    </>
  )
}

export function AdsStep({ data }: StepProps) {
  return (
    <>
      <DemoAds count={data.demoAds} />
      <SettingsForm
        data={data}
        preview={(textFor) => <AdsPreview textFor={textFor} demoAds={data.demoAds} />}
      />
    </>
  )
}

function DemoAds({ count }: { count: number }) {
  const { api } = useBackend()
  const run = useAdminAction()
  const shown = count === 0
  return (
    <Card className="mb-5 p-4 sm:p-6">
      <h2 className="text-lg">Demo ads</h2>
      <p className="mt-1 mb-4 text-sm text-soft">
        {shown
          ? 'There are none. They show what a busy site looks like, and can be deleted at any time.'
          : `Your site has ${formatCount(count, 'demo ad', 'demo ads')}, which show what a busy site looks like. Delete them before people visit it.`}
      </p>
      <ActionForm
        action={paths.setupDemo()}
        fields={{ shown: shown ? 'yes' : 'no' }}
        submit={shown ? 'Add demo ads' : 'Delete the demo ads'}
        busy="…"
        variant={shown ? 'secondary' : 'danger-outline'}
        onSubmit={() =>
          run(async () => ({ message: (await api.changeDemoAds({ body: { shown } })).message }))
        }
      />
    </Card>
  )
}

export const EmailStep = ({ data }: StepProps) => (
  <SettingsForm data={data} preview={(textFor) => <EmailPreview textFor={textFor} />} />
)
