/** The settings of a step, and what leads to the steps beside it. */
import { type ReactNode, useState } from 'react'
import { readSettingsForm, valueName } from '../../../shared/settings/read.ts'
import { setupSteps, stepAfter } from '../../../shared/settings/setup-steps.ts'
import { type SettingKey, settingOf } from '../../../shared/settings/table.ts'
import { t } from '../../../shared/translate.ts'
import { useBackend } from '../../framework/api-context.ts'
import { useNavigate } from '../../framework/router/hooks.ts'
import { paths } from '../../paths.ts'
import { ButtonLink, buttonClass } from '../../ui/button.tsx'
import { SubmitButton, type Values } from '../../ui/forms/form.tsx'
import { SettingInput, textOf } from '../setting-input.tsx'
import type { StepData } from './load-setup.ts'
import { PreviewedForm } from './previewed-form.tsx'
import type { TextFor } from './previews.tsx'

type SettingsFormProps = {
  data: StepData
  preview: (textFor: TextFor) => ReactNode
}

export function SettingsForm({ data, preview }: SettingsFormProps) {
  const { page, settings, suggestions } = data
  const { api } = useBackend()
  const navigate = useNavigate()
  const [typed, setTyped] = useState<Values>({})
  const next = paths.setup({ step: stepAfter(page) })
  const hasFiles = settings.some(({ key }) => settingOf(key).type.control.file)
  const index = setupSteps.findIndex(({ id }) => id === page)
  const suggestionFor = (key: SettingKey) =>
    Object.hasOwn(suggestions, key) ? settingOf(key).type.write(suggestions[key]) : undefined
  const textFor: TextFor = (key) => {
    const setting = settings.find((setting) => setting.key === key)
    return setting ? (typed[valueName(key)] ?? suggestionFor(setting.key) ?? textOf(setting)) : ''
  }

  async function save(texts: Values) {
    const body = readSettingsForm(texts)
    if (Object.keys(body.values).length === 0) return navigate(next)
    await api.changeSettings({ body })
    // With a document that the new settings apply to.
    window.location.assign(next)
  }

  return (
    <PreviewedForm
      action={hasFiles ? paths.adminFiles() : paths.setupSettings()}
      encType={hasFiles ? 'multipart/form-data' : undefined}
      onSubmit={save}
      onValues={setTyped}
      preview={preview(textFor)}
      buttons={
        <>
          <input type="hidden" name="next" value={stepAfter(page)} />
          <SubmitButton busy={t('Saving…')} worksPlain>
            {t('Save and continue')}
          </SubmitButton>
          <button
            type="submit"
            name="next"
            value={page}
            className={buttonClass({ variant: 'secondary' }, 'without-script ms-2')}
          >
            {t('Save and look at the preview')}
          </button>
          <ButtonLink variant="ghost" className="px-3!" href={next}>
            {t('Skip')}
          </ButtonLink>
          {index > 1 && (
            <ButtonLink
              variant="ghost"
              className="px-3!"
              href={paths.setup({ step: setupSteps[index - 1]?.id })}
            >
              {t('Back')}
            </ButtonLink>
          )}
        </>
      }
    >
      {settings.map((setting) => (
        <SettingInput
          key={`${setting.key} ${textOf(setting)}`}
          setting={setting}
          suggested={suggestionFor(setting.key)}
        />
      ))}
    </PreviewedForm>
  )
}
