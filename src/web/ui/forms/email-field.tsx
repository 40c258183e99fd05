import type { ComponentProps } from 'react'
import { t } from '../../../shared/translate.ts'
import { TextField } from './text-field.tsx'

export const EmailField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField label={t('Email')} name="email" type="email" autoComplete="email" inputMode="email" {...props} />
)
