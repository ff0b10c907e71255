/** Shows how far the labels of a dataset are: a bar, and its figures, which lead to the samples. Rejected labels always have a place in it. */
import { Box, Group, Progress, Stack, Text, Title } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { computeShares } from "./statusShares.ts"

interface StatusBarProps {
  readonly path: DatasetPath
  readonly stats: Wire<"LabelStats">
}

export const StatusBar = ({ path, stats }: StatusBarProps) => {
  const { i18n, t } = useTranslation("dataset")
  const navigate = useNavigate()
  const number = new Intl.NumberFormat(i18n.language)
  const percentage = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 })
  const total = Number(stats.TOTAL)
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("labels")}</Title>
        <Text c="dimmed">{t("samples", { count: total, number: number.format(total) })}</Text>
      </Group>
      {total === 0 ? <Text c="dimmed">{t("noSamples")}</Text> : null}
      {/* The figures below are the same for people who do not see the bar. */}
      <Progress.Root size="lg" aria-hidden>
        {computeShares(stats).map(({ color, percent, state }) => (
          <Progress.Section
            key={state}
            value={percent}
            color={color}
            style={{ cursor: "pointer" }}
            onClick={() =>
              navigate({ to: "/d/$owner/$dataset/samples", params: path, search: { status: [state] } })
            }
          />
        ))}
      </Progress.Root>
      <Group component="ul" gap="lg" p={0} m={0} style={{ rowGap: 4 }}>
        {computeShares(stats).map(({ color, count, percent, state }) => (
          <Group component="li" key={state} gap={6} wrap="nowrap" data-state={state} mih={24}>
            <Box w={10} h={10} bg={color} aria-hidden />
            <LinkAnchor
              size="sm"
              c="var(--mantine-color-text)"
              to="/d/$owner/$dataset/samples"
              params={path}
              search={{ status: [state] }}
            >
              {t(`states.${state}`)} {number.format(count)}
            </LinkAnchor>
            {count === 0 ? null : (
              <Text size="sm" c="dimmed">
                {percentage.format(percent / 100)}
              </Text>
            )}
          </Group>
        ))}
      </Group>
    </Stack>
  )
}
