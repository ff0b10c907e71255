import "reflect-metadata"
import { annotary } from "@annotary/http/express"
import { Controller, Get, Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { engine } from "./engine.js"

class Hello {
  hello() {
    return "of the host"
  }
}
Get("hello")(Hello.prototype, "hello", Object.getOwnPropertyDescriptor(Hello.prototype, "hello"))
Controller()(Hello)
class App {}
Module({ controllers: [Hello] })(App)

const app = await NestFactory.create(App, { logger: false })
app.use("/annotary", annotary(engine))
await app.listen(Number(process.env.PORT), "127.0.0.1")
