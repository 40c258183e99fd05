import { Notice } from '../notice.tsx'

/** Says why a form could not be sent. Screen readers announce it, because the element was there before. */
export const FormFailure = ({ text }: { text: string }) => (
  <div role="alert" className="empty:hidden">
    {text && <Notice tone="error">{text}</Notice>}
  </div>
)
