import { open } from "./app.ts"

const app = await open(process.argv[2] ?? "labels.db")
process.stdout.write(`${await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) })}\n`)
process.once("SIGTERM", () => void app.close())
