/** The two figures of all samples, and from how many samples they come. */
import { Group, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { type Agreement, formatFigure, formatLimits } from "./figures.ts"

export const Summary = ({ agreement }: { readonly agreement: Agreement }) => {
  const { i18n, t } = useTranslation("agreement")
  const format = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const { complete, drawn, not_compared: left, samples } = agreement
  return (
    <Stack component="section" gap="xs" aria-label={t("summary")}>
      <Group gap={48} align="flex-start">
        <BigFigure name={t("agreement")} hint={t("agreementHint")} figure={agreement.agreement} />
        <BigFigure name={t("alpha")} hint={t("alphaHint")} figure={agreement.alpha} />
      </Group>
      <Text c="dimmed" size="sm">
        {t("samples", { count: samples, number: format(samples) })}
        {drawn < complete ? ` ${t("drawn", { count: complete, number: format(complete) })}` : null}
        {left === 0 ? null : ` ${t("notCompared", { count: left, number: format(left) })}`}
      </Text>
    </Stack>
  )
}

interface BigFigureProps {
  readonly name: string
  readonly hint: string
  readonly figure: Wire<"AgreementFigure">
}

const BigFigure = ({ figure, hint, name }: BigFigureProps) => {
  const { i18n, t } = useTranslation("agreement")
  const limits = formatLimits(figure, i18n.language)
  return (
    <Stack gap={0} maw={300}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text fz={32} lh={1.2} fw={700}>
        {formatFigure(figure.value, i18n.language)}
      </Text>
      <Text size="sm">{limits === "" ? t("noLimits") : t("limits", { limits })}</Text>
      <Text c="dimmed" size="xs">
        {hint}
      </Text>
    </Stack>
  )
}
