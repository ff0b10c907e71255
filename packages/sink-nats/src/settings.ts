/** The settings of the server's environment variables. */
import type { NatsSinkOptions } from "./makeNatsSink.ts"

/** Throws an error whose message names the variable. Its text is never repeated, as it may contain a password. */
export const readNatsSettings = (env: Readonly<Record<string, string | undefined>>): NatsSinkOptions => {
  const servers = (env.NATS_URL ?? "").split(",").map((url) => url.trim())
  if (servers.some((url) => !/^(nats|tls):\/\/[^\s/]+$/.test(url)))
    throw new Error("NATS_URL must be URLs such as nats://127.0.0.1:4222, separated by commas.")
  const { NATS_CREDENTIALS_FILE: credentialsFile, NATS_SUBJECT: subject } = env
  return {
    servers,
    ...(subject === undefined || subject === "" ? {} : { subject }),
    ...(credentialsFile === undefined || credentialsFile === "" ? {} : { credentialsFile }),
  }
}
