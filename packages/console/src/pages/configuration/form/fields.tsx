/** The fields of single values: text, numbers with all their digits, flags, and lists of texts. */
import { Checkbox, Select, TagsInput, TextInput } from "@mantine/core"
import { useState } from "react"
import { print } from "../../../workbench/model/json/print.ts"
import { isArray, type Json, NumberText } from "../../../workbench/model/json/value.ts"
import { formatPointer, type Path } from "../model/textTree.ts"
import { useForm, useValue } from "./FormContext.ts"

interface FieldProps {
  readonly path: Path
  readonly label: string
  readonly description?: string
  readonly required?: boolean
}

/** Text. Empty text removes a key that may be absent. */
export const TextField = ({ path, required = false, ...rest }: FieldProps) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path)
  return (
    <TextInput
      {...rest}
      size="xs"
      required={required}
      readOnly={readOnly}
      error={error}
      value={formatValue(value)}
      data-pointer={formatPointer(path)}
      onChange={({ currentTarget }) =>
        set(path, currentTarget.value === "" && !required ? undefined : JSON.stringify(currentTarget.value))
      }
    />
  )
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

interface NumberFieldProps extends FieldProps {
  readonly notNumber: string
}

/** A number as it is typed: no digit is rounded. What is no number yet stays in the field and out of the document. */
export const NumberField = ({ notNumber, path, required = false, ...rest }: NumberFieldProps) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path)
  const [typed, setTyped] = useState<string | null>(null)
  const shownValue = formatValue(value)
  return (
    <TextInput
      {...rest}
      size="xs"
      inputMode="decimal"
      required={required}
      readOnly={readOnly}
      error={typed !== null && !isNumber(typed) ? notNumber : error}
      value={typed ?? shownValue}
      data-pointer={formatPointer(path)}
      onBlur={() => {
        if (typed !== null && isNumber(typed)) setTyped(null)
      }}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        if (text === "" && !required) set(path, undefined)
        // A number that the document holds as text stays text.
        else if (numberPattern.test(text)) set(path, typeof value === "string" ? JSON.stringify(text) : text)
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
  /** Says what holds while the key is absent. */
  readonly unset?: boolean
}

/** Yes or no. An absent key counts as what is usual. */
export const FlagField = ({ path, unset = false, label, description }: FlagFieldProps) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path)
  return (
    <Checkbox
      size="xs"
      label={label}
      description={description}
      disabled={readOnly}
      error={error}
      checked={typeof value === "boolean" ? value : unset}
      data-pointer={formatPointer(path)}
      onChange={({ currentTarget }) => set(path, String(currentTarget.checked))}
    />
  )
}

interface ChoiceFieldProps extends FieldProps {
  readonly choices: ReadonlyArray<string>
}

/** One of some words. A word that is not among them is listed too: nothing is hidden. */
export const ChoiceField = ({ choices, path, required = false, ...rest }: ChoiceFieldProps) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path)
  const current = formatValue(value)
  return (
    <Select
      {...rest}
      size="xs"
      required={required}
      readOnly={readOnly}
      error={error}
      clearable={!required && !readOnly}
      allowDeselect={false}
      data={[...new Set(current === "" ? choices : [...choices, current])]}
      value={current === "" ? null : current}
      data-pointer={formatPointer(path)}
      onChange={(chosen) => set(path, chosen === null ? undefined : JSON.stringify(chosen))}
    />
  )
}

interface ListFieldProps extends FieldProps {
  /** Whether an empty list removes the key. */
  readonly optional?: boolean
}

/** A list of texts, entered one after the other. */
export const ListField = ({ optional = false, path, ...rest }: ListFieldProps) => {
  const { readOnly, set } = useForm()
  const { error, value } = useValue(path)
  return (
    <TagsInput
      {...rest}
      size="xs"
      readOnly={readOnly}
      error={error}
      value={isArray(value) ? value.map(formatValue) : []}
      data-pointer={formatPointer(path)}
      onChange={(values) => set(path, optional && values.length === 0 ? undefined : JSON.stringify(values))}
    />
  )
}
