/** The frame of a page: its heading, what can be done on it, and its content. */
import { Group, Stack, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { useSurroundings, useTitle } from "../app/Surroundings.ts"
import { Visible } from "./Visible.tsx"

interface PageProps {
  readonly title: string
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode
  /** As high as the window at least, so that a part of it can take what is left. */
  readonly fills?: boolean
  readonly children: ReactNode
}

/** Also names the page in the browser's tab. */
export const Page = ({ actions, children, fills = false, title }: PageProps) => {
  const { embedded } = useSurroundings()
  useTitle(title)
  return (
    <Stack gap="md" p="lg" flex={fills ? 1 : undefined}>
      <Group justify="space-between" mih={36}>
        <Title order={embedded ? 2 : 1}>
          <Visible text={title} />
        </Title>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
