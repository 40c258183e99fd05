type ProgressBarProps = {
  label: string
  /** From 0 to 1. */
  progress: number
}

export function ProgressBar({ label, progress }: ProgressBarProps) {
  const percent = Math.round(progress * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-2 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rtl:origin-right rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${progress})` }}
      />
    </div>
  )
}
