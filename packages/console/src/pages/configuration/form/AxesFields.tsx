/** Three numbers by axis, each of which may be absent. */
import { Fieldset } from "@mantine/core"
import { useTranslation } from "react-i18next"
import classes from "../configuration.module.css"
import type { Path } from "../model/textTree.ts"
import { NumberField } from "./fields.tsx"

export const AxesFields = ({ label, path }: { readonly path: Path; readonly label: string }) => {
  const { t } = useTranslation("configuration")
  return (
    <Fieldset legend={label} p="xs">
      <div className={classes.three}>
        {(["x", "y", "z"] as const).map((axis) => (
          <NumberField key={axis} path={[...path, axis]} label={axis} notNumber={t("notNumber")} />
        ))}
      </div>
    </Fieldset>
  )
}
