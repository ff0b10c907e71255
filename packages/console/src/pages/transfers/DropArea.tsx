/** Takes files and folders by dropping, with buttons that do the same. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { type DragEvent, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { listChosenFiles, readDroppedFiles } from "./files.ts"
import type { PackedFile } from "./tar.ts"
import classes from "./transfers.module.css"

interface DropAreaProps {
  readonly onFiles: (files: ReadonlyArray<PackedFile>) => void
  readonly onError: (error: unknown) => void
}

export const DropArea = ({ onError, onFiles }: DropAreaProps) => {
  const { t } = useTranslation("transfers")
  const [isOver, setOver] = useState(false)
  const handleDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    readDroppedFiles(event.dataTransfer).then(onFiles, onError)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons within do the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={handleDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        <Text ta="center">{t("import.drop")}</Text>
        <Group gap="xs" justify="center">
          <FileButton label={t("import.chooseFiles")} isFolder={false} onFiles={onFiles} />
          <FileButton label={t("import.chooseFolder")} isFolder onFiles={onFiles} />
        </Group>
      </Stack>
    </div>
  )
}

interface FileButtonProps {
  readonly label: string
  readonly isFolder: boolean
  readonly onFiles: DropAreaProps["onFiles"]
}

const FileButton = ({ isFolder, label, onFiles }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder ? { webkitdirectory: "" } : {})}
        onChange={({ currentTarget }) => {
          onFiles(listChosenFiles(currentTarget.files ?? []))
          // The same files can be chosen again.
          currentTarget.value = ""
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
