/** A button that leads to another page of the console. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core"
import { createLink } from "@tanstack/react-router"
import type { ReactNode, Ref } from "react"

interface LinkProps {
  readonly ref?: Ref<HTMLAnchorElement>
  readonly title?: string | undefined
  readonly children?: ReactNode
}

export const LinkButton = createLink((props: ButtonProps & LinkProps) => (
  <Button component="a" variant="default" {...props} />
))

export const LinkAnchor = createLink((props: AnchorProps & LinkProps) => <Anchor {...props} />)
