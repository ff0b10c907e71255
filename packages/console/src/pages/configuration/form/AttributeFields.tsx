/** One attribute of a configuration: its name, its type, and what the type allows to say. */
import { Group, Input, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { print } from "../../../workbench/editor/json/parse.ts"
import { isArray, isObject, type Json } from "../../../workbench/editor/json/value.ts"
import {
  type InputType,
  readDecimal,
  inputTypes as workbenchTypes,
} from "../../../workbench/editor/label/attributes/configuration.ts"
import { AttributeField } from "../../../workbench/panels/AttributeField.tsx"
import classes from "../configuration.module.css"
import type { Path } from "../model/textTree.ts"
import { useForm, useValue } from "./FormContext.ts"
import { ChoiceField, FlagField, ListField, NumberField, TextField } from "./fields.tsx"
import { useFields } from "./useFields.ts"

const inputTypes = [...workbenchTypes, "vector3", "quaternion", "points"] as const
const sensors = ["2D", "3D", "all"] as const

export const AttributeFields = ({ path }: { readonly path: Path }) => {
  const { t } = useTranslation("configuration")
  const { value: type } = useValue([...path, "input_type"])
  const isShown = useFields(path)
  return (
    <Stack gap="xs">
      <div className={classes.two}>
        <TextField path={[...path, "name"]} label={t("attribute.name")} required />
        <ChoiceField
          path={[...path, "input_type"]}
          label={t("attribute.type")}
          choices={inputTypes}
          required
        />
      </div>
      {type === "select" || type === "multiselect" ? (
        <ListField
          path={[...path, "values"]}
          label={t("attribute.values")}
          description={t("attribute.valuesHint")}
        />
      ) : null}
      {type === "number" ? (
        <div className={classes.three}>
          <NumberField path={[...path, "min"]} label={t("attribute.min")} />
          <NumberField path={[...path, "max"]} label={t("attribute.max")} />
          <NumberField path={[...path, "step"]} label={t("attribute.step")} />
        </div>
      ) : null}
      <div className={classes.two}>
        <DefaultField path={path} />
        {isShown("sensors", "sensors") ? (
          <ChoiceField path={[...path, "sensors"]} label={t("attribute.sensors")} choices={sensors} />
        ) : null}
      </div>
      <Group gap="md">
        <FlagField path={[...path, "is_mandatory"]} label={t("attribute.mandatory")} />
        {isShown("is_track_level", "tracks") ? (
          <FlagField path={[...path, "is_track_level"]} label={t("attribute.trackLevel")} />
        ) : null}
        {isShown("applies_to_later_frames", "tracks") ? (
          <FlagField path={[...path, "applies_to_later_frames"]} label={t("attribute.laterFrames")} />
        ) : null}
        {isShown("synced_across_sensors", "sensors") ? (
          <FlagField path={[...path, "synced_across_sensors"]} label={t("attribute.synced")} />
        ) : null}
      </Group>
    </Stack>
  )
}

/** The default value, in the field that a labeler will see. */
const DefaultField = ({ path }: { readonly path: Path }) => {
  const { t } = useTranslation("configuration")
  const { readOnly, set } = useForm()
  const { value: attribute } = useValue(path)
  const { error, value } = useValue([...path, "default_value"], true)
  const members = isObject(attribute) ? attribute : {}
  const inputType = workbenchTypes.find((one) => one === members.input_type)
  if (inputType === undefined) return null
  return (
    <div>
      <AttributeField
        attribute={{
          name: t("attribute.default"),
          inputType,
          mandatory: false,
          trackLevel: false,
          laterFrames: false,
          values: isArray(members.values) ? members.values.filter((one) => typeof one === "string") : [],
          min: readDecimal(members.min),
          max: readDecimal(members.max),
          step: readDecimal(members.step),
          initial: undefined,
        }}
        value={value ?? undefined}
        readOnly={readOnly}
        onChange={(next) => set([...path, "default_value"], formatDefault(inputType, next))}
      />
      {error === undefined ? null : <Input.Error size="xs">{error}</Input.Error>}
    </div>
  )
}

/** A single choice of several is text: clients of the wire contract cannot read a list there. */
const formatDefault = (inputType: InputType, value: Json | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (inputType !== "multiselect" || !isArray(value)) return print(value)
  const [first] = value
  if (first === undefined) return undefined
  return print(value.length === 1 ? first : value)
}
