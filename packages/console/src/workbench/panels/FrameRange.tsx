/** A range of frames, and what can be done with it. Frames count from one for people, and from zero for `run`. */
import { Button, Group, NumberInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import classes from "./panels.module.css"

type Range = { readonly [End in "from" | "to"]: number }

interface RangeVerb {
  readonly label: string
  /** Whether nothing can be done with a range. */
  readonly refuses?: (range: Range) => boolean
  readonly run: (from: number, to: number) => void
}

interface FrameRangeProps {
  readonly verbs: ReadonlyArray<RangeVerb>
  /** The number of frames. */
  readonly count: number
  /** The range until the person has written another one. */
  readonly start: Range
  readonly fixed: boolean
}

export const FrameRange = ({ count, fixed, start, verbs }: FrameRangeProps) => {
  const { t } = useTranslation("workbench")
  const [written, setWritten] = useState<Partial<Range>>({})
  const range = { ...start, ...written }
  return (
    <div className={classes.range}>
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
      <Group gap={4}>
        {verbs.map(({ label, refuses, run }) => (
          <Button
            key={label}
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
        ))}
      </Group>
    </div>
  )
}
