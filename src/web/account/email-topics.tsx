import { useState } from 'react'
import { type EmailTopic, emailTopics, emailTopicsFor } from '../../shared/email-topics.ts'
import { t } from '../../shared/translate.ts'
import { useBackend } from '../framework/api-context.ts'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Form, SubmitButton } from '../ui/forms/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { showFailureToast } from '../ui/toast.ts'

type EmailTopicsProps = {
  isInTeam: boolean
  wanted: EmailTopic[]
  /** They have just been saved without scripts. */
  isSaved: boolean
}

/** Which emails someone wants. Works without scripts. */
export function EmailTopics({ isInTeam, wanted, isSaved: wasSaved }: EmailTopicsProps) {
  const { api } = useBackend()
  const topics = emailTopicsFor(isInTeam)
  const [isSaved, setSaved] = useState(wasSaved)
  return (
    <Form
      className="space-y-1"
      action={paths.account()}
      onSubmit={async (values) => {
        const wanted = topics.filter((topic) => values[topic] === 'yes')
        await api.setWantedEmails({ body: { wanted } })
        setSaved(true)
      }}
      onInput={() => setSaved(false)}
      onFailure={showFailureToast}
    >
      {topics.map((topic) => (
        <Checkbox key={topic} name={topic} defaultChecked={wanted.includes(topic)}>
          <span className="block font-semibold">{t(emailTopics[topic].label)}</span>
          <span className="block text-soft">{t(emailTopics[topic].description)}</span>
        </Checkbox>
      ))}
      <p className="pt-2 text-sm text-soft">
        {t('We always email you about your account and about messages from people.')}
      </p>
      <div className="pt-3">
        <SubmitButton busy={t('Saving…')} worksPlain>
          {t('Save')}
        </SubmitButton>
      </div>
      <div role="status">{isSaved && <Notice tone="success">{t('Your choices are saved.')}</Notice>}</div>
    </Form>
  )
}
