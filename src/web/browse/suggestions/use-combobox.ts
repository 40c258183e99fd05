import { type ComponentType, useState } from 'react'
import type { ComboboxProps, FieldProps } from './combobox.tsx'

/** The first focus loads the suggestions; the field stays the same element, so nothing typed is lost. */
export function useCombobox(name: 'SearchCombobox' | 'PlaceCombobox') {
  const [Suggestions, setSuggestions] = useState<ComponentType<ComboboxProps>>()
  const [fieldProps, setFieldProps] = useState<FieldProps>()
  const load = () =>
    import('./combobox.tsx').then(
      (module) => setSuggestions(() => module[name]),
      // The next focus tries again.
      () => {},
    )
  return { Suggestions, fieldProps, setFieldProps, load }
}
