/** Uploads a picture, and returns the Markdown that shows it. */
import { Button, FileButton, Group, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { api } from "../../../api/client.ts"
import { uploadAsset } from "../../../api/upload.ts"

const accept = "image/png,image/jpeg,image/webp,image/gif"

interface PictureButtonProps {
  /** Called with the Markdown of the picture. */
  readonly onUploaded: (markdown: string) => void
}

export const PictureButton = ({ onUploaded }: PictureButtonProps) => {
  const { t } = useTranslation("datasetSettings")
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const progress = { signal: new AbortController().signal, onProgress: () => {} }
      const { url } = await uploadAsset(api, file.name, file, progress)
      // Brackets would end the description.
      return `![${file.name.replace(/[[\]\\]/g, " ")}](${url})`
    },
    onSuccess: onUploaded,
  })
  return (
    <Group gap="xs">
      {upload.error === null ? null : (
        <Text size="xs" c="red" role="alert">
          {t("guide.pictureFailed", { reason: upload.error.message })}
        </Text>
      )}
      <FileButton accept={accept} onChange={(file) => file !== null && upload.mutate(file)}>
        {(props) => (
          <Button {...props} size="xs" variant="default" loading={upload.isPending}>
            {t("guide.addPicture")}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}
