/** A dialog over a page: what every dialog has. Nothing below it moves, and once it is removed, the focus goes back to its opener. */
import { Modal, type ModalProps } from "@mantine/core"
import type { ReactNode } from "react"
import { useFocusBack } from "./useFocusBack.ts"

interface DialogProps {
  readonly title: string
  /** What the button in the corner says that closes the dialog. Without it, neither Escape nor a click outside closes the dialog. */
  readonly close?: string
  readonly size?: ModalProps["size"]
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ children, close, onClose, size = "md", title }: DialogProps) => {
  useFocusBack()
  const closes = close !== undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      // The lock moves what lies below by the width of a scroll bar; within an application, its style has no nonce.
      lockScroll={false}
      closeOnClickOutside={closes}
      closeOnEscape={closes}
      withCloseButton={closes}
      closeButtonProps={{ "aria-label": close }}
    >
      {children}
    </Modal>
  )
}
