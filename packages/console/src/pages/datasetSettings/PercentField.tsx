/** A field for a share, in percent. */
import { NumberInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findPercentFormat } from "../../ui/numberSeparators.ts"
import { fromPercent, toPercent } from "./percent.ts"

interface PercentFieldProps {
  readonly label: string
  readonly description: string
  readonly error?: string | undefined
  /** A share, from 0; not a number where the field is empty. */
  readonly value: number
  /** The largest share, 1 by default. */
  readonly most?: number
  readonly disabled: boolean
  readonly onChange: (share: number) => void
}

export const PercentField = ({ most = 1, onChange, value, ...field }: PercentFieldProps) => {
  const { i18n } = useTranslation()
  return (
    <NumberInput
      {...field}
      w={320}
      maw="100%"
      min={0}
      max={toPercent(most)}
      {...findPercentFormat(i18n.language)}
      allowNegative={false}
      value={Number.isNaN(value) ? "" : toPercent(value)}
      onChange={(percent) => onChange(parsePercent(percent))}
    />
  )
}

/** Not a number for an empty field, which is no share of 0. */
export const parsePercent = (percent: number | string): number =>
  percent === "" ? Number.NaN : fromPercent(Number(percent))
