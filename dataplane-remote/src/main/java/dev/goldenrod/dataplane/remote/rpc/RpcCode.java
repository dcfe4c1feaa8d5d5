package dev.goldenrod.dataplane.remote.rpc;

import java.util.Arrays;

/** Why a request was refused, as numbers of JSON-RPC: its own, and those that it leaves to us. */
public enum RpcCode {
  /** There is no such method on the other side. */
  UNKNOWN_METHOD(-32601),
  /** The parameters are not what the method takes. */
  INVALID_PARAMS(-32602),
  /** The peer that was asked broke down; its own log tells why. */
  INTERNAL(-32603),
  /** The data plane cannot do it, for the reason in the message. */
  DATA_PLANE_REFUSED(-32000),
  /** The data plane is there and cannot be reached from its agent. */
  DATA_PLANE_UNREACHABLE(-32001),
  /** The data plane cannot do it with that archive, for the reason in the message. */
  ARCHIVE_REFUSED(-32005),
  /** The data plane is another agent's, which is not connected. */
  DATA_PLANE_OFFLINE(-32004),
  /** Too much is asked at once. */
  BUSY(-32002),
  /** The agent is refused for good: trying again would not help. */
  AGENT_REFUSED(-32003);

  private final int number;

  RpcCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The code of that number; a peer of another release may have others, which are INTERNAL. */
  static RpcCode of(int number) {
    return Arrays.stream(values())
        .filter(code -> code.number == number)
        .findFirst()
        .orElse(INTERNAL);
  }
}
