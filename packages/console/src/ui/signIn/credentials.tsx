/** The ways to sign in: a key, and an identity provider where one is configured. */
import { Alert, Button, Divider, PasswordInput, Stack } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { computeProviderStart } from "../../api/base.ts"
import { hasStatus } from "../../api/problem.ts"
import { ProblemPanel } from "../ProblemPanel.tsx"

/** Absent where no provider is configured. A link, because the provider is at another address. */
export const ProviderLink = ({ path }: { readonly path: string }) => {
  const { t } = useTranslation("signIn")
  const start = computeProviderStart(path)
  if (start === undefined) return null
  return (
    <>
      <Button component="a" href={start}>
        {t("provider")}
      </Button>
      <Divider label={t("or")} />
    </>
  )
}

interface KeyFormProps {
  readonly pending: boolean
  readonly onSubmit: (key: string) => void
}

export const KeyForm = ({ onSubmit, pending }: KeyFormProps) => {
  const { t } = useTranslation("signIn")
  const [key, setKey] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(key.trim())
        setKey("")
      }}
    >
      <Stack>
        <PasswordInput
          label={t("apiKey")}
          description={t("apiKeyHint")}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          autoComplete="off"
          autoFocus
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={pending} disabled={key.trim() === ""}>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  )
}

export const SignInFailure = ({
  error,
  withToken,
}: {
  readonly error: unknown
  readonly withToken: boolean
}) => {
  const { t } = useTranslation("signIn")
  if (error === null) return null
  if (!hasStatus(error, 401)) return <ProblemPanel error={error} />
  return (
    <Alert color="red" role="alert">
      {withToken ? t("wrongToken") : t("wrongKey")}
    </Alert>
  )
}
