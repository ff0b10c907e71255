/** Three numbers by axis, each of which may be absent. */
import { Fieldset } from "@mantine/core"
import classes from "../configuration.module.css"
import type { Path } from "../model/textTree.ts"
import { NumberField } from "./fields.tsx"

export const AxesFields = ({ label, path }: { readonly path: Path; readonly label: string }) => (
  <Fieldset legend={label} p="xs">
    <div className={classes.three}>
      {(["x", "y", "z"] as const).map((axis) => (
        <NumberField key={axis} path={[...path, axis]} label={axis} />
      ))}
    </div>
  </Fieldset>
)
