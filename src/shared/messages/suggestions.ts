/** Shown when the suggestions page blocks an action (specification, section 2). */
import { msg } from '../translate.ts'
export const suggestions = {
  copy: msg('Copying is disabled!'),
  paste: msg('Pasting is disabled!'),
  rightClick: msg('Right-click is disabled!'),
} as const
