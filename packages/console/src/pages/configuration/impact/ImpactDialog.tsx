/** What saving the document does to the labels, counted by the server, with a choice at each change. Then it is saved. */
import { Button, Checkbox, Group, Modal, Skeleton, Stack, Table, Text } from "@mantine/core"
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../../api/problem.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { isSet } from "../../../workbench/model/attributes/problem.ts"
import { parse } from "../../../workbench/model/json/parse.ts"
import { isObject, numberOf, objectsOf } from "../../../workbench/model/json/value.ts"
import { apply, type DatasetName, jobQuery, previewOf, replace } from "../calls.ts"
import { Difference } from "../history/Difference.tsx"
import { changesBetween, keyOf } from "../model/changes.ts"
import { type Choice, type Choices, choiceAt, effectOf, plannedOf } from "../model/choices.ts"
import type { OpenDocument } from "../useDocument.ts"
import { ChangeRow } from "./ChangeRow.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { OtherEffects } from "./OtherEffects.tsx"

interface ImpactDialogProps {
  readonly name: DatasetName
  readonly document: OpenDocument
  readonly onClose: () => void
  /** The document is the dataset's configuration now. */
  readonly onSaved: () => void
  /** Somebody else was faster. */
  readonly onConflict: () => void
}

export const ImpactDialog = ({ document, name, onClose, onConflict, onSaved }: ImpactDialogProps) => {
  const { i18n, t } = useTranslation("configuration")
  const { base, text } = document
  const [choices, setChoices] = useState<Choices>(new Map())
  const [acceptsLoss, setAcceptsLoss] = useState(false)
  const changes = useMemo(() => changesBetween(parse(base.text), parse(text)), [base, text])
  const planned = plannedOf(changes, choices)
  const actions = planned.map(({ action }) => action)
  const version = { number: base.number, text }
  const preview = useQuery({
    queryKey: ["configuration", name.owner, name.dataset, "preview", base.number, text, actions],
    queryFn: () => previewOf(name, version, actions),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isOutdated = hasStatus(preview.error, 412)
  const conflicts = useRef(onConflict)
  conflicts.current = onConflict
  useEffect(() => {
    if (isOutdated) conflicts.current()
  }, [isOutdated])
  const saving = useMutation({
    mutationFn: async () =>
      actions.length === 0
        ? await replace(name, version).then(() => null)
        : await apply(name, version, actions),
    onSuccess: (job) => {
      if (job === null) onSaved()
    },
    onError: (error) => {
      if (hasStatus(error, 412)) onConflict()
    },
  })
  const after = parse(text)
  const categories = objectsOf(isObject(after) ? after.categories : undefined).map(({ id, name: named }) => ({
    id: numberOf(id),
    name: String(named ?? ""),
  }))
  const choose = (key: string, choice: Choice) => setChoices((now) => new Map(now).set(key, choice))
  const lacksValue = changes.some((change) => {
    const choice = choiceAt(choices, change)
    return choice.take === "default" && !isSet(choice.value)
  })
  const losses = planned.some(({ action }) => action.op.startsWith("drop"))
  const count = new Intl.NumberFormat(i18n.language)
  const { data } = preview
  const job = saving.data
  const followed = useQuery({ ...jobQuery(job?.uuid ?? ""), enabled: job != null })
  const isRunning = job != null && followed.data?.status !== "FAILED"
  return (
    <Modal
      opened
      // The lock inserts a style without the nonce of the page.
      lockScroll={false}
      size={960}
      onClose={onClose}
      title={t("impact.title")}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="md">
        <Difference label={t("impact.difference")} before={base.text} after={text} />
        {preview.isError ? <ProblemPanel error={preview.error} onRetry={() => preview.refetch()} /> : null}
        {data === undefined ? (
          preview.isError ? null : (
            <Skeleton h={80} />
          )
        ) : (
          <Text size="sm" aria-live="polite">
            {t("impact.affected", {
              affected: count.format(data.affected),
              labels: count.format(data.labels),
            })}
          </Text>
        )}
        {changes.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("impact.none")}
          </Text>
        ) : (
          <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("impact.what")}</Table.Th>
                  <Table.Th ta="right">{t("impact.labels")}</Table.Th>
                  <Table.Th ta="right">{t("impact.objects")}</Table.Th>
                  <Table.Th>{t("impact.labelsThen")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changes.map((change) => (
                  <ChangeRow
                    key={keyOf(change)}
                    change={change}
                    choice={choiceAt(choices, change)}
                    effect={data === undefined ? undefined : effectOf(data, change, planned)}
                    categories={categories}
                    onChoose={(choice) => choose(keyOf(change), choice)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {data === undefined ? null : <OtherEffects preview={data} changes={changes} planned={planned} />}
        {losses ? (
          <Checkbox
            label={t("impact.acceptLoss")}
            checked={acceptsLoss}
            onChange={({ currentTarget }) => setAcceptsLoss(currentTarget.checked)}
          />
        ) : null}
        {saving.isError ? <ProblemPanel error={saving.error} /> : null}
        {job == null ? null : <JobProgress job={job.uuid} onSucceeded={onSaved} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            loading={saving.isPending || isRunning}
            disabled={
              preview.isError ||
              data === undefined ||
              preview.isPlaceholderData ||
              lacksValue ||
              (losses && !acceptsLoss)
            }
            onClick={() => saving.mutate()}
          >
            {t(data === undefined || data.affected === 0 ? "impact.save" : "impact.apply")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
