/** Shows what waits in the queues, who works now, and how long the rest takes. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { countToLabel, countToReview } from "../../api/waiting.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { When } from "../../ui/When.tsx"
import { makeClaimsQuery } from "../queue/calls.ts"
import { makeDaysQuery } from "./calls.ts"
import classes from "./overview.module.css"
import { type Day, estimateDaysLeft, listDays } from "./work.ts"

interface QueueHealthProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

export const QueueHealth = ({ dataset, path }: QueueHealthProps) => {
  const { i18n, t } = useTranslation("dataset")
  const { data: throughput } = useQuery(makeDaysQuery(path))
  const { data: claims } = useQuery(makeClaimsQuery(path))
  const number = new Intl.NumberFormat(i18n.language)
  const seesAll = dataset.permissions.includes("view_work")
  const days = throughput === undefined ? [] : listDays(throughput)
  const [labeling, reviewing] = [countToLabel(dataset.label_stats), countToReview(dataset.label_stats)]
  const oldest = claims?.[0]?.claimed_at
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("health.title")}</Title>
        {dataset.permissions.includes("label") ? (
          <LinkAnchor size="sm" to="/d/$owner/$dataset/queue" params={path}>
            {t("health.open")}
          </LinkAnchor>
        ) : null}
      </Group>
      <dl className={classes.facts}>
        <Fact name={t("health.toLabel")}>{number.format(labeling)}</Fact>
        <Fact name={t("health.rejected")}>{number.format(dataset.label_stats.REJECTED)}</Fact>
        {seesAll ? <Left rest={labeling} days={days} kind="labeled" /> : null}
        <Fact name={t("health.toReview")}>{number.format(reviewing)}</Fact>
        {seesAll ? <Left rest={reviewing} days={days} kind="reviewed" /> : null}
        <Fact name={seesAll ? t("health.claims") : t("health.ownClaims")}>
          {claims === undefined ? "–" : number.format(claims.length)}
        </Fact>
        {oldest === undefined ? null : (
          <Fact name={t("health.oldest")}>
            <When at={oldest} />
          </Fact>
        )}
      </dl>
    </Stack>
  )
}

const Fact = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

interface LeftProps {
  readonly rest: number
  readonly days: ReadonlyArray<Day>
  readonly kind: "labeled" | "reviewed"
}

const Left = ({ days, kind, rest }: LeftProps) => {
  const { i18n, t } = useTranslation("dataset")
  const left = estimateDaysLeft(rest, days, kind)
  if (left === undefined) return null
  return (
    <>
      <dt>
        <Text span size="sm" c="dimmed">
          {t("health.pace")}
        </Text>
      </dt>
      <dd>
        <Text span size="sm" c="dimmed">
          {t("health.days", { count: left, number: new Intl.NumberFormat(i18n.language).format(left) })}
        </Text>
      </dd>
    </>
  )
}
