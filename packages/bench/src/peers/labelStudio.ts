/** Label Studio from PyPI, installed once beside the packages, with a project of 10 000 tasks for eight people. */
import { execFile, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { findFreePort } from "@annotary/test-support/freePort"
import type { Stage } from "../harness/stage.ts"

const run = promisify(execFile)

export const version = "1.23.2"

export interface LabelStudio {
  readonly port: number
  readonly pid: number
  readonly project: number
  /** The token of each person. */
  readonly tokens: ReadonlyArray<string>
}

const home = fileURLToPath(
  new URL(`../../node_modules/.cache/annotary-bench/label-studio-${version}`, import.meta.url),
)
const environment = join(home, "environment")
const program = join(environment, "bin/label-studio")
/** A database that is copied for each run, because migrations take longer than a benchmark. */
const template = join(home, "template")
const facts = join(template, "facts.json")

/** Installs what is missing, which takes minutes. Rejects where Python or the package is missing. */
export const installLabelStudio = async (tasks: number, people: number): Promise<void> => {
  if (!existsSync(program)) {
    mkdirSync(home, { recursive: true })
    await run("python3", ["-m", "venv", environment])
    await run(join(environment, "bin/pip"), ["install", "--quiet", `label-studio==${version}`])
  }
  if (existsSync(facts)) return
  rmSync(template, { recursive: true, force: true })
  const account = ["--username", "admin@example.com", "--password", "benchmark-1"]
  await run(program, ["init", "bench", ...account, "--data-dir", template, ...quiet])
  const script = join(home, "fill.py")
  writeFileSync(script, makeFillScript(tasks, people))
  const shell = run(program, ["shell", "--data-dir", template, "--enable-legacy-api-token"])
  shell.child.stdin?.end(`exec(open(${JSON.stringify(script)}).read())\n`)
  await shell
}

const quiet = ["--no-browser", "--log-level", "ERROR"]

const makeFillScript = (tasks: number, people: number): string => `
import json
from organizations.models import Organization
from projects.models import Project
from rest_framework.authtoken.models import Token
from tasks.models import Task
from users.models import User
organization = Organization.objects.first()
organization.jwt.legacy_api_tokens_enabled = True
organization.jwt.save()
project = Project.objects.create(
    title="bench", created_by=User.objects.first(), organization=organization,
    label_config="<View><Image name='image' value='$image'/><RectangleLabels name='label' toName='image'>"
        "<Label value='car'/></RectangleLabels></View>")
tokens = []
for i in range(${people}):
    user = User.objects.create_user(email=f"labeler-{i}@example.com", password="benchmark-1")
    organization.add_user(user)
    user.active_organization = organization
    user.save()
    tokens.append(Token.objects.get_or_create(user=user)[0].key)
Task.objects.bulk_create([
    Task(data={"image": f"https://images.example/drive-17/{i}.jpg"}, project=project, inner_id=i + 1)
    for i in range(${tasks})], batch_size=500)
json.dump({"project": project.id, "tokens": tokens}, open(${JSON.stringify(facts)}, "w"))
`

/** The limit of the start, in seconds. */
const patience = 60

export const startLabelStudio = async (stage: Stage): Promise<LabelStudio> => {
  const folder = join(stage.folder, "label-studio")
  cpSync(template, folder, { recursive: true })
  const port = await findFreePort()
  const log = openSync(join(stage.folder, "label-studio.log"), "w")
  const child = spawn(
    program,
    ["start", "--data-dir", folder, "--port", String(port), "--internal-host", "127.0.0.1", ...quiet],
    { stdio: ["ignore", log, log] },
  )
  stage.defer(() => child.kill())
  const installed: Omit<LabelStudio, "pid" | "port"> = JSON.parse(readFileSync(facts, "utf8"))
  for (let second = 0; second < patience; second++) {
    if (await isUp(port)) return { ...installed, port, pid: child.pid ?? 0 }
    await sleep(1000)
  }
  throw new Error("Label Studio did not start.")
}

const isUp = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
