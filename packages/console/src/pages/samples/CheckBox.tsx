/** The check box of a row: the browser's own, since a table draws dozens of them at once. */
import classes from "./samples.module.css"

interface CheckBoxProps {
  readonly label: string
  readonly checked: boolean
  /** Some of what it stands for is checked. */
  readonly isPartly?: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean, withShift: boolean) => void
}

export const CheckBox = ({ checked, disabled = false, isPartly = false, label, onChange }: CheckBoxProps) => (
  <input
    ref={(input) => {
      if (input !== null) input.indeterminate = isPartly
    }}
    type="checkbox"
    className={classes.check}
    aria-label={label}
    checked={checked}
    disabled={disabled}
    onChange={({ currentTarget, nativeEvent }) =>
      onChange(currentTarget.checked, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
    }
  />
)
