/** A server that is no S3 server: it answers whatever a test says, once the bucket was found. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"
import type { S3Options } from "../../src/options.ts"

export const secrets = {
  accessKeyId: "AKIDVISIBLE",
  secretAccessKey: "a-secret-never-shown",
  sessionToken: "a-token-never-shown",
}

export const answering = (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Effect.Effect<{ readonly options: S3Options }, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.async<Server>((resume) => {
        const server = createServer((request, response) => {
          if (request.method === "HEAD" && request.url === "/labels/") response.end()
          else answer(request, response)
        })
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) =>
        Effect.sync(() => {
          server.closeAllConnections()
          server.close()
        }),
    ),
    (server) => ({
      options: {
        bucket: "labels",
        endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        credentials: secrets,
        maxAttempts: 1,
      },
    }),
  )

/** An error as S3 words it. */
export const refusal = (response: ServerResponse, status: number, code: string, more = ""): void => {
  response.writeHead(status, { "content-type": "application/xml", "x-amz-request-id": "R1" })
  response.end(`<Error><Code>${code}</Code><Message>No, said the server.</Message>${more}</Error>`)
}
