/** A range of frames, and what is done with it. Frames count from one for people, and from zero for `run`. */
import { Button, Group, NumberInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import classes from "./panels.module.css"

type Range = { readonly [End in "from" | "to"]: number }

interface FrameRangeProps {
  readonly label: string
  /** The number of frames. */
  readonly count: number
  /** The range until the person has written another one. */
  readonly start: Range
  readonly fixed: boolean
  /** Whether nothing can be done with a range. */
  readonly refuses?: (range: Range) => boolean
  readonly run: (from: number, to: number) => void
}

export const FrameRange = ({ count, fixed, label, refuses, run, start }: FrameRangeProps) => {
  const { t } = useTranslation("workbench")
  const [written, setWritten] = useState<Partial<Range>>({})
  const range = { ...start, ...written }
  return (
    <fieldset className={classes.range} aria-label={label}>
      {(["from", "to"] as const).map((end) => (
        <NumberInput
          key={end}
          size="xs"
          label={t(`track.${end}`)}
          value={range[end]}
          min={1}
          max={count}
          allowDecimal={false}
          readOnly={fixed}
          hideControls
          onChange={(value) => {
            if (typeof value === "number") setWritten((now) => ({ ...now, [end]: value }))
          }}
        />
      ))}
      <Group>
        <Button
          size="compact-xs"
          variant="default"
          disabled={fixed || range.from > range.to || refuses?.(range) === true}
          onClick={() => {
            run(range.from - 1, range.to - 1)
            setWritten({})
          }}
        >
          {label}
        </Button>
      </Group>
    </fieldset>
  )
}
