/** Shown when the suggestions page blocks an action (specification, section 2). */
export const suggestions = {
  copy: 'Copying is disabled!',
  paste: 'Pasting is disabled!',
  rightClick: 'Right-click is disabled!',
} as const
