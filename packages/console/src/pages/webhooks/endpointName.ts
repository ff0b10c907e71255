/** Returns what people call an endpoint: its description, or the host to which it sends. */
import type { Endpoint } from "./calls.ts"

export const getEndpointName = ({ description, url }: Pick<Endpoint, "description" | "url">): string =>
  description || (URL.canParse(url) ? new URL(url).host : url)
