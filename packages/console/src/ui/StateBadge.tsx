/** The state of a record: a word with a dot, never color alone, and since or until when. */
import { Badge, Group, type MantineColor, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { When } from "./When.tsx"

interface StateBadgeProps {
  readonly color: MantineColor
  /** Absent where a record never has a time, null where it has none now: a cell keeps its height. */
  readonly at?: string | null
  readonly children: ReactNode
}

export const StateBadge = ({ at, children, color }: StateBadgeProps) => {
  const badge = (
    <Badge color={color} variant="dot" tt="none">
      {children}
    </Badge>
  )
  if (at === undefined) return badge
  return (
    <Group gap={6} wrap="nowrap">
      {badge}
      {at === null ? null : (
        <Text size="xs" c="dimmed">
          <When at={at} />
        </Text>
      )}
    </Group>
  )
}
