/** Published test vectors: V1 and V2 of the reference libraries, V3 of the provider that first signed with ed25519. */

export interface Vector {
  readonly name: string
  readonly secret: string
  readonly publicKey: string | null
  readonly id: string
  readonly seconds: number
  readonly body: string
  readonly signature: string
}

const first = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  seconds: 1614265330,
  body: '{"test": 2432232314}',
}

export const vectors: ReadonlyArray<Vector> = [
  {
    name: "V1",
    ...first,
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    publicKey: null,
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    name: "V1 without the prefix",
    ...first,
    secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    publicKey: null,
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    name: "V2",
    id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
    seconds: 1649367553,
    body: '{"email":"test@example.com","username":"test_user"}',
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    publicKey: null,
    signature: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
  },
  {
    name: "V3",
    ...first,
    secret: "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
    publicKey: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
    signature: "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
  },
]
