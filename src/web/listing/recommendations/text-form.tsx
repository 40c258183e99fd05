import type * as z from 'zod/mini'
import { maxRecommendationLength } from '../../../shared/limits.ts'
import { t } from '../../../shared/translate.ts'
import { useDraftOf } from '../../framework/api-context.ts'
import { Form, FormFailure, SubmitButton } from '../../ui/forms/form.tsx'
import { TextAreaField } from '../../ui/forms/text-field.tsx'
import { validateBy } from '../../ui/forms/validate.ts'

const schemas = () => import('../../../shared/recommendation.ts')
const validators = {
  recommendation: validateBy(async () => (await schemas()).RecommendationTextSchema),
  reply: validateBy(async () => (await schemas()).RecommendationReplySchema),
} satisfies Record<string, (values: Record<string, string>) => Promise<unknown>>

type Text = z.output<Awaited<ReturnType<typeof schemas>>['RecommendationTextSchema']>

type TextFormProps = {
  kind: keyof typeof validators
  /** The path that accepts the form without scripts, and the action that it is sent. */
  path: string
  action: string
  label: string
  submit: string
  hint?: string
  defaultValue?: string
  onSubmit: (body: Text) => Promise<void>
}

/** Writes or changes a recommendation or a reply. */
export function TextForm({ kind, path, action, label, submit, hint, defaultValue, onSubmit }: TextFormProps) {
  const draft = useDraftOf(`${action}${path}`)
  return (
    <Form draft={draft} action={path} className="space-y-4" validate={validators[kind]} onSubmit={onSubmit}>
      <input type="hidden" name="action" value={action} />
      <TextAreaField
        label={label}
        name="text"
        required
        defaultValue={defaultValue}
        maxLength={maxRecommendationLength}
        limit={{ max: maxRecommendationLength }}
        hint={hint}
      />
      <SubmitButton busy={t('Saving…')} worksPlain>
        {submit}
      </SubmitButton>
      <FormFailure />
    </Form>
  )
}
