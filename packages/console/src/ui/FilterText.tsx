/** A text that filters a list: it counts with Enter, or when somebody leaves the field. The focus stays where it is. */
import { TextInput } from "@mantine/core"
import { useState } from "react"
import { isKey } from "./isKey.ts"

interface FilterTextProps {
  readonly label: string
  /** The text that filters now. */
  readonly value: string | undefined
  readonly placeholder?: string
  readonly width?: number
  readonly onCommit: (value: string) => void
}

export const FilterText = ({ label, onCommit, placeholder, value = "", width = 200 }: FilterTextProps) => {
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  // The address has changed by a link or the button that clears it.
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed.trim())
  }
  return (
    <TextInput
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      w={width}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => (isKey(event, "Enter") ? commit() : undefined)}
    />
  )
}
