/** A dialog over a page: what every dialog has. Nothing below it moves, and once it is removed, the focus goes back to its opener. */
import { Modal, type ModalProps } from "@mantine/core"
import type { ReactNode } from "react"
import { useEscape } from "./useEscape.ts"
import { useFocusBack } from "./useFocusBack.ts"

interface DialogProps {
  readonly title: string
  /** The text of the button in the corner that closes the dialog. Without it, neither Escape nor a click outside closes the dialog. */
  readonly close?: string
  /** Whether it cannot be closed now. */
  readonly stays?: boolean
  readonly size?: ModalProps["size"]
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ children, close, onClose, size = "md", stays = false, title }: DialogProps) => {
  useFocusBack()
  const closes = close !== undefined && !stays
  useEscape(closes, onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      // The lock moves what lies below by the width of a scroll bar; within an application, its style has no nonce.
      lockScroll={false}
      closeOnClickOutside={closes}
      closeOnEscape={false}
      withCloseButton={close !== undefined}
      closeButtonProps={{ "aria-label": close, disabled: stays }}
    >
      {children}
    </Modal>
  )
}
