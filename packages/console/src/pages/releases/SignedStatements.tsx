/** The signed statements of a release, the keys that verify them, and the command that does so without a server. */
import { Button, Group, List, Stack, Text } from "@mantine/core"
import { useQueries } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { CopyField } from "../../ui/CopyField.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { downloadText } from "../../ui/downloadText.ts"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import { keySetQuery, makeStatementsQuery, type Statement } from "./calls.ts"
import { formatFileName } from "./fileName.ts"

interface SignedStatementsProps {
  readonly path: DatasetPath
  readonly release: string
}

export const SignedStatements = ({ path, release }: SignedStatementsProps) => {
  const { t } = useTranslation("releases")
  const query = useQueries({
    queries: [makeStatementsQuery(path, release), keySetQuery],
    combine: ([statements, keys]) => ({
      data:
        statements.data === undefined || keys.data === undefined
          ? undefined
          : { statements: statements.data, keys: keys.data },
      error: statements.error ?? keys.error,
      refetch: () => Promise.all([statements.refetch(), keys.refetch()]),
    }),
  })
  return (
    <Dialog
      title={t("statements.title", { name: release })}
      close={t("statements.close")}
      size="lg"
      onClose={useClose()}
    >
      <QueryContent query={query} height={160}>
        {({ keys, statements }) =>
          statements.length === 0 ? (
            <Text>{t("statements.none")}</Text>
          ) : (
            <Files file={formatFileName(path, release)} statements={statements} keys={keys} />
          )
        }
      </QueryContent>
    </Dialog>
  )
}

interface FilesProps {
  readonly file: string
  readonly statements: ReadonlyArray<Statement>
  readonly keys: object
}

const Files = ({ file, keys, statements }: FilesProps) => {
  const { t } = useTranslation("releases")
  const statementsFile = file.replace(/json$/, "statements.json")
  const keysFile = file.replace(/json$/, "keys.json")
  const save = (name: string, value: object) => downloadText(name, JSON.stringify(value), "application/json")
  return (
    <Stack gap="sm">
      <Text size="sm">{t("statements.text", { count: statements.length })}</Text>
      <List size="sm">
        {statements.map((statement) => (
          <List.Item key={statement.payload}>{readPredicateType(statement)}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button variant="default" onClick={() => save(statementsFile, statements)}>
          {t("statements.download")}
        </Button>
        <Button variant="default" onClick={() => save(keysFile, keys)}>
          {t("statements.downloadKeys")}
        </Button>
      </Group>
      <Text size="sm">{t("statements.verify")}</Text>
      <CopyField value={`annotary verify ${file} --statements ${statementsFile} --keys ${keysFile}`} />
    </Stack>
  )
}

/** The type that a statement states about itself. Its signature is not verified here. */
const readPredicateType = ({ payload }: Statement): string => {
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  const { predicateType }: { readonly predicateType: string } = JSON.parse(new TextDecoder().decode(bytes))
  return predicateType
}
