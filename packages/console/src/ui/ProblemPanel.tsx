/** An error in words: what the server says, the request to name in a report, and a repetition where it can help. */
import { Alert, Button, Group, List, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ApiError, Unreachable } from "../api/problem.ts"
import { formatFieldPath, toSentence } from "./fieldProblems.ts"
import { useCountdown } from "./useCountdown.ts"

interface ProblemPanelProps {
  /** Null or undefined without one: then the panel is absent. */
  readonly error: unknown
  readonly title?: string
  /** Absent when a repetition would fail in the same way. */
  readonly onRetry?: (() => unknown) | undefined
}

export const ProblemPanel = ({ error, onRetry, title }: ProblemPanelProps) => {
  const { t } = useTranslation("shell")
  if (error === null || error === undefined) return null
  const problem = error instanceof ApiError ? error.problem : undefined
  const violations = problem?.errors ?? []
  const reason = problem?.pause_reason
  const detail = reason === undefined ? problem?.detail : t("error.paused")
  const text = detail ?? (error instanceof Unreachable ? t("error.unreachable") : t("error.unknown"))
  return (
    <Alert color="red" title={title} role="alert">
      {/* The detail of invalid input repeats the first violation. */}
      {violations.length > 0 && problem?.code === "invalid" ? null : <Text>{text}</Text>}
      {reason === undefined ? null : (
        <Text fw={600} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {reason}
        </Text>
      )}
      {violations.length === 0 ? null : (
        <List size="sm" listStyleType={violations.length === 1 ? "none" : "disc"}>
          {violations.map(({ message, pointer }) => {
            const path = formatFieldPath(pointer)
            return (
              <List.Item key={`${pointer} ${message}`}>
                {path === "" ? null : <strong>{`${path}: `}</strong>}
                {toSentence(message)}
              </List.Item>
            )
          })}
        </List>
      )}
      <Group mt="xs" gap="sm">
        {onRetry === undefined ? null : (
          <RetryButton onRetry={onRetry} after={error instanceof ApiError ? error.retryAfter : undefined} />
        )}
        {problem?.request_id === undefined ? null : (
          <Text size="xs" c="dimmed">
            {t("error.requestId", { id: problem.request_id })}
          </Text>
        )}
      </Group>
    </Alert>
  )
}

/** Counts down what the server demanded in `Retry-After`. */
const RetryButton = ({
  after,
  onRetry,
}: {
  readonly after: number | undefined
  readonly onRetry: () => unknown
}) => {
  const { t } = useTranslation("shell")
  const left = useCountdown(after ?? 0)
  return (
    <Button size="xs" variant="default" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? t("error.retryIn", { count: left }) : t("error.retry")}
    </Button>
  )
}
