/** Shows how deliveries went in a time: answered ones against those that were given up, as a bar and in words. */
import { Progress, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Endpoint } from "./calls.ts"

export const HealthBar = ({ counts }: { readonly counts: Endpoint["counts"]["last_24_hours"] }) => {
  const { t } = useTranslation("webhooks")
  const { dead, delivered, failed } = counts
  const all = delivered + failed
  const computeShare = (part: number) => (all === 0 ? 0 : (100 * part) / all)
  return (
    <Stack gap={2}>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={computeShare(delivered)} color="teal" />
        <Progress.Section value={computeShare(failed)} color="red" />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {all === 0 ? t("health.quiet") : t("health.counts", { delivered, failed, dead })}
      </Text>
    </Stack>
  )
}
