/** Chooses which warnings are listed, and which the keys go through. */
import { NativeSelect } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { countRules } from "../../model/warnings/filter.ts"
import type { Warnings } from "../useWarnings.ts"
import classes from "./panels.module.css"

const places = ["everywhere", "frame", "sensor", "selection"] as const

interface WarningFilterProps {
  readonly warnings: Warnings
  /** Whether the label has frames. */
  readonly sequence: boolean
  /** Whether it has several sensors. */
  readonly sensors: boolean
}

export const WarningFilter = ({ sensors, sequence, warnings }: WarningFilterProps) => {
  const { t } = useTranslation("workbench")
  const { filter, setFilter, state } = warnings
  const rules = countRules(state.findings)
  return (
    <div className={classes.filters}>
      <NativeSelect
        size="xs"
        aria-label={t("warnings.rule")}
        value={filter.rule ?? ""}
        data={[
          { value: "", label: t("warnings.allRules") },
          ...[...rules].map(([rule, count]) => ({ value: rule, label: `${rule} (${count})` })),
          // The last finding of the chosen rule may have vanished.
          ...(filter.rule === undefined || rules.has(filter.rule)
            ? []
            : [{ value: filter.rule, label: `${filter.rule} (0)` }]),
        ]}
        onChange={({ currentTarget }) =>
          setFilter({ ...filter, rule: currentTarget.value === "" ? undefined : currentTarget.value })
        }
      />
      <NativeSelect
        size="xs"
        aria-label={t("warnings.where")}
        value={filter.where}
        data={places
          .filter((where) => (sequence || where !== "frame") && (sensors || where !== "sensor"))
          .map((where) => ({ value: where, label: t(`warnings.places.${where}`) }))}
        onChange={({ currentTarget }) => {
          const where = places.find((one) => one === currentTarget.value)
          if (where !== undefined) setFilter({ ...filter, where })
        }}
      />
    </div>
  )
}
