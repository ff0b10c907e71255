/** The state of a record: a word with a dot, never color alone, and since or until when. */
import { Badge, Group, type MantineColor, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { When } from "./When.tsx"

interface StateBadgeProps {
  readonly color: MantineColor
  /** Null without a time. */
  readonly at?: string | null
  readonly children: ReactNode
}

export const StateBadge = ({ at = null, children, color }: StateBadgeProps) => {
  const badge = (
    <Badge color={color} variant="dot" tt="none">
      {children}
    </Badge>
  )
  if (at === null) return badge
  return (
    <Group gap={6} wrap="nowrap">
      {badge}
      <Text size="xs" c="dimmed">
        <When at={at} />
      </Text>
    </Group>
  )
}
