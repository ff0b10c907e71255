/** The settings of the server's environment variables. */
import type { NatsSinkOptions } from "./makeNatsSink.ts"

export const readNatsSettings = (env: Readonly<Record<string, string | undefined>>): NatsSinkOptions => {
  const { NATS_CA_FILE: authorityFile = "", NATS_CREDENTIALS_FILE: credentialsFile = "" } = env
  const { NATS_SUBJECT: subject = "", NATS_URL: urls = "" } = env
  if (urls.trim() === "") throw new Error("NATS_URL must name a server, such as nats://127.0.0.1:4222.")
  return {
    servers: urls.split(",").map((url) => url.trim()),
    ...(subject === "" ? {} : { subject }),
    ...(credentialsFile === "" ? {} : { credentialsFile }),
    ...(authorityFile === "" ? {} : { authorityFile }),
  }
}
