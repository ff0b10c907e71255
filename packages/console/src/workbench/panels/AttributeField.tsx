/** The field of one attribute. What is not set stays not set until somebody sets it. */
import { Group, NumberInput, Radio, Select, Text, TextInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ManySelect } from "../../ui/ManySelect.tsx"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import { toVisibleText } from "../../ui/visibleText.ts"
import { isArray, type Json } from "../editor/json/value.ts"
import { type Attribute, isOpaque, readDecimal } from "../editor/label/attributes/configuration.ts"
import { findProblem } from "../editor/label/attributes/problem.ts"
import classes from "./panels.module.css"

export interface AttributeFieldProps {
  readonly attribute: Attribute
  readonly value: Json | undefined
  readonly readOnly: boolean
  /** The frames in which a value holds. */
  readonly hint?: string | undefined
  /** Whether several objects have different values; the field then shows none of them. */
  readonly isMixed?: boolean
  /** `undefined` unsets the attribute. */
  readonly onChange: (value: Json | undefined) => void
}

/** The frames of a track in which a value that is set in one of them holds. */
export const findScope = ({ laterFrames, trackLevel }: Attribute): "frame" | "laterFrames" | "track" =>
  trackLevel ? "track" : laterFrames ? "laterFrames" : "frame"

export const AttributeField = (props: AttributeFieldProps) => {
  const { attribute, hint, isMixed = false, onChange, readOnly, value } = props
  const { i18n, t } = useTranslation("workbench")
  const problem = isMixed ? undefined : findProblem(attribute, value)
  const empty = isMixed ? t("attributes.mixed") : undefined
  const limit = problem !== undefined && "limit" in problem ? problem.limit : 0
  const common = {
    size: "xs",
    label: toVisibleText(attribute.name),
    description: hint,
    required: attribute.mandatory,
    readOnly,
    error:
      problem === undefined
        ? undefined
        : t(`problem.${problem.kind}`, {
            limit: limit.toLocaleString(i18n.language, { maximumFractionDigits: 20 }),
          }),
  } as const
  const hinted = empty === undefined ? {} : { placeholder: empty }
  if (isOpaque(value)) return <Text size="xs">{t("attributes.opaque", { name: common.label })}</Text>
  switch (attribute.inputType) {
    case "select":
      return (
        <Select
          {...common}
          placeholder={empty ?? (readOnly ? "–" : t("attributes.choose"))}
          data={listChoices(attribute, [toText(value)])}
          value={toText(value) ?? null}
          clearable={!attribute.mandatory && !readOnly}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      )
    case "multiselect": {
      const chosen = (isArray(value) ? value : [value ?? null]).flatMap((one) => toText(one) ?? [])
      return (
        <ManySelect
          {...common}
          empty={empty ?? (readOnly ? "–" : t("attributes.choose"))}
          data={listChoices(attribute, chosen)}
          value={chosen}
          onChange={(values) => onChange(values)}
        />
      )
    }
    case "number":
      return <NumberField {...{ attribute, onChange, readOnly, value }} common={{ ...common, ...hinted }} />
    case "checkbox":
      return <CheckField {...{ attribute, isMixed, onChange, readOnly, value }} error={common.error} />
    case "text":
      return (
        <TextInput
          {...common}
          {...hinted}
          value={toText(value) ?? ""}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === "" ? undefined : currentTarget.value)
          }
        />
      )
  }
}

/** The values to choose from, and those that are chosen although they are not among them: nothing is hidden. */
const listChoices = ({ values }: Attribute, chosen: ReadonlyArray<string | undefined>) =>
  [...new Set([...values, ...chosen.filter((one) => one !== undefined)])].map((value) => ({
    value,
    label: toVisibleText(value),
  }))

const toText = (value: Json | undefined): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === "string" ? value : String(value)

interface CommonProps {
  readonly size: "xs"
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly placeholder?: string
}

const NumberField = ({
  attribute: { max, min, step },
  common,
  onChange,
  value,
}: AttributeFieldProps & { readonly common: CommonProps }) => {
  const { i18n } = useTranslation("workbench")
  return (
    <NumberInput
      {...common}
      value={readDecimal(value) ?? ""}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      step={step ?? 1}
      decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
      // Out of range is shown as an error; a value that is replaced while it is typed surprises.
      clampBehavior="none"
      onChange={(typed) => onChange(typeof typed === "number" ? typed : readDecimal(typed))}
    />
  )
}

/** Yes, no, and not set: a box that is not ticked could mean both of the latter. */
const CheckField = ({
  attribute: { mandatory, name },
  error,
  isMixed = false,
  onChange,
  readOnly,
  value,
}: AttributeFieldProps & { readonly error: string | undefined }) => {
  const { t } = useTranslation("workbench")
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{`${toVisibleText(name)}${mandatory ? " *" : ""}`}</legend>
      <Radio.Group
        value={isMixed ? "" : typeof value === "boolean" ? String(value) : "unset"}
        onChange={(chosen) => onChange(chosen === "unset" ? undefined : chosen === "true")}
      >
        <Group gap="sm">
          <Radio size="xs" value="true" label={t("attributes.yes")} disabled={readOnly} />
          <Radio size="xs" value="false" label={t("attributes.no")} disabled={readOnly} />
          <Radio size="xs" value="unset" label={t("attributes.unset")} disabled={readOnly} />
        </Group>
      </Radio.Group>
      {isMixed ? (
        <Text size="xs" c="dimmed" mt={2}>
          {t("attributes.mixed")}
        </Text>
      ) : null}
      {error === undefined ? null : (
        <Text size="xs" c="red" mt={2}>
          {error}
        </Text>
      )}
    </fieldset>
  )
}
