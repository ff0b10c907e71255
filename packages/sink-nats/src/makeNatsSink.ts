import { readFile } from "node:fs/promises"
import type { EventSink, SinkEvent } from "@annotary/core"
import { type JetStreamClient, jetstream } from "@nats-io/jetstream"
import {
  connect,
  credsAuthenticator,
  headers,
  type MsgHdrs,
  type NatsConnection,
} from "@nats-io/transport-node"

/** The options of {@link makeNatsSink}. */
export interface NatsSinkOptions {
  /**
   * URLs of servers: `nats://127.0.0.1:4222`, or `tls://` for connections that are refused without TLS. A user and a password, the same
   * for all servers, may be in the URLs.
   */
  readonly servers: ReadonlyArray<string>
  /** A file with the certificates of authorities, for servers whose certificate no public one has signed. */
  readonly authorityFile?: string
  /** Subjects begin with it: words with letters, digits, hyphens and underscores, separated by dots. Defaults to `annotary`. */
  readonly subject?: string
  /** A file of credentials: a JWT and an NKEY seed. */
  readonly credentialsFile?: string
  /** Names the stored position of the sink. Defaults to `nats`. */
  readonly name?: string
  /** The time for a connection, and for the answer to a message, in milliseconds. Defaults to 5000. */
  readonly timeoutMillis?: number
}

/**
 * A sink that stores events in a stream of NATS JetStream. Subjects are `annotary.TYPE.DATASET_ID`, such as
 * `annotary.label.updated.01J…`. The stream must exist and contain `annotary.>`.
 */
export const makeNatsSink = ({
  authorityFile,
  credentialsFile,
  name = "nats",
  servers,
  subject = "annotary",
  timeoutMillis = 5000,
}: NatsSinkOptions): EventSink => {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(subject))
    throw new Error(
      "The subject must be words with letters, digits, hyphens and underscores, separated by dots.",
    )
  const { login, targets, usesTls } = readServers(servers)
  let opening: Promise<NatsConnection> | undefined

  const open = async (): Promise<NatsConnection> => {
    const credentials = credentialsFile === undefined ? undefined : await readFile(credentialsFile)
    const authority = authorityFile === undefined ? {} : { caFile: authorityFile }
    const connection = await connect({
      servers: targets,
      ...login,
      ...(usesTls ? { tls: authority } : {}),
      name: "annotary",
      timeout: timeoutMillis,
      // A lost connection is opened again for as long as the sink is open.
      maxReconnectAttempts: -1,
      ...(credentials === undefined ? {} : { authenticator: credsAuthenticator(credentials) }),
    })
    // It closes by itself when the server refuses it for good, such as with credentials that expired.
    void connection.closed().then(() => {
      opening = undefined
    })
    return connection
  }

  /** The open connection. A failure is forgotten, so that the next call tries again. */
  const getConnection = (): Promise<NatsConnection> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    name,
    publish: async (events, signal) => {
      const stream = jetstream(await getConnection(), { timeout: timeoutMillis })
      // One after the other: of messages sent together, a later one may be stored and an earlier one fail.
      for (const event of events) {
        signal.throwIfAborted()
        await publishEvent(stream, `${subject}.${event.type}.${toToken(event.key)}`, event)
      }
    },
    close: async () => {
      const connection = await opening?.catch(() => undefined)
      await connection?.close()
    },
  }
}

/** The id lets the stream drop duplicates within its window. The answer comes when the message is stored. */
const publishEvent = async (stream: JetStreamClient, subject: string, event: SinkEvent): Promise<void> => {
  try {
    await stream.publish(subject, event.data, { msgID: event.id, headers: makeHeaders(event) })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Event ${event.id} was not stored under ${subject}: ${reason}`, { cause: error })
  }
}

/** The attributes of CloudEvents in binary mode: https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/nats-protocol-binding.md */
const makeHeaders = ({ attributes: { datacontenttype, ...others } }: SinkEvent): MsgHdrs => {
  const all = headers()
  for (const [name, value] of Object.entries(others)) all.set(`ce-${name}`, value)
  all.set("content-type", datacontenttype)
  return all
}

/** Dots, spaces and wildcards have a meaning in subjects. Only names of accounts can contain any. */
const toToken = (key: string): string => key.replaceAll(/[^\w-]/g, "_")

interface Servers {
  /** Hosts with ports. */
  readonly targets: Array<string>
  readonly login: { readonly user: string; readonly pass: string } | Record<never, never>
  readonly usesTls: boolean
}

/** The client takes neither a login nor TLS from URLs. Errors never repeat a URL, which may contain a password. */
const readServers = (servers: ReadonlyArray<string>): Servers => {
  const urls = servers.map((server) => {
    if (!/^(nats|tls):\/\/[^\s/]+$/.test(server) || !URL.canParse(server))
      throw new Error("Servers must be URLs such as nats://127.0.0.1:4222.")
    return new URL(server)
  })
  const [first, ...others] = urls
  if (first === undefined) throw new Error("There must be a server.")
  const isSame = ({ password, protocol, username }: URL) =>
    password === first.password && protocol === first.protocol && username === first.username
  if (!others.every(isSame)) throw new Error("Servers must have the same scheme, user and password.")
  return {
    targets: urls.map(({ hostname, port }) => `${hostname}:${port === "" ? "4222" : port}`),
    login:
      first.username === ""
        ? {}
        : { user: decodeURIComponent(first.username), pass: decodeURIComponent(first.password) },
    usesTls: first.protocol === "tls:",
  }
}
