/** How far the labels of a dataset are: one bar, and a legend in numbers. Rejected labels always have a place in it. */
import { Box, Group, Progress, Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { shares } from "./statusShares.ts"

export const StatusBar = ({ stats }: { readonly stats: Wire<"LabelStats"> }) => {
  const { i18n, t } = useTranslation("dataset")
  const number = new Intl.NumberFormat(i18n.language)
  const total = Number(stats.TOTAL)
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("labels")}</Title>
        <Text c="dimmed">{t("samples", { count: total, number: number.format(total) })}</Text>
      </Group>
      {total === 0 ? <Text c="dimmed">{t("noSamples")}</Text> : null}
      <Progress.Root size="lg" aria-hidden>
        {shares(stats).map(({ color, percent, state }) => (
          <Progress.Section key={state} value={percent} color={color} />
        ))}
      </Progress.Root>
      <Group component="ul" gap="md" p={0} m={0}>
        {shares(stats).map(({ color, count, state }) => (
          <Group component="li" key={state} gap={6} wrap="nowrap" data-state={state}>
            <Box w={10} h={10} bg={color} aria-hidden />
            <Text size="sm">
              {t(`states.${state}`)} {number.format(count)}
            </Text>
          </Group>
        ))}
      </Group>
    </Stack>
  )
}
