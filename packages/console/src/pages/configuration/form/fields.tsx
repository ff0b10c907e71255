/** The fields of single values: text, numbers with all their digits, flags, and lists of texts. */
import { Checkbox, Select, TagsInput, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { print } from "../../../workbench/editor/json/parse.ts"
import { isArray, type Json, NumberText } from "../../../workbench/editor/json/value.ts"
import { formatPointer, type Path } from "../model/textTree.ts"
import { useForm, useValue } from "./FormContext.ts"

interface FieldProps {
  readonly path: Path
  readonly label: string
  readonly description?: string
  readonly required?: boolean
}

/** The properties that fields of single values share, with the value at their path and the change of it. */
export const useField = (path: Path, hasItems = false) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path, hasItems)
  return {
    value,
    set: (text: string | undefined) => set(path, text),
    props: { size: "xs", readOnly, error, "data-pointer": formatPointer(path) } as const,
  }
}

/** Text. Empty text removes a key that may be absent. */
export const TextField = ({ path, required = false, ...rest }: FieldProps) => {
  const { props, set, value } = useField(path)
  return (
    <TextInput
      {...rest}
      {...props}
      required={required}
      value={formatValue(value)}
      onChange={({ currentTarget }) =>
        set(currentTarget.value === "" && !required ? undefined : JSON.stringify(currentTarget.value))
      }
    />
  )
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A number as it is typed: no digit is rounded. What is no number yet stays in the field and out of the document. */
export const NumberField = ({ path, required = false, ...rest }: FieldProps) => {
  const { t } = useTranslation("configuration")
  const { props, set, value } = useField(path)
  const [typed, setTyped] = useState<string | null>(null)
  const shownValue = formatValue(value)
  return (
    <TextInput
      {...rest}
      {...props}
      inputMode="decimal"
      required={required}
      error={typed !== null && !isNumber(typed) ? t("notNumber") : props.error}
      value={typed ?? shownValue}
      onBlur={() => {
        if (typed !== null && isNumber(typed)) setTyped(null)
      }}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (text === "" && !required) set(undefined)
        // A number that the document holds as text stays text.
        else if (numberPattern.test(text)) set(typeof value === "string" ? JSON.stringify(text) : text)
      }}
    />
  )
}

const isNumber = (text: string): boolean => text === "" || numberPattern.test(text)

const formatValue = (value: Json | undefined): string => {
  if (value === undefined || value === null) return ""
  return typeof value === "string" ? value : value instanceof NumberText ? value.text : print(value)
}

interface FlagFieldProps extends FieldProps {
  /** The value that an absent key stands for. */
  readonly unset?: boolean
}

/** Yes or no. An absent key counts as what is usual. */
export const FlagField = ({ path, unset = false, label, description }: FlagFieldProps) => {
  const { props, set, value } = useField(path)
  const { readOnly, ...common } = props
  return (
    <Checkbox
      {...common}
      label={label}
      description={description}
      disabled={readOnly}
      checked={typeof value === "boolean" ? value : unset}
      onChange={({ currentTarget }) => set(String(currentTarget.checked))}
    />
  )
}

interface ChoiceFieldProps extends FieldProps {
  readonly choices: ReadonlyArray<string>
}

/** One of some words. A word that is not among them is listed too: nothing is hidden. */
export const ChoiceField = ({ choices, path, required = false, ...rest }: ChoiceFieldProps) => {
  const { props, set, value } = useField(path)
  const current = formatValue(value)
  return (
    <Select
      {...rest}
      {...props}
      required={required}
      clearable={!required && !props.readOnly}
      allowDeselect={false}
      data={[...new Set(current === "" ? choices : [...choices, current])]}
      value={current === "" ? null : current}
      onChange={(chosen) => set(chosen === null ? undefined : JSON.stringify(chosen))}
    />
  )
}

interface ListFieldProps extends FieldProps {
  /** Whether an empty list removes the key. */
  readonly optional?: boolean
}

/** A list of texts, entered one after the other. */
export const ListField = ({ optional = false, path, ...rest }: ListFieldProps) => {
  const { props, set, value } = useField(path, true)
  return (
    <TagsInput
      {...rest}
      {...props}
      value={isArray(value) ? value.map(formatValue) : []}
      onChange={(values) => set(optional && values.length === 0 ? undefined : JSON.stringify(values))}
    />
  )
}
