/** A form that makes a change. Enter in a field makes it. */
import type { FormEvent, ReactNode } from "react"

interface ChangeFormProps {
  readonly change: { readonly mutate: () => void }
  /** The name of the form for screen readers. */
  readonly label?: string
  readonly children: ReactNode
}

export const ChangeForm = ({ change, children, label }: ChangeFormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form onSubmit={submit} aria-label={label}>
      {children}
    </form>
  )
}
