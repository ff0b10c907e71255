/** Adds samples to a dataset: images, or annotations in any format that the server reads, as files, folders or one archive. */
import { Alert, Box, Button, Checkbox, Group, Progress, Select, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { sizeText } from "../../ui/sizeText.ts"
import { useChange } from "../../ui/useChange.ts"
import { NextSteps } from "../dataset/NextSteps.tsx"
import { beginImport, formatsQuery, type ImportChoices, makeImportsQuery } from "./calls.ts"
import { DropArea } from "./DropArea.tsx"
import { isArchive } from "./files.ts"
import { ImportList } from "./ImportList.tsx"
import type { PackedFile } from "./tar.ts"
import classes from "./transfers.module.css"

const route = getRouteApi("/signed-in/d/$owner/$dataset/import")

export const ImportPage = () => {
  // The words of the next steps: a page that waits for those of a part disappears meanwhile.
  const { t } = useTranslation(["transfers", "dataset"])
  const path = route.useParams()
  const dataset = useQuery(makeDatasetQuery(path))
  return (
    <Page
      title={t("import.title", { name: `${path.owner}/${path.dataset}` })}
      actions={
        <LinkButton to="/d/$owner/$dataset/samples" params={path}>
          {t("samples")}
        </LinkButton>
      }
    >
      {dataset.data?.permissions.includes("import") === false ? (
        <Alert>{t("import.forbidden")}</Alert>
      ) : (
        <>
          <NewImport path={path} />
          <ImportList path={path} />
          <AfterImport path={path} />
        </>
      )}
    </Page>
  )
}

/** The next steps as soon as an import has brought samples. */
const AfterImport = ({ path }: { readonly path: DatasetPath }) => {
  const { data: imports = [] } = useQuery(makeImportsQuery(path))
  const { data: dataset } = useQuery(makeDatasetQuery(path))
  const hasSucceeded = imports.some(({ status }) => status === "SUCCEEDED")
  const isRunning = imports.some(({ status }) => status === "PENDING")
  if (!hasSucceeded || isRunning || dataset === undefined) return null
  return (
    <Box mt="xl">
      <NextSteps dataset={dataset} />
    </Box>
  )
}

/** Uploads and begins; what follows is shown in the list. A page that is left stops an upload. */
const useImport = (path: DatasetPath) => {
  const [share, setShare] = useState(0)
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const mutation = useChange(
    (choices: ImportChoices) => {
      setShare(0)
      abort.current = new AbortController()
      return beginImport(path, choices, { signal: abort.current.signal, onProgress: setShare })
    },
    { stale: [makeImportsQuery(path)] },
  )
  return { ...mutation, share, stop: () => abort.current?.abort() }
}

const labelStatuses = ["PRELABELED", "LABELED", "REVIEWED", "VERIFIED"] as const satisfies ReadonlyArray<
  Wire<"LabelStatus">
>

const NewImport = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation(["transfers", "samples"])
  const { data: formats = [] } = useQuery(formatsQuery)
  const { data: dataset } = useQuery(makeDatasetQuery(path))
  const [files, setFiles] = useState<ReadonlyArray<PackedFile>>([])
  const [unreadable, setUnreadable] = useState<unknown>(null)
  const [format, setFormat] = useState<string | null>(null)
  const [labelset, setLabelset] = useState("ground-truth")
  const [labelStatus, setLabelStatus] = useState<(typeof labelStatuses)[number]>("PRELABELED")
  const [keepLabels, setKeepLabels] = useState(false)
  const begun = useImport(path)
  const isMixed = files.length > 1 && files.some(isArchive)
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  const take = (taken: ReadonlyArray<PackedFile>) => {
    begun.reset()
    setUnreadable(null)
    setFiles((before) => [...new Map([...before, ...taken].map((one) => [one.path, one])).values()])
  }
  const start = () =>
    begun.mutate(
      { files, format: format ?? undefined, keepLabels, labelset, labelStatus },
      { onSuccess: () => setFiles([]) },
    )
  return (
    <Stack gap="md">
      <DropArea onFiles={take} onError={setUnreadable} />
      <ProblemPanel error={unreadable} title={t("import.unreadable")} />
      <Group gap="sm" align="flex-end" className={classes.choices}>
        <Select
          label={t("format")}
          placeholder={t("import.found")}
          clearable
          searchable
          data={formats
            .filter(({ reads }) => reads)
            .map(({ name, title }) => ({ value: name, label: title }))}
          value={format}
          onChange={setFormat}
        />
        <Select
          label={t("labelset")}
          allowDeselect={false}
          data={dataset?.labelsets.map(({ name }) => name) ?? [labelset]}
          value={labelset}
          onChange={(value) => setLabelset(value ?? labelset)}
        />
        <Select
          label={t("import.labelStatus")}
          allowDeselect={false}
          data={labelStatuses.map((value) => ({ value, label: t(`samples:status.${value}`) }))}
          value={labelStatus}
          onChange={(value) => setLabelStatus(labelStatuses.find((one) => one === value) ?? labelStatus)}
        />
      </Group>
      <Checkbox
        label={t("import.keepLabels")}
        checked={keepLabels}
        onChange={({ currentTarget: { checked } }) => setKeepLabels(checked)}
      />
      {isMixed ? <Alert color="yellow">{t("import.mixed")}</Alert> : null}
      {begun.error?.name === "AbortError" ? null : <ProblemPanel error={begun.error} />}
      <Group gap="sm" mih={36}>
        <Button disabled={files.length === 0 || isMixed} loading={begun.isPending} onClick={start}>
          {t("import.start")}
        </Button>
        {files.length === 0 ? null : (
          <Text size="sm" role="status">
            {t("import.files", {
              count: files.length,
              number: new Intl.NumberFormat(i18n.language).format(files.length),
              size: sizeText(bytes, i18n.language),
            })}
          </Text>
        )}
        {begun.isPending ? (
          <Progress w={240} value={100 * begun.share} aria-label={t("import.uploading")} />
        ) : null}
        {files.length === 0 ? null : (
          <Button variant="subtle" onClick={() => (begun.isPending ? begun.stop() : setFiles([]))}>
            {begun.isPending ? t("cancel") : t("import.forget")}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
