/** Dialogs that a page opens. A dialog closes itself by `useClose`. */
import { Button, type ButtonProps } from "@mantine/core"
import { createContext, type ReactNode, use, useState } from "react"

const Close = createContext<() => void>(() => undefined)

/** Closes the dialog around. */
export const useClose = () => use(Close)

/**
 * `const removal = useDialog((bucket: Bucket) => <RemoveBucket bucket={bucket} />)` is opened by `removal.open(bucket)`; the page draws
 * `removal.dialog`.
 */
export const useDialog = <Subject = void>(draw: (subject: Subject) => ReactNode) => {
  const [opened, setOpened] = useState<{ readonly subject: Subject }>()
  const close = () => setOpened(undefined)
  return {
    open: (subject: Subject) => setOpened({ subject }),
    dialog: opened === undefined ? null : <Close value={close}>{draw(opened.subject)}</Close>,
  }
}

interface DialogButtonProps extends ButtonProps {
  readonly "aria-label"?: string
  /** Drawn while it is open. It goes with the button: a dialog that outlives its row is opened by `useDialog`. */
  readonly dialog: ReactNode
  readonly children: ReactNode
}

/** A button that opens a dialog. */
export const DialogButton = ({ dialog, ...button }: DialogButtonProps) => {
  const opened = useDialog(() => dialog)
  return (
    <>
      <Button variant="default" {...button} onClick={() => opened.open()} />
      {opened.dialog}
    </>
  )
}
