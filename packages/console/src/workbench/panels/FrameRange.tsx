/** A range of frames, and what is done with them. Frames count from one for people, and from zero for `onRun`. */
import { Button, NumberInput } from "@mantine/core"
import { useState } from "react"
import classes from "./panels.module.css"

type Range = { readonly [End in "from" | "to"]: number }

interface FrameRangeProps {
  readonly labels: { readonly [Part in "from" | "to" | "run"]: string }
  /** The number of frames. */
  readonly most: number
  /** The range until the person has written another one. */
  readonly start: Range
  readonly fixed: boolean
  /** Whether nothing can be done with a range. */
  readonly refuses?: (range: Range) => boolean
  readonly onRun: (from: number, to: number) => void
}

export const FrameRange = ({ fixed, labels, most, onRun, refuses, start }: FrameRangeProps) => {
  const [written, setWritten] = useState<Partial<Range>>({})
  const range = { ...start, ...written }
  return (
    <div className={classes.range}>
      {(["from", "to"] as const).map((end) => (
        <NumberInput
          key={end}
          size="xs"
          label={labels[end]}
          value={range[end]}
          min={1}
          max={most}
          allowDecimal={false}
          readOnly={fixed}
          hideControls
          onChange={(value) => {
            if (typeof value === "number") setWritten((now) => ({ ...now, [end]: value }))
          }}
        />
      ))}
      <Button
        size="compact-xs"
        variant="default"
        disabled={fixed || range.from > range.to || refuses?.(range) === true}
        onClick={() => {
          onRun(range.from - 1, range.to - 1)
          setWritten({})
        }}
      >
        {labels.run}
      </Button>
    </div>
  )
}
