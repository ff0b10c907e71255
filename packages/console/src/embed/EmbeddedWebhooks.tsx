/** The webhook pages of an account, in an application. Their addresses are in memory: the address bar is the application's. */
import { RouterProvider } from "@tanstack/react-router"
import { useState } from "react"
import { Embedded } from "./Embedded.tsx"
import type { Frame } from "./shadow.ts"
import type { WebhooksOptions } from "./types.ts"
import { makeWebhookRouter } from "./webhookRouter.ts"

interface EmbeddedWebhooksProps {
  readonly frame: Frame
  readonly options: WebhooksOptions
}

const EmbeddedWebhooks = ({ frame, options }: EmbeddedWebhooksProps) => (
  <Embedded frame={frame} options={options}>
    <Pages key={options.owner} owner={options.owner} />
  </Embedded>
)

const Pages = ({ owner }: Pick<WebhooksOptions, "owner">) => {
  const [router] = useState(() => makeWebhookRouter(owner))
  return <RouterProvider router={router} />
}

export default EmbeddedWebhooks
