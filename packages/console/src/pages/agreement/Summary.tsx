/** The two figures of all samples, and from how many samples they come. */
import { Group, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type Agreement, type Figure, formatFigure, formatLimits, formatPercent } from "./figures.ts"

export const Summary = ({ agreement }: { readonly agreement: Agreement }) => {
  const { i18n, t } = useTranslation("agreement")
  const format = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const observed = agreement.observed_agreement
  const { complete, drawn, not_compared: left, samples } = agreement
  return (
    <Stack component="section" gap="xs" aria-label={t("summary")}>
      <Group gap={48} align="flex-start">
        <BigFigure
          name={t("agreement")}
          hint={t("agreementHint")}
          figure={agreement.agreement}
          without={t("noFigure")}
        />
        <BigFigure name={t("alpha")} hint={t("alphaHint")} figure={agreement.alpha} without={t("noAlpha")} />
      </Group>
      {observed === null ? null : (
        <Text size="sm" maw={640}>
          {t("observed", { share: formatPercent(observed, i18n.language) })}
        </Text>
      )}
      <Text c="dimmed" size="sm">
        {samples === 0 ? null : t("samples", { count: samples, number: format(samples) })}
        {drawn < complete ? ` ${t("drawn", { number: format(complete) })}` : null}
        {left === 0 ? null : ` ${t("notCompared", { count: left, number: format(left) })}`}
      </Text>
    </Stack>
  )
}

const Interval = ({ figure }: { readonly figure: Figure }) => {
  const { i18n, t } = useTranslation("agreement")
  const limits = formatLimits(figure, i18n.language)
  return <>{limits === undefined ? t("noInterval") : t("namedInterval", limits)}</>
}

interface BigFigureProps {
  readonly name: string
  readonly hint: string
  readonly figure: Figure
  /** The sentence in place of an interval where the figure does not exist. */
  readonly without: string
}

const BigFigure = ({ figure, hint, name, without }: BigFigureProps) => {
  const { i18n } = useTranslation("agreement")
  return (
    <Stack gap={0} maw={300}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text fz={32} lh={1.2} fw={700}>
        {formatFigure(figure.value, i18n.language)}
      </Text>
      <Text size="sm">{figure.value === null ? without : <Interval figure={figure} />}</Text>
      <Text c="dimmed" size="xs">
        {hint}
      </Text>
    </Stack>
  )
}
