/** The open claims of the person who is signed in, with the time that is left, and the way back to each. */
import { Anchor, Button, Popover, Stack } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { api } from "../api/client.ts"
import { makeQuery } from "../api/query.ts"
import { formatTimeLeft } from "./timeLeft.ts"

const claimsQuery = makeQuery(["claims", "mine"], (signal) => api.GET("/claims/", { signal }), {
  refetchInterval: 30_000,
})

/** Absent without a claim. */
export const ClaimsMenu = () => {
  const { i18n, t } = useTranslation("shell")
  const { data } = useQuery(claimsQuery)
  const now = useNow(10_000)
  const [isOpen, setOpen] = useState(false)
  const claims = (data ?? []).filter(({ expires_at: end }) => Date.parse(end) > now)
  const ends = claims.map(({ expires_at: end }) => Date.parse(end))
  if (claims.length === 0) return null
  return (
    // Inside of the header: a portal lies in no landmark.
    <Popover
      position="bottom-end"
      withinPortal={false}
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button variant="default" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {t("claims.count", {
            count: claims.length,
            left: formatTimeLeft(Math.min(...ends) - now, i18n.language),
          })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("claims.title")}>
        <Stack gap="xs">
          {claims.map(({ claim_id: id, expires_at: end, queue, sample }) => {
            const [owner = "", dataset = ""] = sample.dataset_full_name.split("/")
            return (
              <Anchor
                key={id}
                size="sm"
                renderRoot={(props) => (
                  <Link
                    to={queue === "labeling" ? "/d/$owner/$dataset/label" : "/d/$owner/$dataset/review"}
                    params={{ owner, dataset }}
                    {...props}
                  />
                )}
              >
                {t("claims.one", {
                  dataset: sample.dataset_full_name,
                  sample: sample.name,
                  left: formatTimeLeft(Date.parse(end) - now, i18n.language),
                })}
              </Anchor>
            )
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The time, read again in intervals. */
const useNow = (intervalMillis: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMillis)
    return () => clearInterval(timer)
  }, [intervalMillis])
  return now
}
