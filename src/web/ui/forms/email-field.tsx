import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

export const EmailField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField label="Email" name="email" type="email" autoComplete="email" inputMode="email" {...props} />
)
